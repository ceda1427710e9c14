"""The gate of answerability, which `adaptive` has only when it is asked for."""

import pytest
from fakes import model

from ragkit.graphs import adaptive
from ragkit.graphs.adaptive.policy import GATE
from ragkit.trace import run
from ragkit.widgets import route_map

HEAD = ["plan", "retrieve", "hop", "context_critic", "generate", "verify", "answer_critic", "readings"]
PREMISED = "Why do most owls hunt mice at noon?"


def test_without_being_asked_for_it_is_not_there(kit):
    assert not {"answerability", "correct", "as_of"} & set(adaptive().nodes)
    assert run(adaptive(), PREMISED, kit(model())).route == [*HEAD, "remember"]


def test_a_false_premise_is_corrected_and_remembered_as_an_answer(kit):
    opened = kit(model(premise=0.1, draft="No, most owls hunt mice at night [1]."), memory=True)
    trace = run(adaptive(extra=["gate"]), PREMISED, opened)
    assert trace.route == ["answerability", "correct", "remember"] and trace.steps[0].rule == GATE[0]
    assert (
        "deny. No, most owls hunt mice at night [1]. The document says:" in trace.answer
        and trace.claims[0].support == 1.0
    )
    assert [entry.mode for entry in opened.memory.entries()] == ["verified"]


def test_what_it_lets_through_takes_the_usual_way_with_the_prefix_that_the_gate_has_read(kit):
    llm = model()
    trace = run(adaptive(extra=["gate"]), PREMISED, kit(llm))
    assert trace.route == ["answerability", *HEAD, "as_of", "remember"]
    prefix = llm.prompts[0].partition("By the passages:")[0]
    assert llm.prompts[1].startswith(prefix)


def test_an_answer_about_now_says_how_old_its_source_is(kit):
    trace = run(adaptive(extra=["gate"]), "Which animals hunt mice now?", kit(model()))
    assert trace.answer.endswith("The source has no date, so this may have changed.")


def test_its_table_is_on_the_map():
    assert ">false premise<" in route_map(adaptive(extra=["gate"])).data


def test_a_part_that_cannot_be_added_is_an_error():
    with pytest.raises(ValueError, match="asked for the parts doubt; there are gate"):
        adaptive(extra=["doubt"])
