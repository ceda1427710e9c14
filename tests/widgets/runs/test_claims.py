"""The table of claims: each with its grade in words, its passage and sentence."""

import pytest
from samples import cells

from ragkit.model.meter import Usage
from ragkit.state import REFUSAL, Claim, Passage
from ragkit.trace import Step, Trace
from ragkit.widgets import claims_table

OWL = Passage("owl", "Owls are birds. Owls hunt at night.", source="owl.md", section="Owls")
CAT = Passage("cat", "Cats sleep.", source="cat.md")


def drafted(draft: str, claims: list[Claim], risk: float, passages: list[Passage]) -> list[Step]:
    wrote = {"passages": passages}, {"draft": draft}, {"claims": claims, "risk": risk, "notes": []}
    return [Step(n, 1.0, Usage(), w) for n, w in zip(("retrieve", "generate", "verify"), wrote, strict=True)]


def test_a_claim_is_shown_with_its_grade_odds_place_and_the_sentence_nearest_to_it():
    steps = drafted("Owls hunt.", [Claim("Owls hunt at night.", 1.0, "owl", 0.912)], 0.0, [CAT, OWL])
    trace = Trace("?", tuple(steps), "Owls hunt.", (CAT, OWL), 1.0)
    html = claims_table(trace).data
    assert cells(html) == [
        ["Owls hunt at night.", "stated, 1", "0.91", "", "[2] owl.md, Owls", "Owls hunt at night."],
    ]
    assert "Owls hunt. (h = 0.00, given as the answer)" in html


def test_grades_are_words_and_what_was_not_judged_is_marked():
    claims = [Claim("a", 0.5, None, 0.6), Claim("b", 0.0, None, 0.9, ("1971", "MIT")), Claim("c")]
    trace = Trace("?", tuple(drafted("a b c", claims, 0.83, [OWL])), "a b c", (OWL,), 1.0)
    partly, not_stated, ungraded = cells(claims_table(trace).data)
    assert partly[1] == "partly, 0.5"
    assert not_stated[1:4] == ["not stated, 0", "0.90", "1971, MIT"]
    assert ungraded[1].startswith("ungraded")
    assert ungraded[2] == "ungraded"
    assert ungraded[4] == "none"


def test_a_rejected_draft_is_shown_with_the_evidence_that_it_had():
    steps = drafted("Cats hunt.", [Claim("Cats sleep.", 0.5, "cat", 0.6)], 0.5, [CAT])
    steps += drafted("Owls hunt.", [Claim("Owls hunt at night.", 1.0, "owl", 0.9)], 0.0, [OWL])
    html = claims_table(Trace("?", tuple(steps), "Owls hunt.", (OWL,), 1.0)).data
    assert html.index(", rejected)") < html.index(", given as the answer)")
    assert [row[4] for row in cells(html)] == ["[1] cat.md", "[1] owl.md, Owls"]


def test_of_a_draft_that_was_written_twice_only_the_second_is_the_answer():
    steps = drafted("Owls hunt.", [Claim("Owls hunt.", 0.0, None, 0.1)], 1.0, [CAT])
    steps += drafted("Owls hunt.", [Claim("Owls hunt.", 1.0, "owl", 0.95)], 0.0, [OWL])
    html = claims_table(Trace("?", tuple(steps), "Owls hunt.", (OWL,), 1.0)).data
    assert html.count(", rejected)") == html.count(", given as the answer)") == 1


def test_the_claims_of_a_refused_run_are_those_of_the_draft_that_was_rejected():
    steps = drafted("Owls eat snow.", [Claim("Owls eat snow.", 0.0, None, 0.1)], 1.0, [OWL])
    steps.append(Step("apologise", 0.0, Usage(), {"answer": REFUSAL, "claims": [], "risk": 0.0}))
    html = claims_table(Trace("?", tuple(steps), REFUSAL, (OWL,), 1.0)).data
    assert len(cells(html)) == 1
    assert ", rejected)" in html


def test_a_run_without_claims_says_so_and_a_resumed_run_shows_its_claims():
    assert "No claims" in claims_table(Trace("?", (), REFUSAL, (), 1.0)).data
    resumed = Trace("?", (), "Owls hunt.", (OWL,), 1.0, claims=(Claim("Owls hunt.", 1.0, "owl", 0.9),))
    assert len(cells(claims_table(resumed).data)) == 1


def test_the_nearest_sentence_is_marked_in_its_passage_across_line_breaks():
    owl = Passage("owl", "Owls are birds. Owls\nhunt at night. So it is.", source="owl.md")
    steps = drafted("Owls hunt.", [Claim("Owls hunt at night.", 1.0, "owl", 0.9), Claim("x", 0.0)], 0.5, [owl])
    html = claims_table(Trace("?", tuple(steps), "Owls hunt.", (owl,), 1.0)).data
    assert "<p>Owls are birds. <mark>Owls\nhunt at night.</mark> So it is.</p>" in html
    assert html.count("<mark>") == 1


def test_other_judges_odds_stand_beside_those_of_the_last_draft():
    steps = drafted("Cats hunt.", [Claim("Cats sleep.", 0.5, "cat", 0.6)], 0.5, [CAT])
    steps += drafted("Owls hunt.", [Claim("Owls hunt.", 1.0, "owl", 0.9), Claim("b")], 0.0, [OWL])
    trace = Trace("?", tuple(steps), "Owls hunt.", (OWL,), 1.0)
    rows = cells(claims_table(trace, {"NLI": [0.7, None], "words": [1.0, 0.0]}).data)
    assert [row[6:] for row in rows] == [[], ["0.70", "1.00"], ["ungraded", "0.00"]]
    with pytest.raises(ValueError, match="NLI gave 1 odds for the 2 claims"):
        claims_table(trace, {"NLI": [0.7]})
