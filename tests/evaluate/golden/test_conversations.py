"""Golden conversations: a file of them, and what is wrong in a file, with line, turn and advice."""

import json
from typing import get_args

import pytest

from ragkit.evaluate.golden.conversations import (
    Conversation,
    ConversationTurn,
    Reading,
    TurnKind,
    as_question,
    load_conversations,
)
from ragkit.evaluate.golden.correct import correct
from ragkit.evaluate.golden.questions import BadQuestions, Support

NIGHT = {"document": "owls.md", "quote": "Owls hunt at night."}
FIRST = {
    "user": "When do owls hunt?", "kind": "first", "alone": "When do owls hunt?", "answer": "At night.",
    "keys": [["night", "dark"]], "support": [NIGHT],
}  # fmt: skip
NEXT = FIRST | {"user": "why?", "kind": "ellipsis", "alone": "Why do owls hunt at night?", "keys": [["mice"]]}
BARN = {"says": "barn owls", "answer": "Voles.", "keys": [["voles"]], "support": [NIGHT]}
SNOWY = {"says": "snowy owls", "answer": "Lemmings.", "keys": [["lemming"]], "support": [NIGHT]}
UNCLEAR = {"user": "What do they eat?", "kind": "unclear", "alone": "What do owls eat?", "answer": None}
UNCLEAR |= {"readings": [BARN, SNOWY]}
HELLO = {"user": "hello", "kind": "greeting", "alone": "", "answer": None}


@pytest.fixture
def file(tmp_path):
    """Write conversations to a file, each given by its turns, or by more of its fields."""

    def write(*conversations):
        lines = []
        for number, one in enumerate(conversations):
            fields = {"turns": one} if isinstance(one, list) else one
            lines.append(json.dumps({"id": f"talk-{number}", "part": "test"} | fields))
        path = tmp_path / "conversations.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return write


def with_change(turn, **change):
    """The turns of a sound conversation, of which the second is changed."""
    return [FIRST, turn | change]


# The file


def test_a_line_becomes_a_conversation(file):
    (found,) = load_conversations(file([FIRST, UNCLEAR]))
    owls = Support("owls.md", "Owls hunt at night.")
    first = ConversationTurn(
        "When do owls hunt?", "first", "When do owls hunt?", "At night.", (("night", "dark"),), support=(owls,)
    )
    barn = Reading("barn owls", "Voles.", (("voles",),), (owls,))
    assert found == Conversation("talk-0", (first, found.turns[1]), "test")
    assert found.turns[1].readings[0] == barn


def test_locked_conversations_are_left_out_unless_they_are_asked_for(file):
    path = file([FIRST, NEXT], {"turns": [FIRST, NEXT], "part": "locked"}, {"turns": [FIRST, NEXT], "part": "fit"})
    assert [one.id for one in load_conversations(path)] == ["talk-0", "talk-2"]
    assert [one.id for one in load_conversations(path, "fit")] == ["talk-2"]
    assert [one.id for one in load_conversations(path, "locked", locked=True)] == ["talk-1"]
    with pytest.raises(BadQuestions, match="no conversation of the part locked; .* locked=True"):
        load_conversations(path, "locked")


def test_a_conversation_without_a_part_belongs_to_a_half_by_its_id(file):
    path = file({"id": "owls", "turns": [FIRST, NEXT], "part": None})  # half("owls") is fit
    assert len(load_conversations(path, "fit")) == 1
    with pytest.raises(BadQuestions, match="of the part test"):
        load_conversations(path, "test")


