"""A lie is told throughout its passage, breaks the answer's keys, and is nowhere true."""

from dataclasses import replace

import pytest

from ragkit.evaluate.golden.correct import keys_held
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.noise.falsify import MARK, NOTHING, falsifiable, lies
from ragkit.model.briefing import evidence
from ragkit.state import Passage

KAHN = Passage("k", "Kahn sorted 40 tasks in 1962. In 1962 that was new.", "kahn.md", "Kahn, 1962")
COPY = Passage("c", "See: Kahn sorted 40 tasks in 1962.", "copy.md")
HEAP = Passage("h", "Heaps are trees.", "heap.md")
CORPUS = (HEAP, KAHN, COPY)


def asked(quote="Kahn sorted 40 tasks in 1962.", keys=(("1962",),), answer="In 1962.", **more):
    support = (Support("kahn.md", quote),) if quote else ()
    return Question("q", "When did Kahn sort?", "factual", answer, keys, support, "easy", **more)


def test_the_value_that_the_answer_needs_is_exchanged_throughout_every_passage_with_the_quote():
    found = lies(asked(), CORPUS, seed=0)
    ((true, false),) = found.others.items()
    assert true == "1962" and set(found.passages) == {"k", "c"}
    lie = found.passages["k"]
    assert lie.text == f"Kahn sorted 40 tasks in {false}. In {false} that was new."
    assert lie.section == f"Kahn, {false}" and lie.source == "kahn.md"
    assert f"1962 became {false}" in found.note and "copy.md, kahn.md" in found.note


def test_the_mark_is_in_the_id_and_no_model_reads_it():
    lie = lies(asked(), CORPUS, seed=0).passages["k"]
    assert lie.id == f"k{MARK}" and "falsified" not in evidence([lie])


def test_the_same_seed_tells_the_same_lie_and_others_tell_others():
    told = {seed: lies(asked(), CORPUS, seed).others["1962"] for seed in range(9)}
    assert lies(asked(), CORPUS, 3).others["1962"] == told[3] and len(set(told.values())) > 1


def test_what_the_passages_with_the_quote_say_elsewhere_is_no_lie():
    years = " ".join(str(1962 + away) for away in (-11, -9, -7, -6, -5, -4, -3, 3, 4, 5, 6, 7, 9))
    full = replace(KAHN, text=f"{KAHN.text} Others: {years}.")
    assert all(lies(asked(), (HEAP, full), seed).others == {"1962": "1973"} for seed in range(5))


def test_what_another_passage_says_in_half_of_the_words_is_no_lie():
    says = [Passage(f"{n}", f"Kahn sorted {n} tasks.") for n in range(1951, 1971)]
    others = {lies(asked(), (*CORPUS, *says), seed).others["1962"] for seed in range(9)}
    assert others == {"1971", "1973"}


def test_a_number_within_the_tolerance_is_no_lie():
    question = asked("Kahn sorted 40 tasks", (("40",),), "40.", tolerance=0.4)  # 24 to 56 are right
    others = {lies(question, CORPUS, seed).others["40"] for seed in range(20)}
    assert others == {"20", "60", "70"}  # of 20, 30, 50, 60 and 70


@pytest.mark.parametrize(
    "question",
    [
        asked(quote=""),
        asked("Heaps are trees.", (("trees",),), "Trees."),  # neither number nor name
        asked("Kahn sorted 40 tasks in 1962.", (("Kahn",),), "Kahn."),  # no number that the answer needs
        asked("Nobody said 1962."),  # a quote that no passage has
        asked(keys=(("1962", "new"),)),  # the passage has the answer in another spelling too
        asked(keys=()),
    ],
)
def test_what_cannot_be_falsified_is_left_alone(question):
    assert lies(question, CORPUS, seed=0) == NOTHING


def test_a_person_becomes_another_person_of_the_documents_with_the_surname():
    text = "It was published by Richard Korf. Korf's paper is short."
    corpus = (Passage("k", text, "k.md"), Passage("s", "Made by Daniel Sleator, in Paris.", "s.md"), HEAP)
    question = Question(
        "q", "Who?", "factual", "Korf.", (("Korf",),),
        (Support("k.md", "It was published by Richard Korf."),), "easy",
    )  # fmt: skip
    found = lies(question, corpus, seed=0)
    assert found.passages["k"].text == "It was published by Daniel Sleator. Sleator's paper is short."


def test_of_two_quotes_the_one_with_the_number_is_falsified():
    question = replace(
        asked(keys=(("trees",), ("1962",))),
        support=(Support("heap.md", "Heaps are trees."), Support("kahn.md", "Kahn sorted 40 tasks in 1962.")),
    )
    found = lies(question, CORPUS, seed=0)
    assert set(found.passages) == {"k", "c"}
    assert keys_held(question, "\n".join(lie.text for lie in found.passages.values())) == 0


def test_a_gold_phrase_of_a_dataset_is_falsified_and_yes_is_not():
    phrase = Question("q", "?", "span", "40 tasks", (("40 tasks",),), asked().support, "easy")
    assert set(lies(phrase, CORPUS, seed=0).others) == {"40"}
    yes = Question("q", "?", "comparison", "yes", (("yes",),), asked().support, "easy")
    assert lies(yes, CORPUS, seed=0) == NOTHING


def test_falsifiable_is_what_has_a_number_that_the_answer_needs():
    assert falsifiable(asked()) and not falsifiable(asked(keys=(("Kahn",),))) and not falsifiable(asked(quote=""))
