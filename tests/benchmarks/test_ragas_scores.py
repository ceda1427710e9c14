"""RAGAS asks through the kit; what does not apply is left out, what could not be read is ungraded and told."""

import asyncio

import pytest
from samples import RAGAS_SAYS as SAYS
from samples import same_vector as embed

from benchmarks.ragas_scores import NAMES, ragas_scores
from ragkit.evaluate.golden.questions import Question
from ragkit.model.scripted import ScriptedLLM
from ragkit.state import REFUSAL, Passage
from ragkit.trace import Trace

OWL = Passage("owl", "Owls hunt mice at night.", source="owls.md")
ASKED = Question("owls", "When do owls hunt?", "factual", "At night.", (), (), "easy")
RUN = Trace(ASKED.question, (), "Owls hunt at night [1].", (OWL,), 1.0)


def graded(run=RUN, question=ASKED, **said):
    return ragas_scores([(run, question)], ScriptedLLM(replies=said or SAYS), embed, quiet=True)[0]


def test_the_four_metrics_are_ragass_own_arithmetic():
    """One of two statements is supported, the question is the same again, the passage helps, the reference is there."""
    assert graded().grades == pytest.approx({"faithfulness": 0.5, **dict.fromkeys(NAMES[1:], 1.0)})


def test_the_model_sees_the_evidence_that_was_used_and_no_citations():
    llm = ScriptedLLM(replies=SAYS)
    ragas_scores([(RUN, ASKED)], llm, embed, quiet=True)
    asked = "\n".join(llm.prompts)
    assert "Owls hunt mice at night." in asked and "Owls hunt at night." in asked and "[1]" not in asked


@pytest.mark.parametrize("answer", [REFUSAL, "", " "])
def test_of_what_did_not_go_out_nothing_is_asked(answer):
    llm = ScriptedLLM(replies={})
    found = ragas_scores([(Trace("?", (), answer, (OWL,), 1.0), ASKED)], llm, embed, quiet=True)
    assert found[0].grades == {} and llm.prompts == []


def test_without_a_reference_the_context_is_not_graded():
    nobody = Question("mars", "?", "out-of-domain", None, (), (), "easy")
    assert set(graded(question=nobody).grades) == {"faithfulness", "answer_relevancy"}


def test_a_judge_that_cannot_be_read_leaves_all_ungraded_and_says_so():
    found = graded(**{"": "I would rather not."})
    assert set(found.grades.values()) == {None} and len(found.notes) == 4
    assert all("could not be read" in note for note in found.notes)


def test_it_works_where_an_event_loop_runs_already():
    async def notebook():
        return graded()

    assert asyncio.run(notebook()).grades["faithfulness"] == 0.5
