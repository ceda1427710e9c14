"""The second architecture: four steps in a line, whatever they find."""

from fakes import model

from ragkit.graphs import SYSTEMS
from ragkit.trace import run

QUESTION = "Which animals hunt mice?"
ROUTE = ["query_expansion", "retrieve", "rerank", "generate"]


def test_it_searches_for_every_variant_and_answers(kit):
    trace = run(SYSTEMS["intermediate"].build(), QUESTION, kit(model()))
    assert trace.route == ROUTE and trace.usage.calls == 2
    variants = trace.steps[0].wrote["variants"]
    assert list(trace.steps[1].wrote["rankings"]) == [*variants, "fused"] and variants[0] == QUESTION


def test_without_a_cross_encoder_the_fused_order_stays_and_a_note_says_so(kit):
    trace = run(SYSTEMS["intermediate"].build(), QUESTION, kit(model(), k=5))
    found, kept = trace.steps[1].wrote["passages"], trace.steps[2].wrote["passages"]
    assert kept == found[:4] and any("not reranked" in note for note in trace.notes)


def test_a_made_up_answer_is_not_noticed(kit):
    assert run(SYSTEMS["intermediate"].build(), QUESTION, kit(model(draft="Dogs do."))).answer.startswith("Dogs do.")


def test_basic_is_naive():
    assert SYSTEMS["basic"].build is SYSTEMS["naive"].build
