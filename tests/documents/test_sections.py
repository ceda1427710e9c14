"""What is a heading, by CommonMark, and which headings are above a passage."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.documents.cutting import chunk
from ragkit.documents.document import Document, Limits
from ragkit.documents.formats import parsed
from ragkit.documents.sections import headings, sections


def titles(text):
    return [title for _, _, title in sections(text)]


def pieces(text, tokens=200):
    return chunk(Document("a.md", "A", text), tokens, 0, lambda piece: len(piece.split()))


def test_sections_name_the_headings_above():
    text = "Before.\n# A\na\n### A.0.1\nb\n## A.1\nc\n# B\nd"
    assert titles(text) == ["", "A", "A > A.0.1", "A > A.1", "B"]


@pytest.mark.parametrize(
    "code",
    [
        "```\n# swap\n```",
        "~~~\n# swap\n~~~",
        "```python\n# swap\n```",
        "````md\n```bash\n# swap\n```\n````",
        "~~~~\n~~~\n# swap\n~~~\n~~~~",
        "~~~\n```\n# swap\n~~~",
        "    # swap",
        "1. Do so:\n\n   ```\n   # swap\n   ```",
        "- ```\n  # swap\n  ```",
        "> ```\n> # swap\n> ```",
        "<pre>\n# swap\n</pre>",
        "<script>\n# swap\n</script>",
        "```sort``` is run so.",
        "- a list\n---",
        "- # swap",
        "> # swap",
    ],
)
def test_what_looks_like_a_heading_in_code_a_list_or_a_quotation_is_none(code):
    text = f"# Sorting\n\n{code}\n\n## Limits\n\nMore."
    assert titles(text) == ["Sorting", "Sorting > Limits"]
    assert code.rstrip() in pieces(text)[0].text


def test_a_fence_without_an_end_goes_to_the_end_of_the_text():
    assert titles("# A\n\na\n\n```\n# code\n\n## code\n") == ["A"]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("# Food", "Food"),
        ("   ## Food ##", "Food"),
        ("# The C# language", "The C# language"),
        ("# C#", "C#"),
        ("Food\n====", "Food"),
        ("Food\n-", "Food"),
        ("Food and\ndrink\n---", "Food and drink"),
        ("#hashtag", ""),
        ("####### seven", ""),
        ("#", ""),
        (r"\# Food", ""),
        ("| a |\n| --- |", ""),
    ],
)
def test_what_is_a_heading_and_what_it_says(line, title):
    assert titles(f"{line}\n\nText.") == [title]


def test_what_a_reader_made_of_a_page_has_no_underlined_headings_and_no_markup():
    text = "<p>Total<br>----- # no</p><p>&lt;!-- a</p><h2>Limits</h2><p>b</p>"
    found = parsed("html", text.encode(), Limits()).headings
    assert [heading.title for heading in found] == ["Limits"]


@pytest.mark.parametrize("heading", ["# Empty", "Empty\n=====", "## Empty ##"])
def test_a_bare_heading_is_no_passage_but_code_comments_are(heading):
    assert [piece.text for piece in pieces(f"{heading}\n\n# Full\nWords.")] == ["# Full\nWords."]
    assert pieces("```\n# only a comment\n# and another\n```")[0].text.count("#") == 2


def test_a_hostile_heading_takes_no_time():
    start = time.perf_counter()
    list(sections("# " + "#" * 50_000 + "x\n# " + " " * 50_000 + "x\n#" + "\t " * 50_000))
    assert time.perf_counter() - start < 30  # a quadratic pattern takes hours


LINES = ["# w", "## w", "w", "w\n===", "w\n---", "```", "~~~", "````", "- w", "  - w", "> w", "    w", "", "1. w"]
LINES += ["***", "<div>", "<!-- w", "-->", "[w]: w", "\tw", "w\r", "`w`", "| w | w |", "---"]


@given(st.lists(st.sampled_from(LINES), max_size=30))
def test_every_word_is_in_a_section_once_and_a_heading_is_where_it_says(lines):
    text = "\n".join(line.replace("w", f"w{number}") for number, line in enumerate(lines))
    found = list(sections(text))
    assert re.findall(r"\w+", text) == re.findall(r"\w+", " ".join(text[start:end] for start, end, _ in found))
    for mark in headings(text):
        assert set(re.findall(r"\w+", text[mark.start : mark.end])) == set(re.findall(r"\w+", mark.title))
