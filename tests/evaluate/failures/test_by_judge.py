"""A judge is asked only about what no rule labels, and only what it can see; None is never a label."""

from dataclasses import dataclass, field, replace

import pytest
from failing import OWLS, WHO, case

from ragkit.evaluate.failures.by_judge import ASKED, OF_EVIDENCE, by_judge
from ragkit.evaluate.failures.rules import MODES, by_rule
from ragkit.judges import Verdicts


@dataclass
class Fixed:
    """Gives each question the odds for a word in it, else 0.1; remembers what it was asked."""

    odds: dict
    note: str = ""
    name: str = "fixed"
    asked: list = field(default_factory=list)

    def verdicts(self, question, passages, asked):
        self.asked += [(question, tuple(passages), one) for one in asked]
        found = []
        for one in asked:
            found.append(next((odds for word, odds in self.odds.items() if word in one), 0.1))
        return Verdicts(found, self.note)


OPEN = case(WHO, "A farmer. [1]", OWLS)
BLIND = case(WHO, "A farmer. [1]")


def test_the_likeliest_mode_is_the_label_and_says_that_a_judge_gave_it():
    judge = Fixed({"clear statement": 0.6, "about something else": 0.8})
    label = by_judge(judge, OPEN, by_rule(OPEN))
    assert (label.mode, label.by) == ("retrieval distraction", "judge")
    assert "the judge fixed says yes with a probability of 0.80" in label.why
    question, passages, first = judge.asked[0]
    assert (question, passages) == (WHO.question, (OWLS,)) and len(judge.asked) == len(ASKED)
    assert first.startswith("This wrong answer was given: A farmer.\nThe right answer is: Ada Hill\n")


def test_without_a_trace_it_is_asked_only_what_needs_no_evidence():
    judge = Fixed({"clear statement": 0.7})
    label = by_judge(judge, BLIND, by_rule(BLIND))
    assert (label.mode, label.by, label.unseen) == ("vagueness", "judge", by_rule(BLIND).unseen)
    assert len(judge.asked) == len(ASKED.keys() - OF_EVIDENCE) == 2


@pytest.mark.parametrize(("odds", "note", "why"), [(0.4, "", "finds no mode"), (None, "gone", "gone")])
def test_what_is_not_likely_enough_or_not_judged_stays_unlabelled_with_the_reason(odds, note, why):
    label = by_judge(Fixed({"?": odds}, note), OPEN, by_rule(OPEN))
    assert (label.mode, label.by) == (None, "nobody") and why in label.why


def test_a_label_by_rule_stands_and_a_question_without_reference_is_not_asked_about():
    judge = Fixed({"?": 0.9})
    ruled = by_rule(case(WHO, "I don't know."))
    assert by_judge(judge, OPEN, ruled) is ruled
    bare = case(replace(WHO, answer=None), "A farmer.", OWLS)
    assert by_judge(judge, bare, by_rule(bare)).by == "nobody" and judge.asked == []


def test_it_is_asked_about_every_mode_but_that_whose_rule_always_decides():
    assert set(ASKED) == set(MODES) - {"false-premise overclaiming"}
