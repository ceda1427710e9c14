"""Exercises that check themselves.

A notebook in `exercises/` asks, a learner writes, and `check` tells whether it is right.

- task: one exercise: what is said of it, and its check
- checks: where the checks are, a file each in `exercises/checks/`; the catalogue finds them
- answer, bounded, heard, changed: an answer watched, in bounded time
- same, shown: what it returned compared and shown
- examine, verdict: what a check finds
- cells: whether the answer's cell ran
- learner: what a learner calls: check, hint, solution, progress
- progress, progress_file, onward, overview: what was solved, and what comes next
- rehearse: where a policy would send a run, without a graph
- retold, fixed_judge: the trace of such a run, and a judge without a model
"""
