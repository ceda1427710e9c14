"""Check a folder of submitted notebooks, each in a process of its own.

- submission: what a submitted notebook contains, and what is odd about it
- fence: no network, no other process, no writing elsewhere; limits of memory and time
- worker: one submission in one process
- grade: all submissions, one after the other
- states: what became of an answer; marks: its points, and the sum of a learner
- table: the results as files; pages: a page of the class, and one for each learner
- regrade: one exercise again, while the other marks stay
"""
