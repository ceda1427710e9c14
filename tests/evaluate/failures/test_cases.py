"""Only a graded answer without anything right is wrong; rows get their questions and traces from the folder."""

from dataclasses import replace
from json import dumps

import pytest
from samples import ROW

from ragkit.evaluate.failures.cases import cases, outcome
from ragkit.evaluate.measures.rows import BadResults
from ragkit.runs.trace_file import save
from ragkit.state import Passage
from ragkit.trace import Trace

QUESTION = {"id": "owls", "question": "When?", "kind": "factual", "answer": "At night.", "keys": [["night"]],
            "support": [], "difficulty": "easy", "part": "locked"}  # fmt: skip


@pytest.mark.parametrize(
    ("said", "ended"),
    [
        ({"right": 1.0}, "right"),
        ({"right": 0.5}, "partly right"),
        ({"right": 0.0}, "wrong"),
        ({"right": 0.0, "refused": True}, "refused"),
        ({"right": None}, "ungraded"),
        ({"right": None, "held": True, "refused": True}, "right"),
        ({"right": 0.0, "held": False}, "wrong"),
        ({"right": None, "failed": "no model"}, "failed"),
    ],
)
def test_a_run_ends_in_one_of_six_ways(said, ended):
    assert outcome(replace(ROW, **said)) == ended


def test_a_row_gets_its_question_even_a_locked_one_and_its_trace_where_there_is_one(tmp_path):
    (tmp_path / "questions.jsonl").write_text(dumps(QUESTION) + "\n")
    trace = Trace("When?", (), "By day. [1]", (Passage("o", "Owls.", section="Birds"),), 1.0)
    save(trace, tmp_path / "traces" / "k1.json")
    rows = [replace(ROW, answer="By day. [1]"), replace(ROW, key="k2")]
    with_trace, without = cases(tmp_path, rows)
    assert with_trace.question.part == "locked" and with_trace.folder == tmp_path.name
    assert (with_trace.answer, with_trace.evidence) == ("By day.", "Birds\nOwls.")
    assert (without.trace, without.passages, without.evidence) == (None, (), "")


def test_a_row_without_its_question_says_what_to_do(tmp_path):
    (tmp_path / "questions.jsonl").write_text(dumps(QUESTION) + "\n")
    with pytest.raises(BadResults, match=r"the question 'mice', which is not in .*questions\.jsonl; restore"):
        cases(tmp_path, [replace(ROW, question="mice")])
