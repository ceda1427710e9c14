"""Sentences of the evidence become the answer only if the judge finds that they are one."""

from types import SimpleNamespace

import pytest
from fakes import CAT, OWL, model

from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.nodes import quote_instead
from ragkit.state import REFUSAL

QUESTION = "Which animals hunt mice at night?"


def written(kit, llm, **settings):
    state = AdaptiveState(question=QUESTION, passages=[OWL, CAT])
    return quote_instead(state, SimpleNamespace(context=kit(llm, **settings)))


@pytest.mark.parametrize(("odds", "passes"), [(0.4, True), (0.39, False)])
def test_the_judge_decides_whether_the_copied_sentences_are_the_answer(kit, odds, passes):
    wrote = written(kit, model(fits=odds), quote_from=0.4)
    assert (wrote["answer"] != REFUSAL) == passes == bool(wrote["claims"])
    assert wrote["fit"] == pytest.approx(odds) and wrote["risk"] == 0.0


def test_each_copied_sentence_is_a_claim_that_its_own_passage_supports(kit):
    wrote = written(kit, model(fits=0.9))
    assert wrote["answer"].startswith("Most owls hunt mice at night. [1]") and "[2]" in wrote["answer"]
    first = wrote["claims"][0]
    assert (first.text, first.support, first.evidence) == ("Most owls hunt mice at night.", 1.0, OWL.id)


def test_the_judge_has_all_of_the_evidence_in_view_as_the_writer_has(kit):
    llm = model(fits=0.9)
    written(kit, llm)
    (prompt,) = llm.prompts
    assert OWL.text in prompt and CAT.text in prompt and "Answer: Most owls hunt mice at night." in prompt


def test_a_judge_that_could_not_judge_lets_nothing_out_and_says_so(kit):
    wrote = written(kit, model(fits="Perhaps."))
    assert wrote["answer"] == REFUSAL and wrote["fit"] is None and "could not judge" in wrote["notes"][0]


def test_where_no_word_is_shared_no_judge_is_asked(kit):
    llm = model()
    state = AdaptiveState(question="Quantum chromodynamics?", passages=[OWL])
    wrote = quote_instead(state, SimpleNamespace(context=kit(llm)))
    assert wrote["answer"] == REFUSAL and wrote["fit"] is None and llm.prompts == []
