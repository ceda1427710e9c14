"""Each ranking's share of a passage's place is shown, and it is the fusion's own arithmetic."""

from dataclasses import replace

import pytest

from ragkit.search.blend import blend
from ragkit.search.fuse import rrf
from ragkit.state import Passage
from ragkit.widgets.runs.fusion import fusion_table, rank_of, shares

CAT, DOG, OWL = (Passage(name, name, source=f"{name}.md") for name in ("cat", "dog", "owl"))
DENSE, SPARSE = [CAT, DOG], [DOG, OWL]
RANKINGS = {"dense": DENSE, "sparse": SPARSE, "fused": rrf([DENSE, SPARSE])}


def test_the_shares_of_a_passage_add_up_to_its_fused_score():
    for passage in RANKINGS["fused"]:
        assert sum(shares(passage.id, {"dense": DENSE, "sparse": SPARSE}).values()) == pytest.approx(passage.score)


def test_with_blend_they_add_up_to_the_blended_score():
    dense, sparse = (
        [replace(CAT, score=0.9), replace(DOG, score=0.5)],
        [replace(DOG, score=7.0), replace(OWL, score=2.0)],
    )
    for passage in blend([dense, sparse]):
        portions = shares(passage.id, {"dense": dense, "sparse": sparse}, fusion="blend")
        assert sum(portions.values()) == pytest.approx(passage.score)
    fused = {"dense": dense, "sparse": sparse, "fused": blend([dense, sparse])}
    assert "fused by score" in fusion_table(fused, fusion="blend").data


def test_a_row_says_rank_share_sum_and_why():
    html = fusion_table(RANKINGS).data
    assert "place 2 gives 0.0161" in html and "place 1 gives 0.0164" in html and "0.0325" in html
    assert "only dense has it" in html and "only sparse has it" in html and "not found" in html


def test_the_ranking_of_a_second_hop_is_no_part_of_the_fusion():
    assert fusion_table(RANKINGS | {"hop: pairing heap": [OWL]}).data == fusion_table(RANKINGS).data


def test_a_passage_that_the_reranker_left_out_says_so():
    html = fusion_table(RANKINGS | {"reranked": [CAT]}).data
    assert "reranked" in html and html.count("dropped") == 2


def test_only_the_first_places_are_shown_and_a_run_without_fusion_says_so():
    assert fusion_table(RANKINGS, top=1).data.count("<tr>") == 2
    assert "one ranking only" in fusion_table({"dense": DENSE}).data
    assert rank_of("fish", DENSE) == 0
