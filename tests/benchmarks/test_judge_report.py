"""A judge is reported with what it is worth; the numbers are worked by hand."""

from fakes import CAT, OWL

from benchmarks.judge_report import Case, judge_reports, lexical, ranked, report
from ragkit.judges import Verdicts

CASES = [
    Case("?", (OWL, CAT), claim, label)
    for claim, label in (
        ("Owls hunt mice.", True), ("Cats hunt mice.", True), ("Owls hunt at night.", True),
        ("Cats hunt by day.", True),
        ("Whales sing.", False), ("Bees dance.", False), ("Ants march.", False), ("Frogs leap.", False),
    )
]  # fmt: skip


def test_the_baseline_separates_what_shares_words_from_what_shares_none():
    found = judge_reports({"words": lexical}, CASES, quiet=True)["words"]
    assert (found.calibration.auc, found.calibration.tested, found.accuracy.mean) == (1.0, 1.0, 1.0)
    assert found.accuracy.n == 8 and found.milliseconds > 0 and found.note == ""


def test_a_judge_that_says_the_same_to_everything_is_worth_a_coin():
    found = report([0.9] * 8, CASES, 1.0)
    assert (found.calibration.auc, found.calibration.tested, found.accuracy.mean) == (0.5, 0.5, 0.5)


def test_what_was_not_judged_is_counted_and_the_reason_kept():
    def shy(question, passages, claims):
        silent = claims[0].startswith("Whales")
        return Verdicts([None], "the judge is shy") if silent else lexical(question, passages, claims)

    found = judge_reports({"shy": shy}, CASES, quiet=True)["shy"]
    assert found.calibration.ungraded == found.accuracy.ungraded == 1 and found.note == "the judge is shy"


def test_a_true_claim_is_compared_with_the_lie_about_its_own_question_by_kind():
    """Numbers: one above, one tied, one ungraded; names: one below. Of no kind and of one label alone: left out."""
    asked = [
        ("a", "number", 0.9, 0.2), ("b", "number", 0.4, 0.4), ("c", "number", None, 0.1),
        ("d", "name", 0.3, 0.6), ("e", "", 0.9, 0.1),
    ]  # fmt: skip
    cases = [Case(q, (OWL,), "?", label, kind) for q, kind, *_ in asked for label in (True, False)]
    cases.append(Case("f", (OWL,), "?", label=True, kind="name"))
    found = ranked([o for *_, true, false in asked for o in (true, false)] + [0.5], cases)
    assert list(found) == ["number", "name"]
    assert (found["number"].mean, found["number"].n, found["number"].ungraded) == (0.75, 2, 1)
    assert (found["name"].mean, found["name"].n) == (0.0, 1)
