"""Right by reference: one spelling of every group, whatever the case, the spaces and the markup."""

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from ragkit.evaluate.golden.correct import asks_back, correct, held_back, holds, without_keys
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.state import REFUSAL

ALGORITHMS = Path(__file__).parents[3] / "corpora" / "algorithms" / "questions.jsonl"


def asked(*keys, kind="factual"):
    return Question("q", "?", kind, "a", tuple((key,) if isinstance(key, str) else key for key in keys), (), "easy")


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("Kahn", "It is KAHN's algorithm."),
        ("117,400", "There are 117400 segments."),
        ("117400", "There are 117,400 segments."),
        ("117,400", "There are 117 400 segments."),
        ("38", "A median of 38 milliseconds."),
        ("8.5", "It costs 8.5 probes."),
        ("O(V^2 sqrt(E))", "The bound is $O(V^2 \\sqrt(E))$."),
        ("O(VE)", "It takes `O(|V| * |E|)`."),
        ("exponential", "exponentially many"),
        ("-1", "It prints -1."),
        ("1.44", "about 1.44 log n."),
        ("Bellman-Ford", "By Bellman\u2011Ford, or Bellman\u2013Ford."),
        ("-1", "It prints \u22121."),
        ("doesn't", "It doesn\u2019t."),
    ],
)
def test_these_are_the_same(key, answer):
    assert correct(asked(key), answer) == 1


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("38", "A median of 138 milliseconds."),
        ("38", "A median of 385 milliseconds."),
        ("38", "A median of 38.5 milliseconds."),
        ("5", "It costs 8.5 probes."),
        ("1962", "in 1926"),
        ("edge", "knowledge"),
        ("Kahn", REFUSAL),
        ("Kahn", ""),
    ],
)
def test_these_are_not(key, answer):
    assert correct(asked(key), answer) == 0


@pytest.mark.parametrize(
    ("tolerance", "answer", "right"),
    [
        (0.01, "About 99 ms.", True),
        (0.01, "About 98.9 ms.", False),
        (0.01, "Some 101 or 400.", True),
        (0.5, "Passage100 of v1.100.2.", False),
        (0.0, "About 99 ms.", False),
        (0.01, "A thousand.", False),
    ],
)
def test_a_number_may_be_as_far_off_as_the_question_says(tolerance, answer, right):
    assert correct(replace(asked("100"), tolerance=tolerance), answer) == right


def test_a_tolerance_is_for_numbers_and_leaves_words_and_thousands_alone():
    question = replace(asked("O(n)", "1,000"), tolerance=0.1)
    assert correct(question, "O(n), in 950 steps.") and not correct(question, "O(m), in 950 steps.")


def test_every_group_must_be_there_and_one_spelling_is_enough():
    question = asked(("Boruvka", "Borůvka"), ("Moravia",))
    assert correct(question, "Borůvka, for Moravia.") and not correct(question, "Boruvka.")


def test_a_forbidden_spelling_makes_an_answer_wrong_whatever_else_it_says():
    question = replace(asked("33"), forbidden=("19", "O(n^2)"))
    assert correct(question, "It needs 33 ms.") == 1
    assert correct(question, "It needs 33 ms, and 19 on sorted keys.") == 0
    assert correct(question, "It needs 33 ms in $O(n^2)$.") == 0
    assert correct(question, "It needs 33 ms, not 190 or 0.19.") == 1


def test_the_number_of_a_cited_passage_is_no_number_of_the_answer():
    assert correct(asked("2"), "Owls hunt mice [2].") == 0 and correct(asked("2"), "There are 2 [1].") == 1
    assert correct(replace(asked("owl"), forbidden=("3",)), "According to [3], owls.") == 1


@pytest.mark.parametrize("kind", ["ambiguous", "summarise"])
def test_readings_and_points_count_by_their_share(kind):
    question = asked("heap", "memory", "stack", kind=kind)
    assert correct(question, "A heap in memory.") == pytest.approx(2 / 3) and correct(question, "A tree.") == 0


