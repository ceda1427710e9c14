"""Tags: words that tell a document from the others of its folder."""

from ragkit.search.tags import MOST, tags_of
from ragkit.state import Passage


def passage(id, text, source, section=""):
    return Passage(id, text, source=source, section=section)


def test_a_word_of_one_document_counts_more_than_one_of_all():
    owl = passage("a", "Owls hunt mice. Owls hunt moths.", "owls.md")
    cat = passage("b", "Cats hunt mice. Cats hunt birds.", "cats.md")
    # "hunt" is as often there, and in both documents: log(1 + 0.5/2.5) against log(1 + 1.5/1.5)
    assert tags_of([owl, cat]) == {"owls.md": ("owls", "hunt"), "cats.md": ("cats", "hunt")}


def test_a_word_that_is_there_once_is_no_tag_and_five_are_the_most():
    letters = "alpha bravo carol delta eagle foxes"
    assert tags_of([passage("a", letters, "a.md")]) == {"a.md": ()}
    (tags,) = tags_of([passage("a", f"{letters} {letters}", "a.md")]).values()
    assert len(tags) == MOST and tags[0] == "alpha"


def test_a_heading_counts_once_however_many_passages_are_below_it():
    parts = [passage(str(n), f"Text number {n}.", "a.md", "Pump > Use") for n in range(3)]
    assert tags_of(parts)["a.md"] == ("text", "number")


def test_other_scripts_have_tags_and_numbers_and_stop_words_are_none():
    assert tags_of([passage("a", "水泵 水泵 12 12 of of how how G7 G7", "a.md")]) == {"a.md": ("水泵",)}
    assert tags_of([]) == {}
