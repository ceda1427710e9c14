"""The overview of a learner's progress."""

from ragkit.course.exercises.catalogue import in_order
from ragkit.course.exercises.overview import HEAD, overview, summary
from ragkit.course.exercises.progress import Progress, Record

SOLVED = Record(tries=2, hints=1, solved="2026-11-25T10:00:00+00:00", looked=True)
RRF = Progress().with_record("02-rrf", SOLVED)


def rows(shown):
    return [row for group in shown.groups for row in group.rows]


def test_every_task_has_a_row_in_the_order_of_the_notebooks():
    shown = rows(overview(Progress(), "here"))
    assert [row[0] for row in shown] == [task.id for task in in_order()]
    assert all(len(row) == len(HEAD) for row in shown) and {row[4] for row in shown} == {"not begun"}


def test_a_solved_task_says_when_and_with_how_much_help():
    (row,) = [row for row in rows(overview(RRF, "here")) if row[0] == "02-rrf"]
    assert row[4:] == ("solved 2026-11-25", "2", "1", "yes")


def test_the_sum_with_its_bar_and_what_comes_next_are_at_the_top():
    every = in_order()
    progress = RRF
    half = (len(every) + 1) // 2
    for task in every[:half]:
        progress = progress.with_record(task.id, SOLVED)
    lines = repr(overview(progress, "here", "it is damaged")).splitlines()
    assert lines[0] == "[##########..........]"
    assert lines[1].startswith(f"{half} of {len(every)} solved. Next: ")
    assert lines[2:4] == ["it is damaged", "Your progress is in here"]


def test_each_notebook_has_its_own_bar_and_only_this_one_and_the_next_are_unfolded():
    shown = overview(RRF, "here", here="02_hybrid_retrieval")
    assert [group.notebook for group in shown.groups if group.is_open] == ["02_hybrid_retrieval"]
    text = repr(shown)
    assert "[######..............] 02_hybrid_retrieval: 1 of 3" in text  # 20 / 3, rounded down
    assert "[....................] 03_planner: 0 of 3" in text and "02-idf" in text and "03-lead" not in text
    html = shown._repr_html_()
    assert html.count("<details open>") == 1 and html.index(" solved. Next: ") < html.index("<details")
    assert "<progress value='1' max='3'></progress> 02_hybrid_retrieval: 1 of 3" in html


def test_where_the_notebook_is_solved_the_next_one_is_unfolded_too():
    progress = RRF.with_record("02-idf", SOLVED).with_record("02-hybrid", SOLVED)
    shown = overview(progress, "here", here="02_hybrid_retrieval")
    assert [group.notebook for group in shown.groups if group.is_open] == ["02_hybrid_retrieval", "03_planner"]


def test_in_a_notebook_an_id_and_a_date_are_not_broken_at_their_hyphens():
    html = overview(RRF, "here")._repr_html_()
    for text in ("02-rrf", "solved 2026-11-25"):
        assert f"<td class='rk-lines'>{text}</td>" in html


def test_the_sum_counts_what_is_solved():
    every = in_order()
    progress = Progress().with_record(every[0].id, SOLVED)
    assert summary(every, progress).startswith(f"1 of {len(every)} solved. Next: {every[1].id} · ")
