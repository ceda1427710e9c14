"""Two stages of reranking: ten by a cross-encoder, four by a judge, and what stands in for either."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from fakes import OWL, model

from ragkit.graphs.advanced.rerank import cross_encode, rerank
from ragkit.graphs.advanced.state import GatedState
from ragkit.kit import Kit
from ragkit.settings import DEPTHS

TWELVE = [replace(OWL, id=f"p{number}", text=f"Owls hunt {number} mice.") for number in range(12)]


def reranked(opened, passages=TWELVE, node=rerank):
    state = GatedState(question="How many mice?", passages=passages, rankings={"fused": passages})
    wrote = node(state, SimpleNamespace(context=opened))
    return [passage.id for passage in wrote["passages"]], wrote


def backwards(question, passages):
    return [float(number) for number, _ in enumerate(passages)]


@pytest.fixture
def encoded(monkeypatch):
    """A cross-encoder that likes the last passage best."""
    monkeypatch.setattr(Kit, "reranker", (backwards, ""))


def judge(**odds):
    """A judge that finds some of ten passages helpful, by their places in the prompt, and the others hardly."""
    return model(helps=[odds.get(f"p{place}", 0.1) for place in range(1, 11)])


def test_a_cross_encoder_leaves_ten_and_the_judge_four_with_all_ten_in_view(kit, encoded):
    llm = judge(p10=0.9, p3=0.8)
    ids, wrote = reranked(kit(llm, judge_rerank=True))
    assert ids == ["p2", "p9", "p11", "p10"]  # the tenth, the third, and the first two of equals
    assert llm.count("helps") == 10 and all(prompt.count("Owls hunt") == 10 for prompt in llm.prompts)
    assert list(wrote["rankings"]) == ["fused", "reranked", "judged"] and wrote["notes"] == []


def test_without_the_judge_the_cross_encoders_first_four_are_the_evidence(kit, encoded):
    for opened, node in ((kit(judge()), rerank), (kit(judge(), judge_rerank=True), cross_encode)):
        ids, _ = reranked(opened, node=node)
        assert ids == ["p11", "p10", "p9", "p8"]


def test_without_a_cross_encoder_the_judge_chooses_among_the_first_ten(kit):
    ids, wrote = reranked(kit(judge(p10=0.9), judge_rerank=True))
    assert ids == ["p9", "p0", "p1", "p2"] and "not reranked" in wrote["notes"][0]


def test_without_either_a_prompt_gets_what_it_has_room_for(kit, monkeypatch):
    monkeypatch.setitem(DEPTHS, "simple", DEPTHS["simple"]._replace(tokens=45))
    ids, wrote = reranked(kit(judge(), k=None))
    assert ids == ["p0", "p1", "p2", "p3", "p4", "p5"] and "judged" not in wrote["rankings"]


def test_where_one_passage_could_not_be_judged_the_order_stays_and_a_note_says_so(kit):
    ids, wrote = reranked(kit(judge(p3="Perhaps.", p10=0.9), judge_rerank=True))
    assert ids == ["p0", "p1", "p2", "p3"] and any("could not judge" in note for note in wrote["notes"])


def test_four_passages_need_no_judge(kit):
    ids, _ = reranked(kit(model(helps="never asked"), judge_rerank=True), TWELVE[:4])
    assert ids == ["p0", "p1", "p2", "p3"]
    assert reranked(kit(model()), [])[0] == []
