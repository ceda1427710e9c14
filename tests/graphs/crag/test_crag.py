"""Corrective RAG, whole routes: a critic before the writer, and nothing behind it."""

from fakes import BAT, FakeWeb, model

from ragkit.graphs import crag
from ragkit.graphs.crag.policy import CRAG
from ragkit.policy import choose
from ragkit.state import Rule
from ragkit.trace import run

QUESTION = "Which animals hunt mice?"
ANSWER = "Owls hunt mice at night [1]."
LOOK = ["retrieve", "context_critic"]
POOR = {"relevant": 0.4, "sufficient": 0.3, "answerable": 0.2}


def test_approved_evidence_is_answered_from(kit):
    trace = run(crag(), QUESTION, kit(model()))
    assert trace.route == [*LOOK, "generate"] and trace.answer == ANSWER and trace.claims == ()
    assert trace.steps[1].rule == choose(CRAG, {"approved"}, []) and trace.usage.calls == 3 + 1


def test_rejected_evidence_is_searched_for_in_other_words_and_the_rest_is_dropped(kit):
    llm = model(answerable=[0.2, 0.9], sufficient=0.5, helps=0.1, keywords="river")
    trace = run(crag(), QUESTION, kit(llm))
    assert trace.route == [*LOOK, "rewrite", *LOOK, "generate"] and trace.answer == ANSWER
    assert trace.steps[2].wrote["queries"] == ["Which animals hunt mice? river"]
    first, second = (trace.steps[n].wrote["passages"] for n in (0, 3))
    assert trace.steps[3].wrote["dropped"] == [p.id for p in first] and not set(first) & set(second)


def test_when_the_retries_are_spent_the_web_is_asked_and_believed(kit):
    llm = model(**POOR, draft="Bats hunt moths at dusk [1].")
    trace = run(crag(), QUESTION, kit(llm, web=FakeWeb(BAT)))
    assert trace.route == [*LOOK, *["rewrite", *LOOK] * 2, "search_web", "generate"]
    assert trace.answer == "Bats hunt moths at dusk [1]." and trace.passages == (BAT,)


def test_a_web_that_finds_nothing_leaves_the_writer_only_the_refusal(kit):
    llm = model(**POOR)
    trace = run(crag(), QUESTION, kit(llm, web=FakeWeb()))
    assert trace.refused and llm.count("draft") == 0 and trace.route[-2:] == ["search_web", "generate"]


def test_without_a_web_it_apologises(kit):
    trace = run(crag(), QUESTION, kit(model(**POOR)))
    assert trace.refused and trace.route == [*LOOK, *["rewrite", *LOOK] * 2, "apologise"]
    assert trace.steps[-2].rule == choose(CRAG, {"insufficient", "exhausted"}, [], closed={"search_web"})


def test_nothing_notices_that_an_answer_is_made_up(kit):
    assert run(crag(), QUESTION, kit(model(draft="Dogs do.", stated=0.0))).answer == "Dogs do."


def test_another_table_is_another_route(kit):
    table = (Rule("approved", "generate", "it is there"), Rule("insufficient", "apologise", "one look is enough"))
    trace = run(crag(context=table), QUESTION, kit(model(**POOR), web=FakeWeb(BAT)))
    assert trace.route == [*LOOK, "apologise"] and trace.steps[1].why == "one look is enough"
