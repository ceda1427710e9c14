"""Look-alikes: one of each kind, what is left alone because it would mean the same, and none twice."""

from pathlib import Path

import pytest

from benchmarks.look_alikes import RULES, look_alikes, originals_of, spelt
from ragkit.evaluate.golden.questions import Question, load_questions

ROOT = Path(__file__).parents[2]
FILES = [ROOT / "corpora" / name / "questions.jsonl" for name in ("algorithms", "almanac")]
GOLDEN = [one for file in FILES for one in load_questions(file)]


def golden(id, text, twin=None):
    return Question(id, text, "factual", "!", (("!",),), (), "easy", twin=twin)


@pytest.mark.parametrize(
    ("kind", "question", "others"),
    [
        ("number", "Who sorts 12 tasks?", ["Who sorts 11 tasks?", "Who sorts 13 tasks?"]),
        ("number", "Who sorts five in May?", ["Who sorts four in May?", "Who sorts six in May?",
                                              "Who sorts five in April?", "Who sorts five in June?"]),
        ("year", "Who won in 1962?", ["Who won in 1959?", "Who won in 1965?"]),
        ("year", "Who won the season 2030–31?", ["Who won the season 2029–30?"]),
        ("code", "What does WF-052 mean for Tern-4?", ["What does WF-053 mean for Tern-4?",
                                                       "What does WF-052 mean for Tern-5?"]),
        ("name", "Is it IDA*?", ["Is it A*?"]),
        ("name", "Did Halvary pay?", ["Did Tessmark pay?"]),
        ("swapped", "Did Prim publish before Kruskal?", ["Did Kruskal publish before Prim?"]),
        ("swapped", "What fell from 2030 to 2031?", ["What fell from 2031 to 2030?"]),
        ("negated", "In which year did Prim publish?", ["In which year didn't Prim publish?"]),
        ("negated", "Why can it be found?", ["Why can't it be found?"]),
        ("before or after", "After lunch, who won?", ["Before lunch, who won?"]),
        ("more or less", "Which needs more time?", ["Which needs less time?"]),
        ("first or last", "Which gate opens first?", ["Which gate opens last?"]),
        ("sign", "Is low(c) > n! steps?", ["Is low(c) < n! steps?", "Is low(c) > n steps?"]),
    ],
)  # fmt: skip
def test_each_kind_changes_one_thing(kind, question, others):
    assert [text for text in RULES[kind](question) if text != question] == others


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("number", "What if weights are like 2.75?"),  # an example
        ("swapped", "Which is larger, Prim or Kruskal?"),
        ("swapped", "Did Hopcroft and Tarjan find it?"),
        ("swapped", "Is it about V times E?"),
        ("negated", "Is it still open?"),  # "Isn't it still open?" asks the same
        ("negated", "Say whether it is prime."),
        ("before or after", "Is it named after a lake?"),
        ("more or less", "Is it above or below zero?"),
        ("first or last", "Is it breadth-first search?"),
        ("sign", "Why? Look!"),
    ],
)
def test_what_would_mean_the_same_is_left_alone(kind, question):
    assert [text for text in RULES[kind](question) if text != question] == []


def test_a_minimal_pair_is_a_look_alike_and_its_false_half_is_no_original():
    pair = [golden("true", "Why did flight 2 fail?"), golden("false", "Why did flight 3 fail?", twin="true")]
    assert originals_of(pair) == ["Why did flight 2 fail?"]
    found = {(one.kind, one.question) for one in look_alikes(pair)}
    # The number 3 gives the false half, which is there already.
    assert found == {
        ("minimal pair", "Why did flight 3 fail?"), ("number", "Why did flight 4 fail?"),
        ("negated", "Why didn't flight 2 fail?"),
    }  # fmt: skip


def test_no_look_alike_is_an_original_or_there_twice():
    found, originals = look_alikes(GOLDEN), {spelt(text) for text in originals_of(GOLDEN)}
    asked = [spelt(one.question) for one in found]
    assert len(asked) == len(set(asked)) >= 300
    assert not originals & set(asked)
    assert {one.kind for one in found} == {*RULES, "minimal pair"}


def test_no_question_of_the_locked_part_is_used():
    every = [one for file in FILES for one in load_questions(file, locked=True)]
    locked = {one.question for one in every if one.part == "locked"}
    found = look_alikes(GOLDEN)
    assert locked and not locked & {text for one in found for text in (one.question, one.original)}
