"""Check a folder of submitted notebooks, each in a process of its own.

- submission: what a submitted notebook contains, and what is odd about it
- fence: no network, no other process, no writing elsewhere; limits of memory and time
- worker: one submission in one process
- grade: all submissions, one after the other
- table: the results as a CSV file and a page
"""
