"""Which files are GGUF files, and what their metadata say; hostile lengths are not believed."""

import struct

import pytest
from tiny_gguf import text, write_gguf

from ragkit.weights import is_gguf
from ragkit.weights.gguf import BadGGUF, metadata

TOLD = {"name": "owl", "layers": 3, "tokens": [7, 8], "words": ["hoo", "größe"], "alpha": 0.5, "last": "end"}


@pytest.mark.parametrize(
    ("content", "is_one"), [(b"GGUF", True), (b"GGUF\x03...", True), (b"gguf", False), (b"GGU", False), (b"", False)]
)
def test_a_gguf_file_begins_with_its_magic(tmp_path, content, is_one):
    (tmp_path / "owl.gguf").write_bytes(content)
    assert is_gguf(tmp_path / "owl.gguf") is is_one


def test_metadata_come_back_as_they_were_written_and_only_those_asked_for(tmp_path):
    file = write_gguf(tmp_path / "owl.gguf", TOLD)
    assert metadata(file, list(TOLD)) == TOLD
    assert metadata(file, ["tokens", "nothing of the kind"]) == {"tokens": [7, 8]}
    assert metadata(file, []) == {}


def test_reading_stops_at_the_last_name_that_is_wanted(tmp_path):
    file = write_gguf(tmp_path / "owl.gguf", TOLD)
    file.write_bytes(file.read_bytes()[:80])
    assert metadata(file, ["name"]) == {"name": "owl"}
    with pytest.raises(BadGGUF, match="cut short"):
        metadata(file, ["last"])


def test_a_file_cut_short_anywhere_is_an_error_and_nothing_else(tmp_path):
    whole = write_gguf(tmp_path / "owl.gguf", TOLD).read_bytes()
    end = whole.index(b"end") + 3
    for kept in range(end):
        (tmp_path / "owl.gguf").write_bytes(whole[:kept])
        with pytest.raises(BadGGUF, match="cut short|no GGUF file"):
            metadata(tmp_path / "owl.gguf", ["last"])


HUGE = 2**63
HEAD = b"GGUF" + struct.pack("<IQQ", 3, 0, HUGE)


@pytest.mark.parametrize(
    "content",
    [
        HEAD + struct.pack("<Q", HUGE),  # a name of so many bytes
        HEAD + text("a") + struct.pack("<IQ", 8, HUGE),  # a text
        HEAD + text("a") + struct.pack("<IIQ", 9, 4, HUGE),  # a list of numbers
        HEAD + text("a") + struct.pack("<IIQ", 9, 8, HUGE),  # a list of texts
    ],
)
def test_a_length_beyond_the_file_is_not_believed(tmp_path, content):
    (tmp_path / "owl.gguf").write_bytes(content)
    with pytest.raises(BadGGUF, match="cut short"):
        metadata(tmp_path / "owl.gguf", ["name"])


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (HEAD + text("a") + struct.pack("<I", 99), "a value of kind 99"),
        (HEAD + text("a") + struct.pack("<IIQ", 9, 9, 1), "a value of kind 9"),  # a list of lists
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "version 1"),
        (b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "version 50331648"),  # the other order of bytes
    ],
)
def test_what_is_not_known_is_named(tmp_path, content, why):
    (tmp_path / "owl.gguf").write_bytes(content)
    with pytest.raises(BadGGUF, match=why):
        metadata(tmp_path / "owl.gguf", ["name"])
