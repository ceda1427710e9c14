"""Reranking by a score, by the chat model's odds, and what is said when the cross-encoder is missing."""

import pytest

import ragkit.search.rerank
from ragkit.model.llm import NoOdds
from ragkit.model.scripted import ScriptedLLM
from ragkit.search.rerank import odds_score, rerank, reranker
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.weights import ModelMissing

OWL = Passage("owl", "Owls hunt at night.")
CAT = Passage("cat", "Cats sleep all day.")
DOG = Passage("dog", "Dogs bark at owls.", section="Dogs > Noise")


def ids(passages):
    return [passage.id for passage in passages]


def scripted():
    odds = {"Owls hunt": (0.9, 0.1), "Cats sleep": (0.1, 0.7), "Dogs bark": (0.3, 0.3)}
    return ScriptedLLM(replies={text: {"yes": yes, "no": no} for text, (yes, no) in odds.items()})


def test_the_best_come_first_and_only_so_many_are_kept():
    scores = {"owl": 0.2, "cat": 0.9, "dog": 0.5}
    found = rerank("?", [OWL, CAT, DOG], lambda _, passages: [scores[p.id] for p in passages], keep=2)
    assert [(p.id, p.score) for p in found] == [("cat", 0.9), ("dog", 0.5)]


def test_ties_keep_their_order_and_nothing_stays_nothing():
    assert ids(rerank("?", [CAT, OWL, DOG], lambda _, passages: [1.0] * 3, keep=3)) == ["cat", "owl", "dog"]
    assert rerank("?", [], lambda _, passages: [], keep=3) == []


def test_a_scorer_that_forgets_a_passage_is_an_error():
    with pytest.raises(ValueError, match="shorter"):
        rerank("?", [OWL, CAT], lambda _, passages: [1.0], keep=2)


def test_odds_are_yes_against_no_and_each_passage_is_read_alone():
    llm = scripted()
    assert odds_score(llm)("Who hunts?", [OWL, CAT, DOG]) == pytest.approx([0.9, 0.125, 0.5])  # 0.1 / (0.1 + 0.7)
    assert len(llm.prompts) == 3
    assert all(prompt.count("[1] (") == 1 and "[2]" not in prompt for prompt in llm.prompts)
    assert ids(rerank("Who hunts?", [CAT, DOG, OWL], odds_score(llm), keep=3)) == ["owl", "dog", "cat"]


def test_a_model_without_odds_is_an_error_and_no_score_of_nought():
    with pytest.raises(NoOdds, match="got none from this endpoint"):
        odds_score(ScriptedLLM(replies={"": "yes"}))("Who hunts?", [OWL])


def test_without_a_cross_encoder_there_is_no_way_to_score_and_a_note_says_why(monkeypatch):
    def missing(name):
        raise ModelMissing(f"cross-encoder {name!r}", "no such folder", "go online")

    monkeypatch.setattr(ragkit.search.rerank, "load_cross_encoder", missing)
    score, note = reranker(Settings(reranker="acme/none"), lambda: pytest.fail("a chat model was asked for"))
    assert score is None
    assert note.startswith("not reranked, the fused order stands") and "acme/none" in note and "go online" in note


def test_the_chat_model_reranks_if_asked():
    score, note = reranker(Settings(reranker="odds"), scripted)
    assert score("Who hunts?", [OWL]) == pytest.approx([0.9]) and note == ""


def test_with_a_cross_encoder_it_scores_pairs_headings_included_and_no_chat_model_is_made(monkeypatch):
    class CrossEncoder:
        def predict(self, pairs):
            self.pairs = pairs
            return [len(text) for _, text in pairs]

    model = CrossEncoder()
    monkeypatch.setattr(ragkit.search.rerank, "load_cross_encoder", lambda name: model)
    score, note = reranker(Settings(), lambda: pytest.fail("a chat model was asked for"))
    assert note == "" and score("Who?", [OWL, DOG]) == [19.0, 31.0]
    assert model.pairs == [("Who?", OWL.text), ("Who?", "Dogs > Noise\nDogs bark at owls.")]


@pytest.mark.parametrize("how", [{"provider": "recorded"}, {"record_to": "/nowhere"}], ids=["replayed", "recorded"])
def test_with_recorded_replies_the_default_reranker_is_not_used_because_machines_differ_in_it(monkeypatch, how):
    monkeypatch.setattr(ragkit.search.rerank, "load_cross_encoder", lambda name: pytest.fail("it was loaded"))
    score, note = reranker(Settings(**how), lambda: pytest.fail("a chat model was asked for"))
    assert score is None and note == "not reranked: recorded replies are about the fused order"
    monkeypatch.setattr(ragkit.search.rerank, "load_cross_encoder", lambda name: object())
    assert reranker(Settings(reranker="/my/own", **how), lambda: pytest.fail("asked"))[0] is not None


def test_a_reranker_that_is_switched_off_says_so_and_looks_for_no_weights():
    score, note = reranker(Settings(reranker="none"), lambda: ScriptedLLM(replies={}))
    assert score is None and note == "not reranked: the reranker is switched off"
