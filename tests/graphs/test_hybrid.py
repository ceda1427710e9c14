"""Two indexes, fused; on a deep policy reranked, and what fell back is said."""

import pytest
from fakes import small_kit

import ragkit.search.rerank
from ragkit.graphs import hybrid
from ragkit.model.scripted import ScriptedLLM
from ragkit.nodes.generate import ANSWER
from ragkit.trace import run
from ragkit.weights import ModelMissing

QUESTION = "Which animals hunt mice?"


@pytest.fixture
def open_(tmp_path, monkeypatch):
    """A kit on five passages; its model finds fish helpful, then cats, and there is no cross-encoder."""

    def missing(name):
        raise ModelMissing(f"cross-encoder {name!r}", "not here", "go online")

    monkeypatch.setattr(ragkit.search.rerank, "load_cross_encoder", missing)
    helps = {"[1] (fish.md": 0.9, "[1] (cats.md": 0.8, "[1] (owls.md": 0.3, "[1] (trees.md": 0.1, "[1] (moss.md": 0.2}
    judged = {place: {"yes": yes, "no": 1 - yes} for place, yes in helps.items()}
    kits = []

    def opened(**settings):
        model = ScriptedLLM(replies={ANSWER.format(question=QUESTION): "Owls [1] and cats [2].", **judged})
        kits.append(small_kit(tmp_path / "index", model, **settings))
        return kits[-1]

    yield opened
    for kit in kits:
        kit.close()


def test_it_retrieves_then_generates(open_):
    trace = run(hybrid(), QUESTION, open_())
    assert trace.route == ["retrieve", "generate", "readings"]
    assert trace.answer == "Owls [1] and cats [2]." and trace.notes == ()


def test_a_simple_policy_fuses_two_rankings_keeps_three_and_asks_the_model_once(open_):
    trace = run(hybrid(), QUESTION, open_(depth="simple"))
    rankings = trace.steps[0].wrote["rankings"]
    assert list(rankings) == ["dense", "sparse", "fused"]
    assert rankings["fused"] == list(trace.passages) and len(trace.passages) == 3
    assert {p.id for p in trace.passages[:2]} == {p.id for p in rankings["sparse"]} == {"owl", "cat"}
    assert trace.usage.calls == 1


def test_a_complex_policy_reranks_by_the_chat_model_if_asked_and_keeps_three(open_):
    trace = run(hybrid(), QUESTION, open_(depth="paper complex", reranker="odds", k=None))
    rankings = trace.steps[0].wrote["rankings"]
    assert list(rankings) == ["dense", "sparse", "fused", "reranked"]
    assert len(rankings["fused"]) == 5
    assert [p.id for p in trace.passages] == ["fish", "cat", "owl"]
    assert [p.score for p in trace.passages] == pytest.approx([0.9, 0.8, 0.3])
    assert trace.notes == () and [step.usage.calls for step in trace.steps] == [5, 1, 0]


def test_without_a_cross_encoder_the_five_best_fused_go_on_and_a_note_says_so(open_):
    trace = run(hybrid(), QUESTION, open_(depth="paper complex", k=None))
    rankings = trace.steps[0].wrote["rankings"]
    assert list(rankings) == ["dense", "sparse", "fused"] and list(trace.passages) == rankings["fused"]
    (note,) = trace.notes
    assert note.startswith("not reranked, the fused order stands") and "ms-marco" in note and trace.usage.calls == 1


def test_with_a_cross_encoder_there_is_no_note(open_, monkeypatch):
    class CrossEncoder:
        def predict(self, pairs):
            return ["trees" in text.casefold() for _, text in pairs]

    monkeypatch.setattr(ragkit.search.rerank, "load_cross_encoder", lambda name: CrossEncoder())
    trace = run(hybrid(), QUESTION, open_(depth="paper complex", k=None))
    assert trace.passages[0].id == "tree" and trace.notes == () and trace.usage.calls == 1
