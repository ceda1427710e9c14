"""The overview of a learner's progress."""

from ragkit.course.exercises.catalogue import in_order
from ragkit.course.exercises.overview import HEAD, overview, summary
from ragkit.course.exercises.progress import Progress, Record

SOLVED = Record(tries=2, hints=1, solved="2026-11-25T10:00:00+00:00", looked=True)


def test_every_task_has_a_row_in_the_order_of_the_notebooks():
    shown = overview(Progress(), "here")
    assert [row[0] for row in shown.rows] == [task.id for task in in_order()]
    assert all(len(row) == len(HEAD) for row in shown.rows) and {row[4] for row in shown.rows} == {"not begun"}


def test_a_solved_task_says_when_and_with_how_much_help():
    shown = overview(Progress().with_record("02-rrf", SOLVED), "here")
    (row,) = [row for row in shown.rows if row[0] == "02-rrf"]
    assert row[4:] == ("solved 2026-11-25", "2", "1", "yes")


def test_in_a_notebook_an_id_and_a_date_are_not_broken_at_their_hyphens():
    html = overview(Progress().with_record("02-rrf", SOLVED), "here")._repr_html_()
    for text in ("02-rrf", "solved 2026-11-25"):
        assert f"<td class='rk-lines'>{text}</td>" in html


def test_what_comes_next_is_the_first_that_is_not_solved():
    every = in_order()
    progress = Progress().with_record(every[0].id, SOLVED)
    assert summary(every, progress).startswith(f"1 of {len(every)} solved. Next: {every[1].id} in exercises/")
    for task in every:
        progress = progress.with_record(task.id, SOLVED)
    assert summary(every, progress) == f"{len(every)} of {len(every)} solved. That is all there are."


def test_a_note_is_at_its_end():
    assert repr(overview(Progress(), "here", "it is damaged")).splitlines()[-2:] == [
        "it is damaged", "Your progress is in here"
    ]  # fmt: skip
