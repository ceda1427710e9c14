"""`benchmarks/critics_tables.py` counts how the ablation's runs ended, on the part that no threshold was chosen on."""

from dataclasses import replace

from samples import ROW

from benchmarks.critics_tables import ABLATION, costs_table, end, endings_table, held_out, shares_table
from ragkit.evaluate.golden.parts import part_of
from ragkit.evaluate.golden.questions import load_questions


def row(system, kind, **ended):
    return replace(ROW, **{"system": system, "kind": kind, "right": False, "held": None} | ended)


def test_each_group_is_counted_by_its_own_measure_and_failed_runs_are_ungraded():
    head, _, outside, back, right, wrong = shares_table([
        row("naive", "out-of-domain", held=True), row("naive", "out-of-domain", refused=True),
        row("naive", "near-miss", held=True), row("naive", "false-premise", held=False),
        row("naive", "table", right=True), row("naive", "factual", refused=True), row("naive", "factual"),
        row("naive", "factual", failed="gone"), row("adaptive", "factual", right=True),
    ]).splitlines()  # fmt: skip
    assert head == "| questions | share | naive | naive, may refuse | no critic | adaptive | tiered |"
    assert outside.startswith("| out-of-domain | abstained | 0.50 ") and "(n=2) | not measured |" in outside
    assert back.startswith("| near-miss, false-premise | abstained or corrected | 0.50 ")
    assert "| answerable | correct by reference | 0.33 " in right and "(n=3, 1 ungraded)" in right
    assert right.endswith("| 1.00 [1.00, 1.00] (n=1) | not measured |")
    assert "not correct by reference | 0.33 " in wrong and wrong.endswith("| 0.00 [0.00, 0.00] (n=1) | not measured |")


def test_endings_are_counted_by_kind():
    _, _, *rows = endings_table([
        row("naive", "factual", right=True), row("adaptive", "factual", right=True),
        row("adaptive", "factual", refused=True), row("adaptive", "factual", failed="gone"),
        row("adaptive", "near-miss", refused=True, held=True), row("adaptive", "table"),
        row("adaptive", "out-of-domain", held=True), row("tiered", "table", right=True),
    ]).splitlines()  # fmt: skip
    assert rows == [
        "| factual | 3 | 1 | 1 | 0 | 1 | 1 | 0 |", "| near-miss | 1 | 1 | 0 | 0 | 0 | 0 | 0 |",
        "| out-of-domain | 1 | 0 | 0 | 1 | 0 | 0 | 0 |", "| table | 1 | 0 | 0 | 1 | 0 | 0 | 1 |",
    ]  # fmt: skip


def test_a_refusal_is_compared_with_an_answer_by_the_tokens_that_each_evaluates():
    _, _, *rows = costs_table([
        row("naive", "factual", evaluated=500), row("adaptive", "factual", evaluated=1000),
        row("adaptive", "table", evaluated=2000), row("adaptive", "near-miss", evaluated=1800, refused=True),
        row("adaptive", "table", evaluated=9000, refused=True, failed="gone"),
    ]).splitlines()  # fmt: skip
    assert rows == ["| adaptive | 1,500 [1,000, 2,000] (n=2) | 1,800 [1,800, 1,800] (n=1) | 1.20 |"]


def test_what_is_right_in_part_ends_wrong_and_counts_by_its_share():
    half_right = row("adaptive", "ambiguous", right=0.5)
    assert end(half_right) == "wrong" and end(row("adaptive", "ambiguous", right=1.0)) == "well"
    *_, right, wrong = shares_table([half_right]).splitlines()
    half = "| 0.50 [0.50, 0.50] (n=1) | not measured |"
    assert right.endswith(half) and wrong.endswith(half)


def test_only_questions_that_no_threshold_was_chosen_on_are_counted():
    asked = {question.id: question for question in load_questions(ABLATION / "questions.jsonl", locked=True)}
    rows = held_out()
    assert rows and {part_of(asked[row.question]) for row in rows} == {"test"}
