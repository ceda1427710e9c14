"""`benchmarks/taught.py` asks a taught and an untaught judge about the same pairs."""

from tiny_critic import both

from benchmarks.taught import GROUPS, compared, grouped, halueval_pairs, odds_of
from ragkit.judges import OddsJudge
from ragkit.model.scripted import ScriptedLLM
from ragkit.teach.kinds import KINDS
from ragkit.teach.parts import paired

ROW = {
    "knowledge": "Ada met Charles Babbage.", "question": "Who met him?",
    "right_answer": "Ada", "hallucinated_answer": "Nobody met him.",
}  # fmt: skip
PAIRS = paired([*both("a"), *both("b")])


def test_a_row_of_halueval_gives_a_pair_for_each_wrong_answer_and_a_phrase_is_shown_as_a_sentence():
    hallucinated, other = halueval_pairs([ROW])
    assert (hallucinated.kind, other.kind) == ("HaluEval, hallucinated", "HaluEval, another name")
    assert hallucinated.yes.asked == other.yes.asked and "The answer is Ada." in other.yes.asked and other.yes.yes
    assert "Nobody met him." in hallucinated.no.asked and "Charles Babbage" in other.no.asked and not other.no.yes
    assert [passage.text for passage in other.no.passages] == [ROW["knowledge"]]


def test_every_judge_is_asked_about_every_judgement_in_order():
    judges = {name: OddsJudge(ScriptedLLM(replies={"Cats?": {"yes": odds}, "Owls?": {"no": 1.0}}))
              for name, odds in (("zero-shot", 0.0), ("taught", 1.0))}  # fmt: skip
    judges["zero-shot"] = OddsJudge(ScriptedLLM(replies={"?": {"yes": 0.5, "no": 0.5}}))
    found = odds_of(judges, PAIRS)
    assert found == {"zero-shot": [0.5] * 4, "taught": [1.0, 0.0] * 2}


def test_a_pair_that_one_judge_left_open_is_counted_and_left_out_for_both():
    found = {"zero-shot": [0.5, 0.5, None, 0.1], "taught": [0.9, 0.1, 0.9, 0.1]}
    result = compared(PAIRS, found)
    assert result["ungraded"] == 1
    assert result["taught"]["bird"]["auc"] == {"mean": 1.0, "low": 1.0, "high": 1.0, "n": 1, "ungraded": 0}
    assert result["zero-shot"]["bird"]["ranked"]["mean"] == 0.5


def test_kinds_that_an_aim_is_about_are_measured_together_and_the_others_alone():
    rows = [*both("a", "number swapped"), *both("b", "name swapped"), *both("c", "negated")]
    pairs = grouped(paired(rows))
    assert [pair.kind for pair in pairs] == ["number or name swapped"] * 2 + ["negated"]
    assert [pair.no.kind for pair in pairs] == [pair.kind for pair in pairs]


def test_every_kind_of_a_group_is_a_kind_that_is_made():
    made = {*KINDS, "HaluEval, another name"}
    assert {kind for kinds in GROUPS.values() for kind in kinds} <= made
