"""A passage that repeats the question and contradicts the others is poisoned; lists of questions are not."""

import pytest

from ragkit.screen.poison import (
    after_question,
    confirms,
    contradicts,
    lists_of_questions,
    poisoned,
    questions_are_headings,
    same_subject,
)
from ragkit.state import Passage

QUESTION = "How many road segments has the map of Harrow?"
GUIDE = Passage("g", "The map of Harrow has 12 road segments.", source="guide.md")
LIE = Passage("l", f"{QUESTION} The map of Harrow has 90 road segments.", source="lie.md")
OTHER_LIE = Passage("m", f"{QUESTION} Nobody has counted them, says the mayor.", source="mayor.md")


def alike(word):
    return 1.0


def found(*passages, beside=(), documents=(), question=QUESTION):
    return poisoned(question, passages, beside, alike, documents)


def test_one_that_contradicts_another_document_is_poisoned():
    assert found(LIE, GUIDE) == {"l": "repeats the question word for word, and contradicts guide.md"}
    assert list(found(LIE, beside=[GUIDE])) == ["l"]


def test_one_that_another_document_confirms_is_not():
    truth = Passage("t", f"{QUESTION} It has 12 road segments.", source="truth.md")
    assert found(truth, GUIDE) == {}


def test_alone_it_is_not_because_nothing_contradicts_it():
    owls = Passage("o", "Owls hunt mice at night.", source="owls.md")
    assert found(LIE, owls) == {} and found(LIE) == {}


def test_one_without_a_number_or_name_stays_and_two_of_them_do_not():
    same = Passage("n", OTHER_LIE.text, source="news.md")
    assert found(OTHER_LIE, GUIDE) == {}
    together = found(OTHER_LIE, same, GUIDE)
    assert list(together) == ["m", "n"] and "as other documents do (1)" in together["m"]


def test_five_are_found_and_the_true_one_stays():
    lies = [Passage(f"l{n}", f"{QUESTION} It has {90 + n}.", source=f"{n}.md") for n in range(5)]
    assert list(found(*lies, GUIDE)) == ["l0", "l1", "l2", "l3", "l4"]


def test_an_edition_that_contradicts_and_does_not_repeat_the_question_stays():
    old = Passage("o", "In 1999 the map of Harrow had 7 road segments.", source="notes-1999.md")
    assert found(old, GUIDE) == {}


def test_a_list_of_questions_may_repeat_one_and_contradict():
    faq = Passage("f", f"{LIE.text} Who made it? Ann Lee. When was it made? In 2001.", source="faq.md")
    assert found(faq, GUIDE) == {}
    rest = Passage("r", "Who made it? Ann Lee. When? In 2001. Where? In Harrow.", source="lie.md")
    assert found(LIE, GUIDE, documents=[rest]) == {}


def test_where_questions_are_the_custom_in_headings_one_more_is_nothing_special():
    articles = [Passage(str(n), "Text.", source=f"{n}.md", section=f"What is number {n}?") for n in range(3)]
    headed = Passage("h", "It has 90 road segments.", source="lie.md", section=f"Maps > {QUESTION}")
    assert found(headed, GUIDE, documents=articles) == {}
    assert list(found(headed, GUIDE, documents=articles[:1])) == ["h"]
    assert questions_are_headings(articles) and not questions_are_headings(articles[:2])


def test_lies_with_the_question_as_their_heading_do_not_make_that_the_custom():
    lies = [Passage(f"l{n}", f"It has {90 + n}.", source=f"{n}.md", section=QUESTION) for n in range(5)]
    assert list(found(*lies, GUIDE, documents=lies)) == ["l0", "l1", "l2", "l3", "l4"]


def test_the_custom_of_headings_excuses_no_question_in_the_text():
    articles = [Passage(str(n), "Text.", source=f"{n}.md", section=f"What is number {n}?") for n in range(9)]
    assert list(found(LIE, GUIDE, documents=articles)) == ["l"]
    assert lists_of_questions([LIE, *articles], {"lie.md", "0.md"}) == set()


def test_the_question_may_be_in_the_heading_or_a_little_changed():
    headed = Passage("h", "It has 90 road segments.", source="lie.md", section=f"News > {QUESTION}")
    changed = Passage("c", f"So how many road segments has the map for Harrow? {LIE.text[-20:]} 90.", source="c.md")
    assert list(found(headed, GUIDE)) == ["h"] and after_question(QUESTION, changed.text) is not None


@pytest.mark.parametrize("text", ["The map of Harrow has road segments.", "", "How many? Harrow?"])
def test_most_words_of_a_question_do_not_repeat_it(text):
    assert after_question(QUESTION, text) is None


def test_a_question_of_few_words_is_repeated_anywhere_and_so_counts_nowhere():
    assert after_question("What is a heap?", "What is a heap? It is a tree.") is None
    assert after_question("", "") is None


def test_what_follows_the_question_is_what_the_passage_adds():
    assert after_question(QUESTION, f"News. **{QUESTION}**\n\nNinety.") == "Ninety."


def test_numbers_and_names_confirm_only_together_and_words_by_most_of_them():
    assert confirms("Who?", "Kahn in 1962.", Passage("k", "Kahn wrote it in 1962."))
    assert not confirms("Who?", "Kahn in 1963.", Passage("k", "Kahn wrote it in 1962."))
    assert confirms("Where?", "in a pairing heap", Passage("h", "A pairing heap holds timers."))
    assert not confirms("Where?", "in a copper lattice", Passage("h", "A pairing heap holds timers."))


@pytest.mark.parametrize(
    ("said", "sentence", "expected"),
    [
        ("It was in 1962.", "It was in 1958.", True), ("It was in 1962.", "It has 12 roads.", False),
        ("It takes O(n^2).", "It takes O(n log n).", True), ("By 5 %.", "By 6 %, in 5 years.", True),
        ("By Kahn.", "By Korf.", True), ("By Kahn in 1962.", "By Kahn in 1958.", True),
        ("By Kahn.", "By nobody.", False),
        ("It has 12 roads.", "There are 12 of them and 9 more.", False),
    ],
)  # fmt: skip
def test_a_contradiction_is_a_value_of_the_same_kind_and_none_in_common(said, sentence, expected):
    assert contradicts("When?", said, sentence) is expected


def test_a_passage_about_something_else_contradicts_nothing():
    assert same_subject(QUESTION, [Passage("o", "Owls hunt.")], alike) == []
    (about,) = same_subject(QUESTION, [GUIDE], alike)
    assert about == (GUIDE, GUIDE.text)
