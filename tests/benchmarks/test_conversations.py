import json

import pytest

from benchmarks.conversation_tables import (
    correct,
    differences,
    share,
    turn_kinds_table,
    turn_pairs_table,
    turn_steps_table,
    turns_table,
)
from benchmarks.conversations import TurnRow, append_rows, asked_turns, read_rows, ways, without_texts
from ragkit.evaluate.golden.conversations import Conversation, ConversationTurn
from ragkit.graphs import SYSTEMS
from ragkit.trace import Trace

OURS, TYPED = "advanced, in conversation", "hybrid, as typed"


def row(conversation, turn, kind, right, system=OURS, asked_back=False, **more):
    seconds = more.pop("seconds", {"retrieve": 1.0, "generate": 3.0})
    return TurnRow(
        "owls", conversation, turn, kind, system, "Yes.", right, False, asked_back, "", seconds=seconds, **more
    )


ROWS = [
    row("a", 1, "first", 1.0),
    row("a", 2, "pronoun", 0.0, asked_back=True),
    row("b", 1, "unclear", 1.0, asked_back=True, seconds={"retrieve": 2.0}),
    row("b", 2, "assent", None),
    row("a", 1, "first", 0.0, TYPED),
    row("a", 2, "pronoun", 0.0, TYPED),
    row("b", 1, "unclear", 0.0, TYPED),
    row("b", 2, "assent", None, TYPED),
]
MINE, THEIRS = ROWS[:4], ROWS[4:]


def test_a_share_counts_turns_and_leaves_out_those_without_a_grade():
    found = share(MINE, correct)
    assert (round(found.mean, 3), found.n, found.ungraded) == (0.667, 3, 1)


def test_a_draw_takes_whole_conversations():
    # a alone has 1 of 2, b alone 1 of 1, and no draw has less or more
    found = share(MINE, correct)
    assert (found.low, found.high) == (0.5, 1.0)


def test_a_difference_is_of_the_same_turns():
    found = differences(MINE, THEIRS, correct)
    assert (round(found.mean, 3), found.n, found.ungraded) == (0.667, 3, 1)
    assert differences(MINE, THEIRS[:1], correct).n == 1


def test_the_two_errors_of_asking_back_are_apart():
    lines = turns_table(ROWS).splitlines()
    ours, typed = (next(line for line in lines if name in line) for name in (OURS, TYPED))
    assert "0.33 [0.00, 0.50] (n=3)" in ours  # one of three clear turns was asked back
    assert "0.00 [0.00, 0.00] (n=1)" in ours  # the unclear one was
    assert "1.00 [1.00, 1.00] (n=1)" in typed  # and was answered here


def test_each_kind_and_each_step_has_a_row():
    kinds = turn_kinds_table(ROWS)
    assert [kind in kinds for kind in ("first", "pronoun", "unclear", "assent")] == [True] * 4
    assert "| assent | 1 ungraded | 1 ungraded |" in kinds  # no rule can tell whether these were right
    assert "| generate | 3 of 4 | 3.00" in turn_steps_table(ROWS, OURS)


def test_pairs_of_systems_are_compared_on_the_turns_of_both():
    _, _, line = turn_pairs_table(ROWS).splitlines()
    assert line == "| advanced, in conversation | hybrid, as typed | **+0.67 [+0.50, +1.00]** | 3 |"


def test_without_rows_a_table_says_so():
    assert turn_pairs_table(MINE) == "Not run yet.\n"
    assert turns_table([]) == turn_kinds_table([]) == turn_steps_table(ROWS, "no such") == "Not run yet.\n"


def test_rows_come_back_as_they_were_written(tmp_path):
    file = tmp_path / "rows.jsonl"
    assert read_rows(file) == []
    append_rows(file, MINE[:2])
    append_rows(file, MINE[2:])
    assert read_rows(file) == MINE
    assert len(file.read_text().splitlines()) == 4
    assert json.loads(file.read_text().splitlines()[0])["kind"] == "first"


def test_a_row_without_texts_keeps_what_is_counted():
    said = row("a", 1, "first", 1.0, rewrite="Who hunts?", queries=("Who hunts?",))
    bare = without_texts(said)
    assert (bare.answer, bare.rewrite, bare.queries) == ("", "", ())
    assert turns_table([bare]) == turns_table([said])


@pytest.fixture
def asked(monkeypatch):
    """What the systems were asked, with the history that they were given."""
    heard = []

    def run(graph, question, kit, history=None):
        heard.append((question, None if history is None else [turn.typed for turn in history]))
        return Trace(question, (), f"to {question}", (), 1.0)

    monkeypatch.setattr("benchmarks.conversations.run", run)
    return heard


TALK = Conversation(
    "owls",
    (
        ConversationTurn("Do owls hunt?", "first", "Do owls hunt?", "Yes.", (("yes",),)),
        ConversationTurn("When?", "ellipsis", "When do owls hunt?", "At night.", (("night",),)),
        ConversationTurn("thanks", "greeting", "", None),
    ),
)


def test_in_conversation_the_words_come_with_the_turns_before(asked):
    list(asked_turns(None, "owls", TALK, OURS))
    assert asked == [
        ("Do owls hunt?", []),
        ("When?", ["Do owls hunt?"]),
        ("thanks", ["Do owls hunt?", "When?"]),
    ]


def test_written_out_a_question_stands_alone_and_a_greeting_stays(asked):
    list(asked_turns(None, "owls", TALK, "hybrid, written out"))
    assert asked == [("Do owls hunt?", None), ("When do owls hunt?", None), ("thanks", None)]


def test_as_typed_the_words_come_alone(asked):
    rows = list(asked_turns(None, "owls", TALK, TYPED))
    assert [question for question, _ in asked] == ["Do owls hunt?", "When?", "thanks"]
    assert [(one.turn, one.kind, one.correct) for one in rows] == [
        (1, "first", 0.0),
        (2, "ellipsis", 0.0),
        (3, "greeting", 1.0),
    ]


def test_every_way_is_of_a_system_that_there_is():
    assert {system for system, _ in ways().values()} <= set(SYSTEMS)
