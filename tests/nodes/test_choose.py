"""The draft stays where the judge accepts it; otherwise the best lines are copied in its place."""

import pytest
from fakes import CAT, OWL, model

from ragkit.graphs import hybrid
from ragkit.state import REFUSAL
from ragkit.trace import run

ASKED = "Which animals hunt mice?"
DRAFT = "Most owls hunt mice at night [1]."
LINES = f"{CAT.text} [1] {OWL.text} [2]"
ROUTE = ["retrieve", "generate", "choose", "readings"]


def chosen(kit, draft=DRAFT, **odds):
    return run(hybrid(extra=["choose"]), ASKED, kit(model(draft=draft, **odds), fit_from=0.5))


def test_a_draft_that_fits_is_the_answer(kit):
    trace = chosen(kit, fits=0.5)
    assert trace.route == ROUTE and trace.answer == DRAFT
    assert trace.steps[2].wrote["fit"] == pytest.approx(0.5)


def test_lines_stand_in_for_a_draft_that_does_not_fit(kit):
    trace = chosen(kit, fits=0.49)
    assert trace.answer == LINES
    assert trace.steps[1].wrote["draft"] == DRAFT


def test_a_draft_that_could_not_be_judged_gives_way_and_the_run_says_so(kit):
    trace = chosen(kit, fits="I would rather not say.")
    assert trace.answer == LINES and trace.steps[2].wrote["fit"] is None and trace.notes


def test_a_refusal_gives_way_without_a_question_to_the_judge(kit):
    trace = chosen(kit, draft=REFUSAL)
    assert trace.answer == LINES and trace.usage.calls == 1


def test_it_is_there_only_when_it_is_asked_for(kit):
    assert "choose" not in hybrid().nodes and run(hybrid(), ASKED, kit(model())).route[1:] == ["generate", "readings"]
    with pytest.raises(ValueError, match="asked for the parts gate; there are choose"):
        hybrid(extra=["gate"])
