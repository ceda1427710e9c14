"""Technical density: formulas, identifiers and numbers with a unit in 100 words."""

from time import process_time

import pytest

from ragkit.documents.density import SAMPLE, density, technical


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It takes O(n log n) or n^2 steps.", 2),
        ("Set `max level`, max_level, maxLevel, walk() and --quiet.", 5),
        ("Codes such as WF-052 and G07.", 2),
        ("It holds 1,080 m³, 165 m³/s, 5.8 g, 12 kW, 30 % and 20 °C.", 6),
        ("Thirty litres or 3 litres in 2 hours.", 2),
        ("It was printed in 1962, on page 12, for 3 teams of 11.", 0),
        ("Well-known owls--and cats--sleep.", 0),
    ],
)
def test_what_is_counted(text, found):
    assert technical(text) == found


def test_the_density_can_be_worked_out_by_hand():
    # 2 signs in 20 words are 10 in 100: 10 / (10 + 5)
    assert density("word " * 16 + "takes 5 ms `now`") == 0.667
    assert density("word " * 100) == 0.0
    assert density("") == density(" \n") == 0.0


def test_only_the_beginning_is_looked_at():
    assert density("word " * SAMPLE + "`code`") == 0.0


@pytest.mark.parametrize("part", ["`", "a_", "-", "A1-", "1 ", "aB", "-a", "a.", "a("])
def test_hostile_text_takes_no_longer(part):
    # Of this process alone: the machine may be busy.
    began = process_time()
    assert 0 <= density(part * SAMPLE) < 1
    assert process_time() - began < 10
