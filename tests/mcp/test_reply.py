"""What becomes evidence of a reply: texts and rows, of limited number and length, and visible."""

import pytest
from langchain_core.messages import ToolMessage

from ragkit.mcp.failed import ToolFailed
from ragkit.mcp.reply import LETTERS, ROWS, read


def texts(*parts):
    return ToolMessage([{"type": "text", "text": part} for part in parts], tool_call_id="1")


def rows(*passages, **more):
    return ToolMessage("-", tool_call_id="1", artifact={"structured_content": {"passages": list(passages)} | more})


def test_each_text_is_a_piece_of_the_tool():
    reply = read(texts("Owls hunt.", "", " \n", "Bats hunt."), "search", own=False)
    assert [(piece.text, piece.place) for piece in reply.passages] == [
        ("Owls hunt.", "search"),
        ("Bats hunt.", "search"),
    ]


def test_the_kits_own_rows_keep_id_place_and_every_letter():
    row = {
        "text": " Owls\u200b hunt. ",
        "id": "owl",
        "source": "owls.md",
        "section": "Owls",
        "page": 2,
        "start": 5,
        "end": 17,
    }
    (piece,) = read(rows(row), "look_up", own=True).passages
    assert (piece.id, piece.text, piece.start, piece.end) == ("owl", " Owls\u200b hunt. ", 5, 17)
    assert piece.place == "owls.md, page 2, Owls"


def test_what_cannot_be_seen_is_taken_out_of_foreign_texts():
    (piece,) = read(texts("Owls\u202e hunt\x1b[31m."), "search", own=False).passages
    assert piece.text == "Owls hunt[31m."


def test_a_long_text_is_cut_at_its_paragraphs_and_keeps_its_place():
    row = {"text": "# Owls\n\n" + "Owls hunt at night. " * 60, "source": "https://owls.example", "section": "Owls"}
    pieces = read(rows(row), "search_web", own=True).passages
    assert len(pieces) == 2
    assert all(len(piece.text) <= 900 for piece in pieces)
    assert {piece.place for piece in pieces} == {"https://owls.example, Owls"}
    assert len({p.id for p in pieces}) == 2


def test_rows_and_letters_have_a_maximum_and_a_note_says_what_was_cut():
    reply = read(texts(*[f"Owl {number}." for number in range(60)]), "search", own=False)
    assert len(reply.passages) == ROWS
    assert reply.notes == ["of the reply of the tool search only the first 50 parts were used"]
    reply = read(texts("x" * (LETTERS + 9), "Bats."), "search", own=False)
    assert sum(len(piece.text) for piece in reply.passages) < 1.2 * LETTERS
    assert "180,000 characters" in reply.notes[0]


def test_a_wrong_type_is_an_error_that_says_where_and_what_is_wanted():
    with pytest.raises(ToolFailed, match=r"in passages.1.text: .*; each needs a `text`, and may have `source`"):
        read(rows({"text": "Owls."}, {"text": 5}), "search", own=False)
