"""Costs at other prices come from the tokens of the rows."""

from dataclasses import replace

import pytest
from samples import ROW

from ragkit.evaluate.measures.prices import priced
from ragkit.settings import Price


def test_all_calls_and_the_critics_are_priced_apart():
    row = replace(ROW, evaluated=1000, reused=2000, generated=100, critic_tokens=(800, 1000, 10))
    (found,) = priced([row], Price(1.0, 0.5, 4.0))
    assert found.cost == pytest.approx(0.0024)  # 1000 + 1000 + 400 millionths
    assert found.critic_cost == pytest.approx(0.00134)  # 800 + 500 + 40


def test_an_older_row_does_not_know_what_its_critics_cost():
    (found,) = priced([replace(ROW, critic_cost=1.0)], Price(1.0, 0.5, 4.0))
    assert found.critic_cost is None and found.cost > 0


def test_a_price_below_0_is_refused():
    with pytest.raises(ValueError, match="each 0 or more"):
        priced([ROW], Price(-1.0, 0.5, 4.0))
