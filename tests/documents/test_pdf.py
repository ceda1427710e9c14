import re
import time
from dataclasses import replace

import pymupdf
import pytest
from samples import lacks

from ragkit.documents import pdf_lines
from ragkit.documents.document import USUAL, Limits, Unreadable
from ragkit.documents.limited import limited
from ragkit.documents.pdf import MOST_NOTES, _notes
from ragkit.documents.pdf import read_pdf as read_here
from ragkit.evaluate.golden.quotes import find_quote

LEFT = ["Binary heaps keep the least key", "at the root. Each insertion costs", "O(log n) steps, which is the best"]
RIGHT = ["bound for comparison-based algo-", "rithms. A Fibonacci heap does it in", "constant amortised time."]
TABLE = [["Heap", "insert", "find"], ["binary", "1.50", "O(1)"], ["Fibonacci", "0.25", "O(1)"]]


def read_pdf(raw, limits=USUAL):
    return limited("pdf", raw, limits)


def write(page, x, y, text, size=10, font="helv"):
    page.insert_text((x, y), text, fontsize=size, fontname=font)


def draw_table(page, x, y, rows, wide=60, high=16):
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            page.draw_rect((x + column * wide, y + number * high, x + (column + 1) * wide, y + (number + 1) * high))
            write(page, x + column * wide + 3, y + number * high + 11, cell, 8)


def reader(pages=3):
    """A PDF of two columns, with a title, running heads, page numbers and a ruled table on each page."""
    made = pymupdf.open()
    for number in range(1, pages + 1):
        page = made.new_page(width=460, height=700)
        write(page, 50, 30, "Algorithms course reader", 8)
        write(page, 225, 680, str(number), 8)
        if number == 1:
            write(page, 120, 70, "Heaps and their bounds", 20)
        write(page, 50, 110, f"{number} A section", 14, "hebo")
        for row in range(3):
            write(page, 50, 140 + 12 * row, LEFT[row])
            write(page, 240, 110 + 12 * row, RIGHT[row])
        draw_table(page, 240, 200, TABLE)
        for row in range(20):
            write(page, 50, 190 + 12 * row, f"Line {row} of page {number} fills it.")
    return made


@pytest.fixture(scope="module")
def document():
    return read_pdf(reader().tobytes())


def refusal(raw, **limits):
    with pytest.raises(Unreadable) as caught:
        read_pdf(raw, replace(Limits(), **limits))
    return caught.value.reason


@pytest.mark.process
def test_the_title_and_the_sections_are_headings(document):
    assert re.findall("^#.*", document.text, re.MULTILINE) == [
        "# Heaps and their bounds", "## 1 A section", "## 2 A section", "## 3 A section",
    ]  # fmt: skip
    assert document.title == "Heaps and their bounds" and document.notes == ()


def test_each_page_starts_where_its_text_does(document):
    assert [document.text[start:][:4] for start in document.pages] == ["# He", "## 2", "## 3"]
    at, _ = find_quote(document.text, "Line 19 of page 2")
    assert document.page_at(at) == 2


def test_columns_are_read_in_order_and_parted_words_joined(document):
    assert find_quote(document.text, "Line 19 of page 1 fills it. " + " ".join(RIGHT)) is not None
    assert "comparison-based algorithms. A Fibonacci" in document.text


def test_running_heads_and_page_numbers_are_dropped(document):
    assert "course reader" not in document.text
    assert not re.search(r"^\d+$", document.text, re.MULTILINE)


def test_a_ruled_table_becomes_markdown_with_its_numbers_intact(document):
    assert document.text.count("| Heap | insert | find |\n| --- | --- | --- |\n| binary | 1.50 | O(1) |") == 3
    assert find_quote(document.text, "Fibonacci 0.25 O(1)") is not None


def image_page(made):
    pixels = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 40, 40))
    pixels.clear_with(200)
    made.new_page().insert_image((50, 50, 300, 300), pixmap=pixels)


