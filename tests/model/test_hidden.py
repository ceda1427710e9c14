"""Keys that come back are removed from replies, whole or in pieces; everything else is as it came."""

import pytest

from ragkit.model.errors import BadReply
from ragkit.model.hidden import Hidden, HiddenStream
from ragkit.model.reply import Event, Line, Whole, read
from ragkit.text.redact import REMOVED

KEY = "kit.key-0123"


def streamed(pieces, keys=(KEY,), end="stop"):
    """What is left of a streamed reply, and how many pieces it has."""
    stream = HiddenStream(Hidden(keys))
    passed = []
    for number, text in enumerate(pieces, start=1):
        choice = {"delta": {"content": text}, "finish_reason": end if number == len(pieces) else None}
        piece = Event.model_validate({"choices": [choice]})
        stream.next(piece)
        passed.append(piece.text)
    rest = [piece.text for piece in stream.rest()]
    return "".join(passed + rest), len(rest)


@pytest.mark.parametrize("place", range(1, len(KEY)))
def test_a_key_in_two_pieces_is_removed(place):
    assert streamed([f"Owls {KEY[:place]}", f"{KEY[place:]} hunt."]) == (f"Owls {REMOVED} hunt.", 0)


def test_a_key_in_pieces_of_one_letter_is_removed_each_time():
    assert streamed(list(f"{KEY}, {KEY}")) == (f"{REMOVED}, {REMOVED}", 0)


@pytest.mark.parametrize("end", ["stop", None])
def test_what_only_looks_like_the_beginning_of_a_key_is_not_lost(end):
    assert streamed(["Owls like k", "it.key-0", "1"], end=end)[0] == "Owls like kit.key-01"


def test_a_piece_with_usage_alone_does_not_let_the_beginning_of_a_key_pass():
    stream = HiddenStream(Hidden([KEY]))
    pieces = [Event.of(KEY[:5]), Event(choices=[]), Event.of(KEY[5:])]
    for piece in pieces:
        stream.next(piece)
    assert [piece.text for piece in pieces] == ["", "", REMOVED] and stream.rest() == []


def test_a_stream_of_ollama_ends_with_its_done():
    stream = HiddenStream(Hidden([KEY]))
    pieces = [Line.of("Owls k"), Line(done=True)]
    for piece in pieces:
        stream.next(piece)
    assert [piece.text for piece in pieces] == ["Owls ", "k"] and stream.rest() == []


def test_the_same_pieces_pass_unchanged_without_a_key():
    pieces = ["Owls ", "", "hunt [1].\n", "sk-0123456789abcdef"]
    assert streamed(pieces, keys=()) == ("".join(pieces), 0)


def test_a_key_is_removed_from_every_text_of_a_reply_and_nothing_else_is():
    text = f"""{{"choices": [{{"message": {{"content": "Owls {KEY}, sk-0123456789abcdef and http://a:b@c"}},
        "finish_reason": "{KEY}", "logprobs": {{"content": [{{"token": "{KEY}",
        "top_logprobs": [{{"token": "x{KEY}", "logprob": -1}}]}}]}}}}]}}"""
    choice = Hidden([KEY]).cleaned(read(Whole, text.encode())).choices[0]
    token = choice.logprobs.content[0]
    assert choice.message.content == f"Owls {REMOVED}, sk-0123456789abcdef and http://a:b@c"
    assert (choice.finish_reason, token.token, token.top_logprobs[0].token) == (REMOVED, REMOVED, f"x{REMOVED}")


def test_a_word_that_is_given_to_an_endpoint_without_keys_stays_in_its_replies():
    assert streamed(["An owl eats anything."], keys=["anything"]) == ("An owl eats anything.", 0)
    assert streamed(["In 1999 an owl ate 1 mouse."], keys=["1", "1999", "", "none"])[0] == "In 1999 an owl ate 1 mouse."
    assert streamed(["abcdefghijklmnop"], keys=["abcdefghijklmnop"]) == (REMOVED, 0)


def test_an_error_has_neither_the_key_nor_what_looks_like_one_and_keeps_the_rest():
    error = Hidden([KEY]).error(BadReply(f"no {KEY}, no sk-0123456789abcdef", 429, "busy", 2.0))
    assert str(error) == f"no {REMOVED}, no {REMOVED}"
    assert (error.status_code, error.remedy, error.after) == (429, "busy", 2.0)
