"""Judged drafts: the thresholds to try, the groups of questions, and up to where claims pass."""

import pytest

from ragkit.evaluate.judging.drafts import GRID, TARGETS, WIDE, cuts, group, passes_up_to
from ragkit.settings import Settings


@pytest.mark.parametrize(
    ("odds", "missing", "highest"),
    [([0.6], (), 0.58), ([0.9], (), 0.88), ([0.95, 0.1], (), 0.94), ([0.6, 0.6, 0.1], (), 0.0), ([0.9], ("MIT",), 0.0)],
)
def test_claims_pass_up_to_the_threshold_at_which_their_mean_support_falls_below_half(odds, missing, highest):
    claims = [{"odds": o, "missing": missing} for o in odds]
    assert passes_up_to(claims, Settings()) == highest


def test_odds_beyond_the_grid_are_cut_at_their_quantiles():
    """A model that says .99 and more: its median is above .98, and the cuts are its own odds and between them."""
    sure = [0.97, 0.99, 0.995, 0.999, 0.9995]
    found = cuts(sure)
    assert (found[0], found[-1], len(found)) == (0.97, 0.9995, len(GRID)) and found == sorted(found)
    assert cuts([0.9, 0.98, 0.98]) is GRID and cuts([0.0, 0.0, 0.0]) is GRID and cuts([0.3]) is GRID
    assert cuts([0.0, 0.0, 0.2])[0] > 0


def test_odds_of_which_a_tenth_are_below_the_grid_are_cut_on_a_wider_one():
    """A taught judge says .2 of a true claim where one that was not taught says .6."""
    assert cuts([0.1, 0.2, 0.5, 0.9]) is WIDE and (WIDE[0], WIDE[-1]) == (0.02, 0.98)
    one_in_twenty = [0.1, *[0.5] * 19]
    assert cuts(one_in_twenty) is GRID


def test_every_kind_has_a_group_with_a_target():
    kinds = ("factual", "ambiguous", "near-miss", "false-premise", "out-of-domain", "web-only")
    expected = ["answerable"] * 2 + ["hold back"] * 2 + ["out-of-domain"] * 2
    assert [group(kind) for kind in kinds] == expected and set(expected) == set(TARGETS)


def test_a_copied_claim_passes_at_any_odds_as_it_does_in_the_verifier():
    claim = {"odds": 0.1, "missing": [], "support": 1.0}
    assert passes_up_to([claim | {"copied": True}], Settings()) == GRID[-1]
    assert passes_up_to([claim], Settings()) == passes_up_to([claim | {"copied": False}], Settings()) == 0