def test_pages_without_text_are_noted_and_scanned_ones_are_told_from_empty_ones():
    made = reader(2)
    image_page(made)
    made.new_page()
    document = read_pdf(made.tobytes())
    scanned, blank = document.notes
    assert scanned == "1 of 4 pages hold images and no text, as in a scan: run OCR over them"
    assert blank == "1 of 4 pages hold no text"
    assert len(document.pages) == 4


def test_a_scan_is_refused_with_the_way_to_ocr():
    made = pymupdf.open()
    image_page(made)
    image_page(made)
    assert lacks(refusal(made.tobytes()), "no text layer", "on its 2 pages", "OCR", "ocrmypdf") == []


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"%PDF-1.7 and then nothing", "is cut off: the end of the file is missing; fetch or copy it again"),
        (b"no PDF at all " * 50, "is not a PDF, though its name ends so; rename it, or leave it out"),
        (
            b"%PDF-1.7 and then the end %%EOF",
            "is broken (Failed to open stream); open it in a viewer and print it to PDF again",
        ),
    ],
)
def test_a_corrupt_pdf_is_refused(raw, reason):
    assert refusal(raw) == reason


def test_an_encrypted_pdf_is_refused():
    raw = reader(1).tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")
    assert refusal(raw) == "is encrypted; save a copy without the password"


def test_a_pdf_that_only_forbids_printing_is_read():
    raw = reader(1).tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="", owner_pw="owner")
    assert read_pdf(raw).title == "Heaps and their bounds"


def test_too_many_pages_are_refused():
    assert refusal(reader(3).tobytes(), pages=2) == "has 3 pages, more than 2; split it, or raise Limits.pages"


def stream(body, head=b""):
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (head, len(body), body)


def hand_made(*objects):
    """A PDF from its objects; the first is the catalog. (Readers repair the missing table of offsets.)"""
    parts = [b"%d 0 obj\n%s\nendobj\n" % pair for pair in enumerate(objects, start=1)]
    return b"%PDF-1.4\n" + b"".join(parts) + b"trailer<</Root 1 0 R/Size %d>>\n%%%%EOF" % (len(objects) + 1)


def bitmap_font(size):
    """Three lines in a Type 3 font that counts in units of its own, as those of old LaTeX do; `size` is in points."""
    scale = size / 80
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = "".join(f"/{letter}" for letter in letters)
    glyphs = "".join(f"/{letter} 6 0 R" for letter in letters)
    widths = "50 " * len(letters)
    font = (
        "<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/FontBBox[0 -20 50 60]/FirstChar 97/LastChar 122"
        f"/Widths[{widths}]/Encoding<</Type/Encoding/Differences[97{names}]>>/CharProcs<<{glyphs}>>/Resources<<>>>>"
    )
    content = ""
    for number, word in enumerate(["owls", "hunt", "mice"]):
        y = 700 - 1.2 * size * number
        content += f"BT /F 1 Tf {scale} 0 0 {scale} 50 {y} Tm ({word}) Tj ET "
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
    catalog, tree = b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    glyph = stream(b"50 0 0 0 50 60 d1 0 0 50 60 re f")
    return hand_made(catalog, tree, page, stream(content.encode()), font.encode(), glyph)


@pytest.mark.parametrize("size", [5, 10, 20])
def test_a_font_that_counts_in_units_of_its_own_is_read_like_any_other(size):
    raw = bitmap_font(size)
    blocks = pymupdf.open(stream=raw).load_page(0).get_text("dict")["blocks"]
    assert blocks[0]["lines"][0]["spans"][0]["size"] < 0.5
    assert read_pdf(raw).text == "owls hunt mice"


def bomb(levels):
    """A page that draws a form ten times, which draws a form ten times, ... the last of which says lol."""
    resources = b"/Resources<</XObject<</X %d 0 R>>/Font<</F 5 0 R>>>>"
    catalog, tree = b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R%s>>" % (resources % 6)
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]"
    inner = [stream(b"1 0 0 1 .5 -.3 cm /X Do " * 10, form + resources % (7 + n)) for n in range(levels - 1)]
    last = stream(b"BT /F 10 Tf 50 700 Td (lol lol lol lol) Tj ET", form + resources % 6)
    return hand_made(catalog, tree, page, stream(b"/X Do"), font, *inner, last)


