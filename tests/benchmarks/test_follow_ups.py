import json
import math

import pytest

from benchmarks import follow_up_turns, follow_ups
from benchmarks.follow_up_turns import Asked
from benchmarks.follow_up_ways import Said, measures, with_model, without_model
from benchmarks.follow_ups import reach
from ragkit.conversation import Turn, past
from ragkit.state import Passage

OWLS = (Turn("Do owls hunt?", "Owls hunt mice."),)


def turn(typed, human, **more):
    return Asked("c_2", typed, OWLS, human, **more)


def lines(file, *rows):
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def test_a_turn_needs_the_history_where_the_human_brought_in_a_word_of_it():
    assert turn("When do they?", "When do owls?").label == "needs"
    assert turn("What do they eat?", "Which mice do they eat?").label == "needs"
    assert turn("When do they?", "when do they").label == "unchanged"
    assert turn("When do cats sleep?", "At what time do cats sleep?").label == "reworded"


def test_the_turns_of_a_conversation_are_in_one_half():
    assert len({Asked(f"talk<::>{number}", "", (), "").half for number in range(9)}) == 1
    assert {Asked(f"{number}_1", "", (), "").half for number in range(20)} == {"choose", "report"}


def test_mtrag_has_gold_only_where_all_of_it_is_among_the_passages(tmp_path):
    row = {"history": ["Do owls hunt?"], "question": "When?", "rewrite": "When do owls hunt?"}
    file = lines(tmp_path / "t", row | {"id": "a<::>2", "gold": ["p"]}, row | {"id": "a<::>3", "gold": ["p", "q"]})
    first, second = follow_up_turns.mtrag(file, [Passage("p", "Owls hunt at night.")])
    assert (first.gold, second.gold) == (("p",), ())
    assert first.history == (Turn("Do owls hunt?", ""),)


def test_casts_history_has_the_replies_and_the_first_turn_is_no_follow_up(tmp_path):
    first = {"id": "7_1", "history": [], "question": "Do owls hunt?", "rewrite": "Do owls hunt?", "answer": "Yes."}
    second = {"id": "7_2", "history": ["Do owls hunt?"], "question": "When?", "rewrite": "When?", "answer": "At night."}
    (asked,) = follow_up_turns.cast(lines(tmp_path / "c", first, second))
    assert (asked.history, asked.gold) == ((Turn("Do owls hunt?", "Yes."),), ("7_2",))


def test_a_missing_file_is_an_error_that_says_what_to_do(tmp_path):
    with pytest.raises(SystemExit, match=r"none\.jsonl, which is not there; it is other people's data"):
        follow_up_turns.passages(tmp_path / "none.jsonl")


def test_measures_by_hand():
    found = measures(["x", "a"], ["a", "b"])
    assert (found["R@1"], found["R@5"]) == (0, 0.5)
    assert math.isclose(found["nDCG@5"], (1 / math.log2(3)) / (1 + 1 / math.log2(3)))


def test_the_ways_without_a_model():
    ways = without_model(turn("When?", "When do owls hunt?"))
    both = ["Do owls hunt? When?"]
    assert ways == {"last": ["When?"], "glued": both, "all": both, "human": ["When do owls hunt?"]}


def test_a_refused_rewrite_is_searched_as_typed_and_by_those_that_know_no_better():
    said = Said("c_2", None, "Owls hunt mice.", 0, 1)
    ways = with_model(turn("When do they?", "When do owls hunt?"), said, 0.0)
    assert ways["ours, rewrite"] == ways["ours, fused"] == ["When do they?"]
    assert ways["ours, context"] == ways["no rewrite, context"]
    assert ways["no rewrite, context"] == ["When do they?", "Do owls hunt? Owls hunt mice. When do they?"]
    assert ways["every rewrite"] == ["Owls hunt mice."]
    assert ways["refused: glued"] == ["Do owls hunt? When do they?"]
    assert ways["gate, human's rewrite"] == ["When do owls hunt?"]


def test_what_the_model_said_to_another_prompt_is_not_used(monkeypatch):
    now = follow_ups.kept_in()
    assert now == follow_ups.SAID
    monkeypatch.setattr(past, "QUOTED_ANSWER", 100)
    shorter = follow_ups.kept_in()
    monkeypatch.setattr(follow_ups, "WISH", "Ask it again.")
    other = follow_ups.kept_in()
    assert len({now, shorter, other}) == 3


def test_only_the_turns_up_to_the_first_unasked_one_are_a_sample():
    asked = [turn("Hello", "Hello"), turn("When do they?", "When?")]
    assert reach(asked, {}) == 1
    assert reach(asked, {"c_2": Said("c_2", None, "When?", 0, 1)}) == 2
