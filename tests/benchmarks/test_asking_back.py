"""Both errors of asking back, counted on questions whose kind is known."""

from pathlib import Path

from benchmarks.asking_back import asking_table, questions_of

ROOT = Path(__file__).parents[2]
ASKED = [
    {"kind": "unclear", "question": "Which gauge?", "readings": ["Weir", "Mill"]},
    {"kind": "ambiguous", "question": "What is a heap?", "readings": []},
    {"kind": "factual", "question": "Who?", "readings": []},
    {"kind": "factual", "question": "When?", "readings": ["1964", "1984"]},
    {"kind": "table", "question": "How many?", "readings": []},
    {"kind": "first", "question": "Where?", "readings": []},
]


def test_a_clear_question_asked_back_and_an_unclear_one_not_asked_back_are_both_errors():
    *_, row = asking_table({"fit": ASKED}).strip().splitlines()
    part, back, missed = [cell.strip() for cell in row.strip("|").split("|")]
    assert part == "*fit*"
    assert back.startswith("0.25 [") and back.endswith("(n=4)")
    assert missed.startswith("0.50 [") and missed.endswith("(n=2)")


def test_before_it_was_run_the_table_is_empty():
    assert len(asking_table({}).strip().splitlines()) == 2


def test_turns_are_asked_as_they_are_written_out():
    asked = dict(questions_of(ROOT / "corpora/algorithms", "fit"))
    assert "greeting" not in asked and asked["unclear"].endswith("?")
