"""The baseline without a model copies what shares most with the question, and cites where it stands."""

from fakes import CAT, OWL, model

from ragkit.graphs import extract
from ragkit.nodes.quote import MOST
from ragkit.state import REFUSAL
from ragkit.trace import run


def test_the_graph_asks_no_model_and_copies_at_most_three(kit):
    llm = model()
    trace = run(extract(), "What do owls and cats hunt at night and by day?", kit(llm))
    assert trace.route == ["retrieve", "quote"] and trace.usage.calls == 0 and llm.prompts == []
    assert OWL.text in trace.answer and CAT.text in trace.answer and 1 < trace.answer.count("[") <= MOST
    assert not trace.failed


def test_where_no_word_is_shared_the_answer_is_the_refusal(kit):
    assert run(extract(), "Quantum chromodynamics?", kit(model())).answer == REFUSAL
