"""A taught writer beside the plain model, on rows whose grades are known."""

import pytest

from benchmarks.taught_writer import drafted, scored, taught_writer_table, worth
from ragkit.evaluate.golden.carriers import Golden
from ragkit.model.scripted import ScriptedLLM
from ragkit.state import REFUSAL


def draft(right, text="Owls. [1]"):
    return {"text": text, "right": right}


def row(plain, taught, answerable=True):
    return {"id": "q", "kind": "factual", "answerable": answerable, "plain": plain, "taught": taught}


REFUSED = draft(0.0, REFUSAL)
ROWS = [
    row(draft(0.0), draft(1.0)),
    row(draft(1.0), REFUSED),
    row(draft(None), draft(None)),  # could not be graded
    row(draft(None), REFUSED, answerable=False),
    row(draft(None), draft(None), answerable=False),
]


@pytest.mark.parametrize(
    ("one", "value"), [(ROWS[0], 1.0), (ROWS[1], 0.0), (ROWS[2], None), (ROWS[3], 0.0), (ROWS[4], -1.0)]
)
def test_a_refusal_is_worth_nothing_and_an_answer_where_there_is_none_costs_the_price(one, value):
    assert worth(one, "taught") == value


def test_both_writers_are_scored_on_the_questions_that_were_graded():
    found = scored(ROWS)
    assert found["plain"]["correct"]["mean"] == found["taught"]["correct"]["mean"] == 1 / 2
    assert found["taught"]["refused, answerable"]["mean"] == 1 / 2
    assert found["taught"]["refused, no answer"] | {"low": 0, "high": 0} == {
        "mean": 1 / 2, "low": 0, "high": 0, "n": 2, "ungraded": 0,
    }  # fmt: skip
    # Plain: -1, 1, -1, -1; taught: 1, 0, 0, -1.
    assert found["difference"]["value"]["mean"] == pytest.approx(0 - -0.5)


def test_both_draft_from_the_same_passages(kit):
    plain = ScriptedLLM(replies={"Which": "Most owls hunt mice at night."})
    opened = kit(plain)
    question = Golden("q", "Which animals hunt?", "factual", "Owls.", (("owls",),), (), "easy")
    found = drafted(opened, question)
    assert found["plain"]["right"] == 1.0
    assert len(plain.prompts) == 2 and plain.prompts[0] == plain.prompts[1]
    assert found["plain"] == found["taught"] and found["answerable"]


def test_the_table_has_a_row_a_measure_and_says_when_there_is_nothing():
    table = taught_writer_table({"sets": {"owls": scored(ROWS)}})
    assert table.count("| owls |") == 4 and "+0.50" in table
    assert taught_writer_table({}) == "Not run yet.\n"
