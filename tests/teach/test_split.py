"""No article is in two parts of the data, and what measures the kit does not teach it."""

from dataclasses import replace

from lessons import BELLMAN, KAHN, WHEN

from ragkit.evaluate.golden.questions import Support
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.state import Passage
from ragkit.teach.split import allowed, groups, overlaps

QUOTE = "The first method of sorting tasks was published by Kahn in 1962."


def of_part(part, quote=QUOTE, doc="sorting.md"):
    return replace(WHEN, part=part, support=(Support(doc, quote),))


def test_passages_of_questions_of_test_and_locked_are_left_out_and_those_of_fit_are_not():
    assert allowed([KAHN, BELLMAN], [of_part("fit")]) == [KAHN, BELLMAN]
    assert allowed([KAHN, BELLMAN], [of_part("test")]) == [BELLMAN]
    assert allowed([KAHN, BELLMAN], [of_part("fit"), of_part("locked")]) == [BELLMAN]


def test_a_question_that_was_dealt_to_no_part_counts_by_the_half_of_its_id():
    undealt = replace(of_part("fit"), part=None)
    assert allowed([KAHN], [replace(undealt, id="owls")]) == [KAHN]  # "owls" is fit, "cats" is test
    assert allowed([KAHN], [replace(undealt, id="cats")]) == []


def test_a_copy_in_another_document_and_a_piece_at_an_edge_are_left_out_too():
    copy = Passage("c", f"As they say: {QUOTE}", source="copy.md")
    end_of_it = Passage("e", "tasks was published by Kahn in 1962. More follows here.", source="next.md")
    start_of_it = Passage("s", "Before that. The first method of sorting", source="before.md")
    same_words = Passage("w", "Kahn was the first to publish the tasks.", source="words.md")
    assert allowed([copy, end_of_it, start_of_it, same_words], [of_part("locked")]) == [same_words]


def test_where_no_passage_has_a_quote_its_document_is_left_out():
    assert allowed([KAHN, BELLMAN], [of_part("test", quote="Nobody wrote this sentence.")]) == [BELLMAN]


def test_a_quote_of_a_few_letters_is_found_whole():
    assert overlaps(letters_of("It takes O(VE) time."), letters_of("O(VE)"))


def test_documents_with_one_title_are_one_group_and_those_without_a_heading_are_their_own():
    first = Passage("1", "a", source="1.md", section="Super Bowl > Teams")
    second = Passage("2", "b", source="2.md", section="Super Bowl")
    bare = Passage("3", "c", source="3.txt")
    assert groups([first, second, bare]) == {"1.md": "Super Bowl", "2.md": "Super Bowl", "3.txt": "3.txt"}


def test_later_headings_of_a_document_do_not_split_it():
    later = Passage("1", "a", source="1.md", section="Part two")
    assert groups([replace(later, section="Part one"), later]) == {"1.md": "Part one"}


def test_documents_that_a_question_needs_together_are_one_group():
    assert groups([KAHN, BELLMAN], [["sorting.md", "routes.md"]]) == {"sorting.md": "Routes", "routes.md": "Routes"}
