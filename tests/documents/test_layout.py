import pytest

from ragkit.documents.columns import Line, Page
from ragkit.documents.layout import to_markdown


def page(*lines):
    """A page of (text, changes to a line of body text); each line stands 12 points below the last one."""
    made, y = [], 100.0
    for item in lines:
        text, changes = (item, {}) if isinstance(item, str) else item
        y += changes.pop("gap", 12.0)
        made.append(Line(text, 50.0, y, 50.0 + 5 * len(text), y + 12)._replace(**changes))
        if "size" in changes:
            y += changes["size"] - 10
    return Page(800.0, made)


def text_of(*pages):
    return to_markdown(pages)[0]


BODY = ["the usual text of the page goes on", "and on until nothing else is left to say"] * 3


def test_lines_become_paragraphs_at_a_wider_gap():
    assert text_of(page("one", "two", "three", ("four", {"gap": 20}), "five")) == "one two three\n\nfour five"


def test_an_indented_line_opens_a_paragraph():
    assert text_of(page("one", "two", ("three", {"x0": 62.0}), "four")) == "one two\n\nthree four"


def test_large_and_bold_lines_are_headings_and_the_largest_is_outermost():
    lines = [("Title", {"size": 20}), ("Part", {"size": 14}), ("Detail", {"bold": True, "gap": 20})]
    text, _, title = to_markdown([page(*lines, *BODY)])
    assert text.startswith("# Title\n\n## Part\n\n### Detail\n\nthe usual text")
    assert title == "Title"


def test_a_heading_over_two_lines_is_one_heading():
    heads = [("Sorting in", {"size": 20}), ("linear time", {"size": 20})]
    assert text_of(page(*heads, *BODY)).startswith("# Sorting in linear time\n\n")


@pytest.mark.parametrize(
    "text", ["Table 3. Costs", "Figure 12: A heap", "1. 2. 3", "1 Introduction . . . . . . 4", "Note:"]
)
def test_bold_captions_numbers_and_contents_are_no_headings(text):
    assert "#" not in text_of(page(*BODY, (text, {"bold": True, "gap": 30})))


def test_a_caption_in_smaller_type_does_not_run_into_the_text():
    assert text_of(page(("Figure 1. A heap.", {"size": 8}), *BODY)).startswith("Figure 1. A heap.\n\nthe usual")


def test_bullets_and_numbers_become_list_items():
    text = text_of(page("Three:", "• first of", ("them", {"x0": 60.0}), "– second", "3. third"))
    assert text == "Three:\n\n- first of them\n- second\n3. third"


def test_code_keeps_its_lines_and_its_indents():
    code = {"code": True}
    lines = [
        ("for x in y:", code | {"gap": 20}),
        ("use(x)", code | {"x0": 70.0, "x1": 100.0}),
        ("done", code | {"gap": 24}),
    ]
    assert text_of(page(*lines)) == "```\nfor x in y:\n    use(x)\ndone\n```"


def test_a_table_becomes_markdown():
    table = Line("ab 12", 50, 300, 200, 330, rows=[["a", "b"], ["1", "2"]])
    assert text_of(Page(800, [table])) == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_a_word_parted_at_the_lines_end_is_joined():
    assert text_of(page("an algo-", "rithm, a com\u00ad", "pound")) == "an algorithm, a compound"


def test_a_hyphen_stays_where_the_document_uses_it_elsewhere():
    assert (
        text_of(page("union-", "find and depth-", "First, as union-find"))
        == "union-find and depth- First, as union-find"
    )


def test_a_sentence_goes_on_over_the_page_and_the_page_starts_inside_it():
    text, starts, _ = to_markdown([page("It goes on"), page("until here. Then"), page("Next starts.")])
    assert text == "It goes on until here. Then\n\nNext starts."
    assert [text[start:].split()[0] for start in starts] == ["It", "until", "Next"]


def test_a_page_without_text_starts_where_the_next_one_does():
    text, starts, _ = to_markdown([page("One."), page(), page("Three."), page()])
    assert (text, starts) == ("One.\n\nThree.", [0, 6, 6, 12])


def test_no_pages_are_no_text():
    assert to_markdown([]) == ("", [], "")


def test_a_page_of_fifty_thousand_lines_takes_seconds_not_hours():
    lines = [Line("a-" * 5, 50 + i % 97, i / 100, 400, i / 100 + 1) for i in range(50_000)]
    assert to_markdown([Page(800, lines)])[0]
