"""The conversations of each corpus: their quotes, their keys, their kinds and parts, as its README promises."""

import re
from collections import Counter
from functools import cache
from itertools import chain, permutations
from pathlib import Path
from typing import get_args

import pytest

from ragkit.documents import read
from ragkit.evaluate.golden.conversations import TurnKind, load_conversations
from ragkit.evaluate.golden.keys import holds, holds_one
from ragkit.evaluate.golden.questions import PARTS, load_questions
from ragkit.evaluate.golden.quotes import find_quote, letters_of
from ragkit.evaluate.golden.turns import graded_turn, states_nothing

CORPORA = Path(__file__).parents[2] / "corpora"
NAMES = ("algorithms", "almanac")
TALKS = {name: load_conversations(CORPORA / name / "conversations.jsonl", locked=True) for name in NAMES}
TURNS = {name: [turn for talk in talks for turn in talk.turns] for name, talks in TALKS.items()}
EVERY = [*TURNS["algorithms"], *TURNS["almanac"]]
ALONE = ("first", "standalone", "topic-change")
"""Kinds of turns that need nothing that was said before."""
COPIES = ("greeting", "assent")
"""Kinds of turns that ask nothing of their own."""


@cache
def text_of(name, doc):
    root = CORPORA / name / "docs"
    return read(root / doc, root).text


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


def answers(turn):
    """The answers of a turn with their keys and support: its own, or those of its readings."""
    return turn.readings or ((turn,) if turn.answer else ())


def test_there_are_sixty_conversations_of_two_to_four_turns_in_three_parts():
    assert {name: len(talks) for name, talks in TALKS.items()} == dict.fromkeys(NAMES, 30)
    assert {len(talk.turns) for talks in TALKS.values() for talk in talks} == {2, 3, 4}
    parts = Counter(talk.part for talks in TALKS.values() for talk in talks)
    assert parts == {"fit": 20, "test": 25, "locked": 15}


def test_every_part_has_every_kind_and_the_counts_are_those_of_the_readme(name):
    counts = Counter((turn.kind, talk.part) for talk in TALKS[name] for turn in talk.turns)
    section = (CORPORA / name / "README.md").read_text(encoding="utf-8").split("## Conversations")[1]
    table = re.findall(r"^\| ([a-z-]+) \|.*\| (\d+) \| (\d+) \| (\d+) \|$", section, re.MULTILINE)
    assert [kind for kind, *_ in table] == list(get_args(TurnKind))
    for kind, *cells in table:
        assert [int(cell) for cell in cells] == [counts[kind, part] for part in PARTS], kind
        assert min(map(int, cells)) >= 1, kind


def test_there_is_enough_of_each_kind():
    counts = Counter(turn.kind for turn in EVERY)
    small_talk = counts.pop("greeting") + counts.pop("assent")
    assert small_talk >= 10 and counts["beyond"] >= 15 and min(counts.values()) >= 12


@pytest.mark.process
def test_every_quote_is_in_its_document(name):
    missing = []
    for turn in TURNS[name]:
        for support in chain(*(one.support for one in answers(turn))):
            if not find_quote(text_of(name, support.document), support.quote):
                missing.append(f"{turn.user}: {support.document} has no {support.quote!r}")
    assert missing == []


def test_every_answer_has_its_keys_and_the_quotes_have_them_unless_it_is_computed():
    lacking = []
    for turn in EVERY:
        for one in answers(turn):
            quotes = " ".join(support.quote for support in one.support)
            texts = [one.answer] if turn.computed else [one.answer, quotes]
            lacking += [(turn.user, group) for group in one.keys for text in texts if not holds_one(text, group)]
            assert one.support, turn.user
    assert lacking == []


def test_no_turn_fulfils_a_key_by_its_own_words_and_no_answer_has_what_is_forbidden():
    for turn in EVERY:
        for one in answers(turn):
            if turn.kind not in COPIES:
                assert not any(holds(turn.user, key) for key in chain(*one.keys)), turn.user
        assert not any(holds(turn.answer or "", wrong) for wrong in turn.forbidden), turn.user


def test_the_reference_answer_is_right_and_what_has_none_is_right_to_be_withheld():
    for turn in EVERY:
        if turn.answer:
            assert graded_turn(turn, turn.answer, refused=False, asked_back=False) == 1, turn.user
        if turn.kind == "beyond":
            assert graded_turn(turn, "", refused=True, asked_back=False) == 1, turn.user
        if turn.kind == "greeting":
            assert states_nothing(turn.user, "") and not turn.alone, turn.user


def test_the_answer_to_one_reading_is_none_to_another():
    for turn in EVERY:
        for one, other in permutations(turn.readings, 2):
            assert not all(holds_one(other.answer, group) for group in one.keys), (turn.user, one.says)


def test_a_choice_follows_its_unclear_turn_and_means_one_of_its_readings():
    for talk in chain(*TALKS.values()):
        for before, turn in zip(talk.turns, talk.turns[1:], strict=False):
            if turn.kind == "choice":
                meant = [one for one in before.readings if all(holds_one(turn.answer, group) for group in one.keys)]
                assert len(meant) == 1, turn.user
                assert meant[0].keys == turn.keys, turn.user


def test_what_stands_by_itself_is_asked_as_it_is_and_the_rest_is_written_out():
    for turn in EVERY:
        if turn.kind in ALONE:
            assert turn.alone == turn.user
        elif turn.kind not in (*COPIES, "unclear"):
            assert turn.alone != turn.user, turn.user


def test_a_return_goes_back_beyond_another_topic():
    for talk in chain(*TALKS.values()):
        for place, turn in enumerate(talk.turns):
            if turn.kind == "return":
                between = {before.kind for before in talk.turns[1:place]}
                assert between & {"topic-change", "ellipsis", "pronoun"}, turn.user


def test_an_assent_repeats_the_question_before_it():
    for talk in chain(*TALKS.values()):
        for before, turn in zip(talk.turns, talk.turns[1:], strict=False):
            if turn.kind == "assent":
                assert (turn.alone, turn.answer, turn.keys) == (before.alone, before.answer, before.keys)


def test_no_turn_is_a_golden_question_of_the_corpus(name):
    asked = {
        letters_of(question.question) for question in load_questions(CORPORA / name / "questions.jsonl", locked=True)
    }
    for turn in TURNS[name]:
        assert not asked & {letters_of(turn.user), letters_of(turn.alone)} - {""}, turn.user
