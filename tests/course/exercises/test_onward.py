"""What comes next is sought where the learner is, then behind it, then before it."""

from ragkit.course.exercises.catalogue import in_order
from ragkit.course.exercises.onward import following, onward
from ragkit.course.exercises.progress import Progress, Record

EVERY = in_order()
SOLVED = Record(tries=1, solved="2026-11-25T10:00:00+00:00")


def after(here, solved=(), tried=()):
    """The id of what follows, when these are solved and these were tried."""
    progress = Progress()
    for id in solved:
        progress = progress.with_record(id, SOLVED)
    for id in tried:
        progress = progress.with_record(id, Record(tries=2))
    return following(EVERY, progress, here).id


def test_at_the_start_it_is_the_first_of_all_or_of_the_notebook():
    assert after("") == "01-cite" and after("03_planner") == "03-lead"


def test_what_was_tried_in_this_notebook_comes_before_what_was_not():
    assert after("03_planner", ["03-lead"], ["03-hop"]) == "03-hop"
    assert after("03_planner", ["03-lead", "03-hop"], ["01-cite"]) == "03-disguise"


def test_then_comes_the_next_notebook_and_only_then_an_earlier_one():
    whole = ["03-lead", "03-disguise", "03-hop"]
    assert after("03_planner", whole) == "04-auc"
    later = [task.id for task in EVERY if task.follows > "03_planner"]
    assert after("03_planner", whole + later) == "01-cite"


def test_it_is_said_with_its_title_and_place():
    assert onward(EVERY, Progress(), "03_planner").endswith("What does the best line add?, in this notebook")
    assert onward(EVERY, Progress(), "").endswith("in exercises/ex01_naive_rag.ipynb")


def test_when_all_are_solved_it_says_so():
    progress = Progress()
    for task in EVERY:
        progress = progress.with_record(task.id, SOLVED)
    assert onward(EVERY, progress, "03_planner") == "That was the last one: all exercises are solved."
