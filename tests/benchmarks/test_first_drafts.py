"""What became of first drafts, on runs whose drafts are known."""

from types import SimpleNamespace

from answer_pairs import question

from benchmarks.first_drafts import drafts_of, first_drafts_table, summed
from ragkit.state import REFUSAL

GOLD = question("owl")
RIGHT = GOLD.answer
WRONG = "Nobody knows."


def case(*drafts, refused=False, asked=GOLD):
    steps = [SimpleNamespace(wrote={"draft": draft}) for draft in drafts]
    row = SimpleNamespace(system="team", refused=refused)
    return SimpleNamespace(row=row, trace=SimpleNamespace(steps=steps), question=asked)


def test_each_draft_counts_once_and_a_refusal_is_none():
    assert drafts_of(case("a", None, "a", REFUSAL, "b")) == ["a", "b"]
    assert drafts_of(SimpleNamespace(trace=None)) == []


def test_the_first_draft_is_graded_and_given_only_if_no_other_follows_and_nothing_is_withheld():
    ended = [case(RIGHT), case(RIGHT, refused=True), case(RIGHT, WRONG), case(WRONG), case(WRONG, refused=True)]
    own = summed([*ended, case(WRONG, asked=SimpleNamespace(answer=None)), case(REFUSAL, refused=True)])["team"]
    assert (own["first draft correct"]["mean"], own["first draft correct"]["n"]) == (0.6, 5)
    assert own["correct ones given"]["mean"] == 1 / 3 and own["wrong ones given"]["mean"] == 0.5
    assert "| team | 0.600 [" in first_drafts_table({"team": own})


def test_without_results_the_table_says_so():
    assert first_drafts_table({}) == "Not run yet.\n"
