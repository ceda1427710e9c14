"""The leaderboard: luck is told from a lead, with the numbers of a class worked by hand."""

from dataclasses import replace
from math import isinf, sqrt

import numpy as np
import pytest
from samples import lacks
from scipy.stats import t as student

from ragkit.course.capstones.leaderboard import (
    BadBoard,
    Entry,
    add_entry,
    as_page,
    as_table,
    board,
    by_luck,
    corrected,
    read_entries,
)
from ragkit.score import difference

QUESTIONS = 100
EVEN = (1.0, -1.0) * 50
"""As often better than crag as worse."""
ENTRY = Entry("ada", "c1", "d", 0.3, 1.0, EVEN)


def ahead_of(lead, draw, learner="ada", code="c"):
    """A try whose value on a question is that of crag and a coin's, and `lead` more on the mean."""
    gaps = draw.choice([-2.0, -1.0, 0.0, 1.0, 2.0], QUESTIONS, p=[0.1, 0.2, 0.4, 0.2, 0.1]) + lead
    return Entry(learner, code, "d", 0.0, 1.0, tuple(gaps.tolist()))


def class_of(draw, learners=30, tries=10, lead=0.0):
    """A class of equal systems, each handed in several times; the first learner's last try leads by so much."""
    entries = []
    for learner in range(learners):
        for number in range(tries):
            own = lead if (learner, number) == (0, tries - 1) else 0.0
            entries.append(ahead_of(own, draw, f"learner {learner}", f"{learner}-{number}"))
    return entries


# The correction


def test_an_interval_is_students_at_the_error_shared_among_the_comparisons():
    # 100 values of 1 and -1: the standard error is sqrt(100 / 99) / 10
    for comparisons in (1, 300):
        width = student.ppf(1 - 0.05 / comparisons / 2, 99) * sqrt(100 / 99) / 10
        found = corrected(EVEN, comparisons)
        assert (found.low, found.high, found.n) == (pytest.approx(-width), pytest.approx(width), 100)


def test_what_is_ungraded_is_counted_apart():
    found = corrected((*EVEN, None), 1)
    assert (found.n, found.ungraded, found.mean) == (100, 1, 0)


@pytest.mark.parametrize("gaps", [(), (None,), (1.0,), (0.0,) * 100, (1.0,) * 5])
def test_too_few_questions_that_differ_show_nothing(gaps):
    assert isinf(corrected(gaps, 1).low)


def test_six_of_six_show_a_lead_of_one_try_and_not_of_two():
    # 2 / 2**6 is 0.031, which is below 0.05 and above 0.025
    assert corrected((1.0,) * 6, 1).low == 1 and isinf(corrected((1.0,) * 6, 2).low)


# A class


def test_of_thirty_equal_learners_with_ten_tries_each_nearly_none_is_called_ahead():
    draw = np.random.default_rng(0)
    ahead = luckiest = uncorrected = 0
    for _ in range(8):
        entries = class_of(draw)
        lines = board(entries)
        ahead += any(line.is_ahead for line in lines)
        luckiest += lines[0].gap.mean > 0.2
        zeros = [0.0] * QUESTIONS
        uncorrected += sum(difference(line.best.gaps, zeros).low > 0 for line in lines)
    # at most one class in twenty has anyone by chance; without the correction, a few of each class's thirty
    assert ahead <= 1
    assert luckiest == 8 and uncorrected > 3 * 8


def test_the_one_system_that_is_truly_better_is_ahead_and_alone_on_the_first_place():
    first, *others = board(class_of(np.random.default_rng(0), lead=1.2))
    assert first.best.learner == "learner 0" and first.is_ahead and first.place == 1 and first.tries == 10
    assert not any(line.is_ahead for line in others)
    assert {line.place for line in others} == {2}


def test_learners_who_cannot_be_told_apart_share_a_place():
    good, same, bad = (1.0,) * 60 + (0.0,) * 40, (1.0,) * 58 + (0.0,) * 42, (-1.0,) * 60 + (0.0,) * 40
    entries = [replace(ENTRY, learner=name, code=name, gaps=gaps) for name, gaps in zip("abc", (good, same, bad))]
    assert [(line.best.learner, line.place) for line in board(entries)] == [("a", 1), ("b", 1), ("c", 3)]


def test_the_best_try_of_a_learner_is_on_the_board_and_all_are_counted():
    worse = replace(ENTRY, code="c2", gaps=(-1.0,) * 100)
    (line,) = board([worse, ENTRY])
    assert line.best == ENTRY and line.tries == 2
    assert line.gap == corrected(EVEN, 2)


def test_an_empty_board_has_no_lines():
    assert board([]) == []


def test_the_lead_by_luck_grows_with_the_tries():
    # one try: the median of one draw is 0; two: the quantile at 2/3 is 0.431 of a standard error of 0.1005
    assert by_luck([ENTRY]) == 0
    assert by_luck([ENTRY, ENTRY]) == pytest.approx(0.4307 * sqrt(100 / 99) / 10, abs=1e-4)


# The file


def test_tries_are_kept_and_read_in_order_and_the_same_code_is_one_try(tmp_path):
    file = tmp_path / "board.jsonl"
    assert read_entries(file) == []
    second = replace(ENTRY, code="c2", gaps=(None, 1.0))
    assert [add_entry(file, one) for one in (ENTRY, second, ENTRY)] == [True, True, False]
    assert read_entries(file) == [ENTRY, second]


def test_tries_on_other_questions_are_refused(tmp_path):
    file = tmp_path / "board.jsonl"
    add_entry(file, ENTRY)
    with pytest.raises(BadBoard, match="another word, price or number of questions.*--to"):
        add_entry(file, replace(ENTRY, code="c2", draw="other"))


def test_a_line_that_is_no_try_is_named(tmp_path):
    file = tmp_path / "board.jsonl"
    add_entry(file, ENTRY)
    with file.open("a") as out:
        out.write('{"learner": "eve"}\n')
    with pytest.raises(BadBoard, match="line 2: not a try.*delete that line"):
        read_entries(file)


# What is shown


def test_the_table_names_the_correction_the_tries_and_what_luck_brings():
    text = str(as_table([ENTRY, replace(ENTRY, code="c2")]))
    assert lacks(text, "1 learner, 2 tries", "Bonferroni", "simultaneous", "by luck alone", "not shown") == []
    assert "by about 0.043, by luck" in text  # 0.4307 of 0.1005


def test_a_lead_is_said_in_bold_and_a_name_is_no_markup():
    page = as_page([replace(ENTRY, learner="<b>ada", gaps=(1.0,) * 50 + (0.0,) * 50)])
    assert "<strong>ahead of crag</strong>" in page and "&lt;b&gt;ada" in page and "<b>ada" not in page
