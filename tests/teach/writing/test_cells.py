"""A cell is asked for by row and column, and answered with both names and the value."""

from random import Random

import pytest

from ragkit.evaluate.golden.cells import MANY, WORDINGS
from ragkit.state import Passage
from ragkit.teach.writing.cells import cells, has_cell, without_rivals

TABLE = "Counts.\n\n| sort | steps | year |\n|---|---|---|\n| Library sort | 71 | 2006 |\n| Quicksort | 19 | 1961 |"
SORTS = Passage("s", TABLE, source="sorts.md")


def of(text, seed=0):
    return cells(Passage("t", text, source="t.md"), Random(seed))


def test_every_cell_behind_the_first_is_asked_and_answered_with_the_names_of_row_and_column():
    found = cells(SORTS, Random(0))
    answers = {one.stated[0].sentence for one in found}
    assert answers == {
        'For "Library sort", the table gives 71 under "steps".',
        'For "Library sort", the table gives 2006 under "year".',
        'For "Quicksort", the table gives 19 under "steps".',
        'For "Quicksort", the table gives 1961 under "year".',
    }
    for one in found:
        assert one.kind == "table cell" and one.needed == (SORTS,)
        row, column = one.answered.question.id.split()[1], one.answered.question.id.split()[-1]
        assert row in one.question and column in one.question


def test_a_cell_is_asked_for_in_several_wordings():
    asked = {one.question for seed in range(60) for one in of(TABLE, seed) if one.answered.question.answer == "1961"}
    assert len(asked) == len(WORDINGS) + 1 >= 5
    assert "What is the year of Quicksort?" in asked


def test_only_a_column_in_plain_words_has_something():
    asked = {one.question for seed in range(60) for one in of(TABLE.replace("year", "Year (AD)"), seed)}
    assert not any(question.startswith("What is the Year") for question in asked)


def test_a_row_with_a_number_is_named_with_its_column():
    (one,) = of("| size | steps |\n|---|---|\n| 40 | 7 |")
    assert one.stated[0].sentence == 'For "size 40", the table gives 7 under "steps".'


@pytest.mark.parametrize(
    "table",
    [
        "| sort | steps |\n|---|---|\n| Quicksort | 19 |\n| Quicksort | 20 |",  # two rows of one name
        "| sort | steps | steps |\n|---|---|---|\n| Quicksort | 19 | 20 |",  # two columns of one name
        "| sort | h |\n|---|---|\n| Quicksort | 19 |",  # a column that says nothing
        "| sort | From |\n|---|---|\n| Quicksort | 1961 |",  # nor does this one
        "| sort | steps |\n|---|---|\n| Quicksort | - |",  # nothing to tell
        "| sort | steps |\n|---|---|\n| Quicksort | `a` or *b* |",  # markup
        "| sort | steps |\n|---|---|\n| Quicksort | one two three four five six seven eight nine ten eleven |",
        "| 1 | steps |\n|---|---|\n| 2 | 19 |",  # a row without a name
        "No table here.",
    ],
)
def test_what_cannot_be_said_in_a_sentence_is_not_asked(table):
    assert of(table) == []


def test_a_passage_gives_only_some_of_its_cells():
    rows = "".join(f"| sort {number} by Kahn | {number} |\n" for number in range(20))
    assert len(of("| sort | steps |\n|---|---|\n" + rows)) == MANY


def test_another_table_with_a_row_of_that_name_is_no_evidence_beside_it():
    one = next(one for one in cells(SORTS, Random(0)) if "Quicksort" in one.question)
    rival = Passage("r", "| sort | steps |\n|---|---|\n| Quicksort | 23 |")
    other = Passage("o", "| sort | steps |\n|---|---|\n| Heapsort | 23 |")
    assert has_cell(rival, one) and not has_cell(other, one)
    assert without_rivals((rival, SORTS, other), one) == (SORTS, other)
