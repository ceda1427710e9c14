"""Excerpts: which sentences and rows share most with a question, and what an answer rests on."""

from ragkit.state import Passage
from ragkit.text.excerpts import HEADING, excerpts, rests_on

TABLE = """| sort | Random | Few distinct |
|---|---|---|
| Library sort | 71 | 33 |
| Heapsort | 148 | 102 |"""


def even(word):
    return 1.0


def cited(question, *passages, rarity=even):
    return [excerpt.cited for excerpt in excerpts(question, passages, rarity)]


def test_the_sentence_that_shares_most_comes_first_with_the_number_of_its_passage():
    trees, owls = Passage("t", "Trees stand still."), Passage("o", "Owls sleep. Owls hunt mice at night.")
    assert cited("When do owls hunt mice?", trees, owls) == ["Owls hunt mice at night. [2]", "Owls sleep. [2]"]


def test_rare_words_count_more():
    passage = Passage("p", "Owls and cats hunt. Cats hunt mice.")
    weights = {"owl": 5.0, "cat": 1.0, "hunt": 1.0, "mice": 1.0}
    assert cited("Do cats hunt mice, or an owl?", passage, rarity=weights.__getitem__)[0] == "Owls and cats hunt. [1]"


def test_a_word_of_the_headings_counts_for_a_fraction_and_alone_for_nothing():
    owls, cats = Passage("o", "They hunt.", section="Owls"), Passage("c", "They hunt.  They rest.", section="Cats")
    (best, *_) = excerpts("Do owls hunt?", [cats, owls], even)
    assert best.weight == 1.0 and best.number == 1  # a repeated text counts once, where it stands first
    (best,) = excerpts("Do owls hunt?", [owls], even)
    assert best.weight == 1 + HEADING
    assert cited("Cats?", cats) == []


def test_of_a_row_only_the_cell_under_the_named_column_is_copied():
    best, *_ = cited("How fast is Heapsort with few distinct keys?", Passage("p", TABLE))
    assert best == "Heapsort; Few distinct: 102 [1]"


def test_a_row_is_copied_whole_where_no_column_is_named():
    assert cited("How fast is Heapsort?", Passage("p", TABLE)) == ["Heapsort; Random: 148; Few distinct: 102 [1]"]


# The sentence that an answer rests on


def test_an_answer_rests_on_the_sentence_of_each_cited_passage_that_shares_most_with_it():
    owls, cats = Passage("o", "Owls sleep. Owls hunt mice at night."), Passage("c", "Cats sleep by day.")
    answer = "Owls hunt mice. [1] According to [2], cats sleep by day."
    assert rests_on(answer, [owls, cats]) == {1: "Owls hunt mice at night.", 2: "Cats sleep by day."}


def test_a_citation_of_nothing_and_an_answer_in_other_words_rest_on_nothing():
    owls = Passage("o", "Owls hunt mice.")
    assert rests_on("Owls. [0] Owls. [7]", [owls]) == {} and rests_on("Bats fly. [1]", [owls]) == {}
    assert rests_on("Owls hunt.", [owls]) == {} and rests_on("Owls. [1]", []) == {}