def test_a_small_pdf_that_holds_a_million_characters_is_cut_with_a_note():
    raw = bomb(5)
    assert len(raw) < 4000
    document = read_pdf(raw, Limits(characters=20_000))
    assert 1000 < len(document.text) <= 20_000
    assert document.notes == ("cut on page 1 of 1: Limits.characters allows no more",)


def test_a_pdf_that_would_take_hours_is_stopped():
    begin = time.monotonic()
    assert lacks(refusal(bomb(12), seconds=2), "longer than 2 seconds", "split it", "Limits.seconds") == []
    assert time.monotonic() - begin < 30


@pytest.mark.process
def test_a_tree_of_pages_that_holds_itself_is_refused():
    raw = hand_made(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>")
    assert refusal(raw).startswith("is broken (page 1 cannot be read: ")


# What is not a scan, though it has no text


@pytest.mark.process
def test_a_page_with_nothing_on_it_is_not_called_a_scan():
    made = pymupdf.open()
    made.new_page()
    assert refusal(made.tobytes()).startswith("holds neither text nor images on its 1 page")


def test_a_font_without_letters_is_said(monkeypatch):
    line = ["\ufffd\ufffd \ufffd", 50, 50, 90, 60, 10.0, False, False, []]
    monkeypatch.setattr(pdf_lines, "level_lines", lambda lines: iter([line]))
    made = pymupdf.open()
    write(made.new_page(), 50, 50, "Owl")
    raw = made.tobytes()
    with pytest.raises(Unreadable, match="no letter can be told"):
        read_here(raw)
    line[0] = "\ufffdwl"
    document = read_here(raw)
    assert document.notes == ("1 of 3 characters have no known letter in the PDF's fonts",)


def test_a_scan_that_is_cut_off_is_called_cut_off():
    made = pymupdf.open()
    for _ in range(3):
        image_page(made)
    raw = made.tobytes()
    assert refusal(raw[: raw.rfind(b"xref")]).startswith("is cut off: the end of the file is missing")


def test_a_line_beyond_all_limits_is_not_called_a_scan():
    made = pymupdf.open()
    write(made.new_page(), 50, 50, "lol " * 30)
    assert refusal(made.tobytes(), characters=100).startswith("begins with a line of more characters than")


def test_a_truncated_pdf_gives_what_is_left_of_it_and_says_that_its_end_is_missing():
    raw = reader(2).tobytes()
    document = read_pdf(raw[: len(raw) * 9 // 10])
    assert "Line 19 of page 1" in document.text
    assert document.notes[-1] == "the end of the file is missing, so parts of it may be"


# A bad part does not take the rest with it


def test_a_bad_drawing_does_not_lose_the_page(monkeypatch):
    def fail(page):
        raise ValueError("not enough\nvalues to unpack")

    monkeypatch.setattr(pdf_lines, "ruled_tables", fail)
    document = read_here(reader(1).tobytes())
    assert "Line 19 of page 1" in document.text and "Fibonacci" in document.text
    assert document.notes == ("a drawing on page 1 cannot be read, nor tables there: not enough values to unpack",)


def test_of_many_bad_pages_ten_are_named():
    pages = [{"lines": [], "broken": "odd"} for _ in range(13)]
    notes = _notes({"pages": pages, "cut": False, "total": 13, "truncated": False})
    assert len(notes) == MOST_NOTES + 1 == 11
    assert notes[9:] == ["page 10 cannot be read: odd", "the same is so of 3 more pages"]


def test_text_in_outlines_is_sent_to_ocr_like_a_scan():
    made = pymupdf.open()
    made.new_page().draw_line((50, 50), (90, 90))
    assert refusal(made.tobytes()).startswith("has no text layer, only drawings as of text in outlines, on its 1 page")