@pytest.mark.parametrize(
    ("answer", "asks"),
    [
        ("Which heap do you mean?", True),
        ("Do you mean the heap of a program or the data structure?", True),
        ("What did you mean by rank?", True),
        ("The word has two meanings. Which one do you mean: the tree, or the memory?", True),
        ("It depends on what you mean.", False),
        ("Why does it fail? Because edges are negative.", False),
        ("", False),
    ],
)
def test_asking_back_is_right_for_an_ambiguous_question_and_for_no_other(answer, asks):
    assert asks_back(answer) is asks
    assert correct(asked("heap", "memory", kind="ambiguous"), answer) == asks
    assert correct(asked("zzz", kind="summarise"), answer) == 0


def test_without_a_reference_nothing_is_right_or_wrong():
    assert correct(asked(), "Anything.") is None


def test_a_refusal_or_a_correction_holds_back_and_an_invention_does_not():
    premise = asked("non-negative", kind="false-premise")
    assert held_back(premise, REFUSAL) and held_back(premise, "It needs non-negative weights.")
    assert not held_back(premise, "Because of negative edges.") and not held_back(asked(kind="near-miss"), "MIT.")


@pytest.mark.parametrize("question", [q for q in load_questions(ALGORITHMS, locked=True) if q.keys], ids=lambda q: q.id)
def test_every_reference_answer_is_right_by_its_own_keys(question):
    assert correct(question, question.answer)


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        ("The Broncos.", "It was the Denver Broncos [2].", 1),
        ("two", "It is twofold.", 0),  # other questions count a word that goes on
        ("20\u201318", "They won 20-18.", 1),
        ("1", "It is a bird [1].", 0),
        ("no", "No, they are not [1].", 1),
        ("no", "[1] No, they are not.", 1),
        ("no", "It is known that they are.", 0),
        ("documents", REFUSAL, 0),
        ("owl", "", 0),
    ],
)
def test_a_question_of_a_dataset_is_answered_right_by_a_gold_phrase_in_the_answer(gold, answer, right):
    assert correct(asked((gold, "never"), kind="span"), answer) == right


@pytest.mark.parametrize(("text", "key", "found"), [
    ("about 15%", "5%", False), ("about 5 %", "5%", True), ("13.4 GiB", "3.4 GiB", False), ("3.4 GiB", "3.4 GiB", True),
    ("| 46.3 | 31.8 MB |", "31.8 MB", True), ("TMA-2031-02", "TMA 2031", False), ("RFC 1034", "RFC 10", False),
    ("RFC 10.", "RFC 10", True), ("RFC 10.5", "RFC 10", False), ("**3.4** GiB", "3.4 GiB", True),
])  # fmt: skip
def test_a_number_in_a_key_of_several_words_is_no_part_of_a_longer_number(text, key, found):
    assert holds(text, key) == found


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize(
    ("answer", "key"),
    [
        ("It opens at Café Größe.", "Café Größe"),
        ("The ﬁlter lifts ４０ litres.", "40 litres"),
        ("Super\u00adconductors.", "superconductors"),
    ],
)
def test_a_key_is_found_in_every_unicode_form(form, answer, key):
    written = unicodedata.normalize(form, answer)
    assert holds(written, key) and holds(answer, unicodedata.normalize(form, key))
    assert not holds(written, "Cafe Grosse")


def test_questions_without_keys_are_named_up_to_five_of_them():
    bare = [replace(asked(), id=f"q{n}") for n in range(7)]
    unanswered = replace(asked(), answer=None)
    assert without_keys([asked("Kahn"), unanswered]) == ""
    said = without_keys([asked("Kahn"), *bare])
    assert said.startswith("7 of 8 questions have no keys, so no rule can grade an answer: q0, q1, q2, q3, q4, ...;")
