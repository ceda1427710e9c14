"""Capstones: three open tasks, each graded by a rubric that is code as far as it can be.

- rubric: what a task asks for, and what came, in points
- hidden: the third of the questions that only the instructor knows
- submission: the code of a submission
- system: a system of your own; compared: its runs and those of `crag` on the hidden third
- rewrite: HyDE or step-back as a node; node_checks: what the node does, and node_worker: the same
  behind the fence; recall: what it finds
- documents: a study with a recommendation
- leaderboard: a class, with intervals that are corrected for all its tries
"""
