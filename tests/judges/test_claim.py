"""A claim judge: what is asked of a claim, and from which odds that is support."""

import pytest
from fakes import OWL, model, small_kit

from ragkit.judges import Judge, OddsJudge, StructuredJudge, Verdicts, claims_by
from ragkit.judges.claim_judge import STATED

JUDGE = claims_by(OddsJudge(model()), partly_above=0.5, supported_above=0.7)


@pytest.mark.parametrize(
    ("odds", "support"), [(0.0, 0.0), (0.5, 0.0), (0.51, 0.5), (0.7, 0.5), (0.71, 1.0), (1.0, 1.0), (None, None)]
)
def test_only_odds_above_a_threshold_pass_it_and_none_stays_none(odds, support):
    assert JUDGE.support(odds) == support


def test_each_claim_is_asked_for_word_for_word_and_in_order():
    asked = []

    class Listening:
        name = "listening"

        def verdicts(self, question, passages, questions):
            asked.append((question, passages, questions))
            return Verdicts([0.25, None], "deaf in one ear")

    judge: Judge = Listening()
    made = claims_by(judge, 0.5, 0.7)
    assert made.supports("Who hunts?", [OWL], ["Owls {hunt}.", "Owls sleep."]) == ([0.25, None], "deaf in one ear")
    stated = STATED.partition("\n")[2]
    assert asked == [("Who hunts?", [OWL], [f"Owls {{hunt}}.\n{stated}", f"Owls sleep.\n{stated}"])]
    assert made.name == "listening"


def test_the_kit_takes_judge_and_thresholds_from_the_settings(tmp_path):
    kit = small_kit(tmp_path, model(), judge="structured", partly_above=0.25, supported_above=0.5)
    assert isinstance(kit.judge, StructuredJudge) and kit.claim_judge.name == "structured"
    assert [kit.claim_judge.support(odds) for odds in (0.25, 0.5, 0.51)] == [0.0, 0.5, 1.0]
    kit.close()


@pytest.mark.parametrize(
    ("settings", "calls"), [({}, 1), ({"judges": 3}, 3), ({"provider": "openai"}, 4), ({"provider": "ollama"}, 4)]
)
def test_the_embedded_model_judges_one_by_one_and_an_endpoint_four_at_a_time(tmp_path, settings, calls):
    kit = small_kit(tmp_path, model(), **settings)
    assert isinstance(kit.judge, OddsJudge) and kit.judge.side_by_side == calls
    kit.close()
