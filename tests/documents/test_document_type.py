"""The type of a document: by what it calls itself, by its form, or not decided."""

import pytest

from ragkit.documents.document import Document
from ragkit.documents.document_type import FORMS, NAMES, TYPES, by_form, signs, type_of

PROSE = "Owls hunt at night, because mice leave their holes then and see little of what comes from above. " * 3


def document(text, source="a.md", title="", pages=()):
    return Document(source, title, text, pages=pages)


@pytest.mark.parametrize(
    ("title", "type"),
    [
        ("Kestrel 2: user's guide, issue 4", "manual"),
        ("Minutes of the 61st meeting", "minutes or letter"),
        ("Marren Dam: data sheet", "data sheet"),
        ("Ansa: press kit", "news"),
        ("Release notes 4.1", "code or readme"),
        ("Flood of 2029: final report", "report"),
        ("Network Flows: Lecture Notes", "handout"),
        ("Second protocol to the Treaty of Marren", "legal"),
        ("Frequently asked questions", "FAQ"),
    ],
)
def test_a_document_is_what_its_title_says(title, type):
    decided = type_of(document(f"# {title}\nText.", title=title))
    assert decided.type == type and decided.why.startswith('its title says "')


def test_a_title_about_a_thing_does_not_name_a_type():
    for title in ("Hash Tables", "Maximum Flow", "90 minutes in the lab"):
        assert type_of(document(f"# {title}\nText.", title=title)) is None


def test_the_files_name_and_the_line_below_the_title_count_after_the_title():
    named = type_of(document("# Pump\nText.", "docs/pump-handbook.md", "Pump"))
    assert named == ("manual", 'its file\'s name says "handbook"')
    below = type_of(document("# Pump\n\n*Report of the board, 1998*\n\nText.", title="Pump"))
    assert below == ("report", 'the line below its title says "report of"')
    # Another document may be named in the running text.
    assert type_of(document("# Pump\n\nThe report of the board is old.", title="Pump")) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Dear Ann,\nthe pump is here.\nKind regards,\nBo", "it opens and closes as a letter"),
        ("# Why?\na\n# When?\nb\n# Who?\nc\n# More\nd", "3 of 4 headings are questions"),
        ("```\n" + "a = 1\n" * 9 + "```\nText.", "91% of it is code"),
        ("# Article 1\na\n# Article 2\nb\n# Article 3\nc", "3 numbered articles or rules"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd.", "77% of it is in tables"),
        ("".join(f"{n}. Turn.\n" for n in range(1, 7)), "6 numbered steps"),
        ("\n\n".join(f"# {n}\n\n{PROSE}" for n in range(6)), "96% of it are paragraphs, below 6 headings"),
    ],
)  # fmt: skip
def test_the_form_decides_where_no_name_does_and_says_what_was_counted(text, why):
    assert type_of(document(text)).why == why


def test_few_words_on_a_page_are_slides_and_a_file_of_the_web_is_a_page():
    pages = document("One point.\n" * 3, pages=(0, 11, 22))
    assert type_of(pages) == ("slides", "2 words on a page")
    assert type_of(document("One point.", pages=(0,))) is None
    assert type_of(document("Text.", "a.HTML")).type == "web page"


def test_a_text_without_a_sign_is_not_decided():
    assert type_of(document("")) is None
    assert type_of(document("水泵手册 ist hier.")) is None
    assert by_form(signs(document("x" * 100_000))) is None


def test_every_row_has_a_type_of_the_list_and_no_type_is_twice_in_it():
    assert {*NAMES, *(form.type for form in FORMS)} <= set(TYPES)
    assert len(TYPES) == len(set(TYPES)) == 13
