"""A passage's source is opened where the passage is, and nothing outside the folder ever is."""

from dataclasses import replace

import pytest
from fakes import BAT, OWL

from ragkit.runs.address import address

HUNT = "Most owls hunt mice at night."


@pytest.fixture
def folder(tmp_path):
    docs = tmp_path / "my docs"
    (docs / "birds").mkdir(parents=True)
    for name in ("owls.md", "owls.txt", "owls.HTM", "owls.pdf", "birds/owls.md", "run.sh"):
        (docs / name).write_text(HUNT)
    (tmp_path / "secret.md").write_text("secret")
    return docs


def at(folder, source, sentence="", page=None):
    return address(replace(OWL, source=source, page=page), folder, sentence)


def test_a_pdf_opens_at_its_page(folder):
    assert at(folder, "owls.pdf", HUNT, page=3) == f"{folder.as_uri()}/owls.pdf#page=3"
    assert at(folder, "owls.pdf", HUNT) == f"{folder.as_uri()}/owls.pdf"
    assert "my%20docs" in folder.as_uri()


@pytest.mark.parametrize("source", ["owls.md", "owls.txt", "owls.HTM", "birds/owls.md"])
def test_another_document_opens_at_the_sentence(folder, source):
    assert at(folder, source, HUNT) == f"{folder.as_uri()}/{source}#:~:text=Most%20owls%20hunt%20mice%20at%20night."
    assert at(folder, source) == f"{folder.as_uri()}/{source}"


def test_a_text_is_looked_for_as_it_is_written_with_the_ends_of_its_lines(folder):
    found = address(replace(OWL, text="By day they sleep. **Owls**\nhunt `mice`."), folder, "**Owls** hunt `mice`.")
    assert found.endswith("/owls.md#:~:text=%2A%2AOwls%2A%2A%0Ahunt%20%60mice%60.")


def test_a_page_is_looked_through_without_marks_of_markdown_and_signs_with_a_meaning_are_escaped(folder):
    found = at(folder, "owls.HTM", "**Owls** & `mice`, by-products")
    assert found.endswith("#:~:text=Owls%20%26%20mice%2C%20by%2Dproducts")
    assert at(folder, "owls.HTM", "***") == f"{folder.as_uri()}/owls.HTM"


def test_of_a_long_sentence_its_two_ends_are_looked_for(folder):
    found = at(folder, "owls.md", "one two three four five six seven eight nine ten eleven")
    assert found.endswith("#:~:text=one%20two%20three%20four%20five,seven%20eight%20nine%20ten%20eleven")


@pytest.mark.parametrize(
    "source",
    ["", ".", "cats.md", "../secret.md", "birds/../../secret.md", "run.sh", "a\0b.md", "x" * 5000 + ".md", "birds",
     "javascript:alert(1).md", "search: owls.md", "\udcff.md", "\ud83d.md"],
)  # fmt: skip
def test_what_is_no_document_of_the_folder_has_no_address(folder, source):
    assert at(folder, source, HUNT) == ""


def test_an_absolute_name_and_a_link_that_leads_out_have_none(folder, tmp_path):
    assert at(folder, str(tmp_path / "secret.md")) == ""
    (folder / "link.md").symlink_to(tmp_path / "secret.md")
    assert at(folder, "link.md") == ""


def test_without_a_folder_only_a_page_of_the_web_has_one():
    assert address(OWL) == ""
    assert address(BAT) == "https://bats.example"
    place = replace(BAT, source="https://bats.example/a b#dusk")
    assert address(place, None, "Bats hunt") == "https://bats.example/a%20b#dusk:~:text=Bats%20hunt"


def test_an_address_of_a_stranger_is_in_ascii_and_ends_no_attribute_and_no_terminal_link():
    hostile = replace(BAT, source="https://x.example/'\"><script>\x1b\\\x07ü")
    found = address(hostile)
    assert found.isascii() and found.isprintable()
    assert not set(found) & set('<>"\\ ')