def test_a_file_that_is_missing_or_repeats_an_id_is_named(file, tmp_path):
    with pytest.raises(BadQuestions, match="which is not a file"):
        load_conversations(tmp_path / "none.jsonl")
    again = {"id": "owls", "turns": [FIRST, NEXT]}
    with pytest.raises(BadQuestions, match="duplicate ids: owls; every conversation needs its own"):
        load_conversations(file(again, again))


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ([FIRST], "turns: a conversation has two at least"),
        ([NEXT, FIRST], "turn 1, kind: nothing comes before this ellipsis"),
        ([FIRST, FIRST], "turn 2, kind: a question came before; call this one standalone"),
        ([FIRST, NEXT | {"kind": "choice"}], "turn 2, kind: a choice follows an unclear turn directly"),
        ([FIRST, NEXT | {"kind": "return"}], "turn 2, kind: a return has two turns before it"),
        (with_change(NEXT, kind="riddle"), "turn 2, kind: Input should be 'first'"),
        (with_change(NEXT, user=" "), "turn 2, user: empty; write what"),
        (with_change(NEXT, alone=""), "turn 2, alone: write the question"),
        (with_change(HELLO, alone="hello"), "turn 2, alone: .* only a greeting has none"),
        (with_change(NEXT, answer=None), "turn 2, answer, keys: missing; write them, or call the turn beyond"),
        (with_change(NEXT, keys=[]), "turn 2, answer, keys: missing"),
        (with_change(NEXT, kind="beyond"), "turn 2, answer, keys: a turn of the kind beyond has none"),
        (with_change(NEXT, keys=[["the"]]), "turn 2, keys.0.0: a small word"),
        (with_change(NEXT, keys=[["documents"]]), "turn 2, keys: .* has them all"),
        (with_change(NEXT, forbidden=["mice"]), "turn 2, forbidden.0: every spelling of keys.0 has it"),
        (with_change(NEXT, support=[NIGHT | {"quote": "-"}]), "turn 2, support.0.quote: no letter"),
        (with_change(NEXT, readings=[BARN, SNOWY]), "turn 2, readings: only an unclear turn has them"),
        (with_change(UNCLEAR, readings=[BARN]), "turn 2, readings: 1, and an unclear turn has two"),
        (with_change(UNCLEAR, readings=[BARN, SNOWY | {"keys": []}]), "turn 2, readings.1.keys: none"),
        (with_change(UNCLEAR, readings=[BARN, SNOWY | {"keys": [[""]]}]), "turn 2, readings.1.keys.0.0: empty"),
    ],
)
def test_what_is_wrong_is_said_with_its_turn(file, turns, said):
    with pytest.raises(BadQuestions, match=f"conversations.jsonl, line 2: {said}"):
        load_conversations(file([FIRST, NEXT], turns))


def test_an_id_is_needed_and_every_fault_of_the_form_is_named(file):
    with pytest.raises(BadQuestions, match="line 1: id: empty"):
        load_conversations(file({"id": "", "turns": [FIRST, NEXT]}))
    with pytest.raises(BadQuestions, match="turns: Field required; part: Input should be 'fit'"):
        path = file([FIRST, NEXT])
        path.write_text('{"id": "a", "part": "half"}')
        load_conversations(path)


def test_every_kind_of_turn_has_its_place_in_a_sound_conversation(file):
    kinds = [kind for kind in get_args(TurnKind) if kind not in ("first", "unclear", "choice", "greeting", "beyond")]
    asked = [NEXT | {"kind": kind} for kind in kinds if kind != "return"]
    beyond = {"user": "whose?", "kind": "beyond", "alone": "Whose owls are they?", "answer": None}
    rest = [UNCLEAR, NEXT | {"kind": "choice"}, beyond, NEXT | {"kind": "return"}]
    (found,) = load_conversations(file([HELLO, FIRST, *asked, *rest]))
    assert {turn.kind for turn in found.turns} == set(get_args(TurnKind))


# A turn as a question


def test_a_turn_is_the_question_that_stands_by_itself(file):
    (found,) = load_conversations(file([FIRST, NEXT]))
    question = as_question(found.turns[1], "talk-0-2")
    assert (question.id, question.question) == ("talk-0-2", "Why do owls hunt at night?")
    assert correct(question, "Because of the mice.") == 1


def test_each_reading_of_an_unclear_turn_is_a_group_of_keys(file):
    (found,) = load_conversations(file([FIRST, UNCLEAR]))
    question = as_question(found.turns[1])
    assert question.kind == "ambiguous" and question.keys == (("voles",), ("lemming",))
    assert correct(question, "Barn owls eat voles.") == 0.5
    assert len(question.support) == 2
