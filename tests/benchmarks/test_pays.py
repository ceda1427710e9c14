"""`benchmarks/pays.py` says in three sentences what to take at which price, worked by hand here."""

from dataclasses import replace

from samples import ROW

from benchmarks.pays import pays_block
from ragkit.report.systems_table import GROWN

ENDS = {"+": {"right": True}, "-": {"right": False}, "0": {"right": False, "refused": True}}
RAN = dict.fromkeys(GROWN, "----------") | {
    "hybrid": "+++++++---",
    "extract": "+++++-----",
    "adaptive": "++++++0000",
    "tiered": "+++++00000",
}
"""Ten questions a system: correct, wrong, or abstained from."""


def rows_of(ran):
    return [
        replace(ROW, key=f"{system}{at}", system=system, question=str(at), **ENDS[sign])
        for system, signs in ran.items()
        for at, sign in enumerate(signs)
    ]


def test_at_a_price_of_0_the_one_that_is_correct_most_often_is_taken():
    free, _, _ = pays_block(rows_of(RAN)).splitlines()
    assert free.startswith("- **If a wrong answer costs nothing, take `hybrid`.**") and " 0.70 [" in free
    assert "no clear lead over `extract`" in free and "(+0.20 [+0.00, " in free


def test_at_a_price_of_1_the_one_whose_wrong_answers_do_not_eat_up_its_correct_ones_is_taken():
    """Adaptive is worth .6, tiered .5, hybrid .7 - .3, extract .5 - .5, and all others -1."""
    _, even, _ = pays_block(rows_of(RAN)).splitlines()
    assert even.startswith("- **If it costs as much as a correct answer is worth, take `adaptive`.**")
    assert " 0.60 [" in even and "+0.20 [" in even and "over `hybrid` and +0.60 [" in even
    assert "Of its answers 1.00 are correct, of `hybrid`'s 0.70." in even
    assert even.endswith("The next best is `tiered`, with no clear difference.")


def test_checking_pays_from_the_price_at_which_what_is_given_up_is_made_up_for():
    """Adaptive gives up one correct answer of hybrid's and tiered two; both avoid three wrong ones."""
    *_, begins = pays_block(rows_of(RAN)).splitlines()
    assert "for `adaptive` 0.33 [" in begins and "for `tiered` 0.67 [" in begins and "(n=10)" in begins


def test_a_difference_whose_interval_excludes_0_is_called_clear():
    ran = RAN | {"hybrid": "++++++++++", "extract": "----------", "tiered": "----------", "adaptive": "0000000000"}
    free, even, begins = pays_block(rows_of(ran)).splitlines()
    assert ": a clear lead over `extract`" in free and "(+1.00 [+1.00, +1.00])" in free
    assert even.endswith("The next best is `adaptive`, with a clear difference.")
    assert "for `adaptive` never [never, never] (n=10)" in begins
