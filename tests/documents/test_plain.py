"""Markdown and plain text: front matter, comments, and bytes that are not UTF-8."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.documents.document import Unreadable
from ragkit.documents.plain import read_text
from ragkit.documents.sections import sections

GERMAN = "# Größe\n\n" + "Der Kessel faßt 300 Liter Öl. " * 40


def read(text):
    return read_text(text.encode())


@pytest.mark.parametrize(
    "front",
    [
        "---\ntitle: Pump manual\ndate: 2021-03-04\n---",
        "---\n# internal\ntitle: 'Pump manual'\n...",
        "---\ntitle: >\n  Pump\n  manual\ntags: [a, b]\n---",
        "---  \r\ntitle: Pump manual\r\n---",
        "+++\n# internal\ntitle = 'Pump manual'\n+++",
        "---\ntitle: Pump manual\nabout: pumps: all of them\n---",
    ],
)
def test_the_title_of_the_front_matter_is_the_heading_of_all_below_it(front):
    document = read(f"{front}\n\nIt lifts 40.\n\n## Limits\n\nAt most 7.\n")
    assert document.title == "Pump manual"
    assert document.text == "It lifts 40.\n\n## Limits\n\nAt most 7.\n"
    found = sections(document.text, document.headings)
    assert [title for _, _, title in found] == ["Pump manual", "Pump manual > Limits"]
    lines = len(front.splitlines()) - 2
    counted = f"{lines} line" if lines == 1 else f"{lines} lines"
    assert document.notes == (f"left out, as no reader sees it: front matter ({counted})",)


@pytest.mark.parametrize(
    "front", ["---\nlayout: page\n---", "---\n---", "---\ntitle: [a]\n---", "+++\ndraft = true\n+++"]
)
def test_without_a_title_in_the_front_matter_the_first_heading_is_the_title(front):
    document = read(f"{front}\n# Pumps\n\nThey lift.")
    assert (document.title, document.text) == ("Pumps", "# Pumps\n\nThey lift.")


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nIt lifts 40: all of it.\n\nMore: text\n\n---\n\nb",
        "---\nIt lifts 40.\n---\nb",
        "---\ntitle: without an end\n\nb",
        "a\n\n---\ntitle: A\n---\nb",
        "--- title\nb",
        "+++\nno = \n+++\nb",
    ],
)
def test_text_between_rules_is_no_front_matter(text):
    assert read(text).text == text


def test_comments_are_left_out_and_counted_and_those_in_code_are_text():
    document = read("# A\n\n<!--\n# no\n-->\n\nb <!-- c --> `<!-- d -->`\n\n```\n<!-- e -->\n```\n\n<!-- f")
    assert re.findall(r"\w+", document.text) == ["A", "b", "d", "e"]
    assert document.notes == ("left out, as no reader sees them: comments (3)",)
    assert [heading.title for heading in document.headings] == ["A"]


@pytest.mark.parametrize("bytes_", [b"M\xfcller\n", b"\xff", "ü".encode()[:1], b"isn\x92t"])
def test_a_few_foreign_bytes_cost_a_few_letters_and_not_all(bytes_):
    document = read_text(GERMAN.encode() + bytes_)
    assert document.title == "Größe" and document.text.startswith(GERMAN)
    assert document.notes == ("letters that did not decode as utf-8 and became \ufffd: 1",)


def test_a_foreign_letter_in_plain_ascii_is_guessed():
    document = read_text(b"The naive word is na\xefve, and the price is five euros a day. " * 3)
    assert "naïve" in document.text and "a guess" in document.notes[0]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_told_by_its_zeros(encoding):
    document = read_text(GERMAN.encode(encoding))
    assert (document.text, document.notes) == (
        GERMAN,
        (f"decoded as {encoding}, a guess: it has no byte order mark",),
    )


def test_utf16_that_was_cut_in_a_letter_loses_that_letter():
    document = read_text(GERMAN.encode("utf-16")[:-1])
    assert document.text.startswith(GERMAN[:-1]) and document.notes[0].startswith("letters that did not decode")


LETTERS = st.characters(blacklist_categories=["Cs"], blacklist_characters="\0")


@given(st.text(LETTERS, min_size=1), st.binary(max_size=3))
def test_a_letter_is_lost_only_with_a_note(text, bytes_):
    raw = f"{GERMAN} {text}".encode() + bytes_
    try:
        document = read_text(raw)
    except Unreadable:
        assert 0 in bytes_ or "\ufffd" in text
        return
    wanted = f"{GERMAN} {text}".replace("\r\n", "\n").replace("\r", "\n")
    assert document.notes or document.text.startswith(wanted)
