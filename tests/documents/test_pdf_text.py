"""Text is read upright however its page is turned, and raised letters are told from others."""

from itertools import product

import pymupdf
import pytest

from ragkit.documents.document import Unreadable
from ragkit.documents.pdf import read_pdf

WORDS = ["The red pump lifts 40 litres a minute.", "It must not run for more than 9 hours."]
ROWS = [["Berth", "Depth", "Price"], ["North", "4.5 m", "31"], ["South", "2.0 m", "18"], ["West", "6.1 m", "44"]]
TURNS = (0, 90, 180, 270)
PLACES = {
    0: lambda x, y: (60 + x, 100 + y), 90: lambda x, y: (100 + y, 780 - x),
    180: lambda x, y: (500 - x, 700 - y), 270: lambda x, y: (500 - y, 60 + x),
}  # fmt: skip
"""Where a point of the text is on a page on which the text is turned so far to the left."""


def prose(page, turn):
    for row, text in enumerate(WORDS):
        page.insert_text(PLACES[turn](0, 150 + 16 * row), text, rotate=turn)


def table(page, turn):
    at = PLACES[turn]
    for number, row in enumerate(ROWS):
        page.draw_line(at(0, 24 * number), at(360, 24 * number))
        for column, cell in enumerate(row):
            page.insert_text(at(120 * column + 4, 24 * number + 16), cell, rotate=turn)
    page.draw_line(at(0, 96), at(360, 96))
    for column in range(4):
        page.draw_line(at(120 * column, 0), at(120 * column, 96))


@pytest.mark.parametrize(("turn", "shown"), product(TURNS, TURNS))
def test_text_and_tables_are_read_however_they_lie_and_are_shown(turn, shown):
    made = pymupdf.open()
    page = made.new_page(width=595, height=842)
    table(page, turn)
    prose(page, turn)
    page.set_rotation(shown)
    document = read_pdf(made.tobytes())
    assert document.text.endswith("| West | 6.1 m | 44 |\n\n" + " ".join(WORDS)) and document.notes == ()


def test_each_page_is_turned_on_its_own():
    made = pymupdf.open()
    for turn in TURNS:
        prose(made.new_page(width=595, height=842), turn)
    assert read_pdf(made.tobytes()).text.count(" ".join(WORDS)) == len(TURNS)


def test_a_stamp_and_a_watermark_are_no_text_and_are_counted():
    made = pymupdf.open()
    for _ in range(2):
        page = made.new_page(width=595, height=842)
        prose(page, 0)
        page.insert_text((20, 500), "Not for sale", rotate=90)
    writer = pymupdf.TextWriter(page.rect)
    writer.append((100, 500), "DRAFT", fontsize=60)
    writer.write_text(page, morph=(pymupdf.Point(100, 500), pymupdf.Matrix(45)))
    document = read_pdf(made.tobytes())
    assert document.text.count(WORDS[0]) == 2 and "sale" not in document.text and "DRAFT" not in document.text
    assert document.notes == ("lines in another direction than their page's text are left out: 3, on 2 pages",)


def test_text_that_only_runs_askew_is_refused():
    made = pymupdf.open()
    page = made.new_page()
    writer = pymupdf.TextWriter(page.rect)
    writer.append((100, 500), "DRAFT", fontsize=60)
    writer.write_text(page, morph=(pymupdf.Point(100, 500), pymupdf.Matrix(45)))
    with pytest.raises(Unreadable, match="of which no letter can be told: its fonts are broken, or the text is turned"):
        read_pdf(made.tobytes())


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("O(n<sup>2</sup>)", "O(n^2)"), ("10<sup>-3</sup> bar", "10^-3 bar"), ("10<sup>−9</sup> m", "10^−9 m"),
        ("kg m<sup>-2</sup> s<sup>-1</sup>", "kg m^-2 s^-1"),
        ("2<sup>n+1</sup>", "2^(n+1)"), ("e<sup>-0.5</sup>", "e^-0.5"),
        ("10<sup><i>−</i><b>3</b></sup> bar", "10^−3 bar"), ("Ca<sup>2+</sup> ions", "Ca^2+ ions"),
        ("the 22<sup>nd</sup> one", "the 22nd one"), ("gate<sup>1,2</sup> is", "gate^(1,2) is"),
        ("dock<sup>*</sup> is", "dock* is"), ("so<sup>[3]</sup> it", "so[3] it"), ("x<sup>(k)</sup> is", "x^(k) is"),
        ("H<sub>2</sub>O", "H2O"), ("x<sub>n−1</sub> is", "x_(n−1) is"), ("log<sub>2</sub> n", "log2 n"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("turn", [0, 90])
def test_what_is_raised_is_marked_where_it_would_be_another_number(turn, html, text):
    made = pymupdf.open()
    box = (50, 50, 400, 400)
    made.new_page().insert_htmlbox(box, f"<p>Here it is {html} and so on in this line.</p>", rotate=turn)
    assert f"Here it is {text} and so on" in read_pdf(made.tobytes()).text


def test_what_is_raised_in_a_cell_is_marked_too():
    made = pymupdf.open()
    page = made.new_page(width=595, height=842)
    table(page, 0)
    page.insert_text((60 + 240 + 4 + 12, 100 + 72 + 12), "-3", fontsize=7)
    assert "| West | 6.1 m | 44^-3 |" in read_pdf(made.tobytes()).text


def test_a_line_that_begins_with_a_lowered_letter_is_not_raised():
    made = pymupdf.open()
    html = "<p><sub>0</sub> is where the first pump begins and 10<sup>-3</sup> is its leak.</p>"
    made.new_page().insert_htmlbox((50, 50, 400, 400), html)
    assert read_pdf(made.tobytes()).text == "0 is where the first pump begins and 10^-3 is its leak."
