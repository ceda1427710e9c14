"""Recordings as files: the same replies are the same bytes, and a file that is not whole is refused in clear words."""

import gzip
import json

import pytest
from recordings import DATE, KEYS, OWLS, SHA256, SMALL, small_recording

from ragkit.model import recording_file
from ragkit.model.recorded_reply import Reply
from ragkit.model.recording import RecordingError
from ragkit.model.recording_file import read, write

PACKED = [gzip.compress(text, mtime=0) for text in (b"", b"Hoo.", b"[1]")]
"""Without the time, so that two processes of tests give each its same name."""
ANEW = "`python -m ragkit record FILE`"


@pytest.fixture
def file(tmp_path):
    return small_recording(tmp_path)


def lines(file):
    return gzip.decompress(file.read_bytes()).decode().splitlines()


def rewrite(file, *texts):
    file.write_bytes(gzip.compress("\n".join(texts).encode()))


def refusal(place):
    with pytest.raises(RecordingError) as caught:
        read(place)
    return str(caught.value)


def test_what_was_written_is_read(file):
    found = read(file)
    assert dict(found.replies) == OWLS and found.models == {SMALL: SHA256}
    (header,) = found.headers
    assert (header.date, header.notebooks, header.replies) == (DATE, ("00_owls",), 3)


def test_the_same_replies_in_any_order_are_the_same_bytes(file, tmp_path):
    backwards = {key: OWLS[key] for key in reversed(OWLS)}
    write(tmp_path / "again.jsonl.gz", backwards, {SMALL: SHA256}, ["00_owls"], DATE)
    assert (tmp_path / "again.jsonl.gz").read_bytes() == file.read_bytes()


def test_a_file_is_a_header_and_a_line_for_each_reply_in_the_order_of_their_keys(file):
    header, *replies = map(json.loads, lines(file))
    assert header["format"] == 1
    assert [reply["key"] for reply in replies] == KEYS
    assert replies[0] == {"key": KEYS[0], "text": "Hoo."}


def test_a_recording_has_the_date_of_today(tmp_path, monkeypatch):
    found = write(tmp_path / "owls", OWLS, {SMALL: SHA256})
    assert len(found.headers[0].date) == 10
    assert found.headers[0].date > "2026-01-01"


def test_a_missing_file_is_named_by_its_whole_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = refusal(tmp_path.__class__("owls.jsonl.gz"))
    assert f"{tmp_path}/owls.jsonl.gz, got no such file or folder" in said and "RAGKIT_RECORDING" in said


def test_a_folder_has_the_replies_of_all_its_recordings(file, tmp_path):
    other = {"f" * 64: Reply(text="Miaow.")}
    write(tmp_path / "cats.jsonl.gz", other, {"qwen2.5-coder-1.5b": "1" * 64})
    found = read(tmp_path)
    assert dict(found.replies) == OWLS | other and len(found.headers) == 2


def test_a_folder_without_a_recording_is_said(tmp_path):
    (tmp_path / "notes.txt").write_text("Hoo.")
    assert "got a folder without a file *.jsonl.gz" in refusal(tmp_path)


def test_recordings_of_two_files_with_one_name_are_not_mixed(file, tmp_path):
    write(tmp_path / "other.jsonl.gz", OWLS, {SMALL: "1" * 64})
    assert f"two different model files that are called {SMALL}" in refusal(tmp_path)


def test_a_file_that_was_cut_short_is_damaged(file):
    whole = file.read_bytes()
    for length in (len(whole) - 1, len(whole) // 2, 5):
        file.write_bytes(whole[:length])
        said = refusal(file)
        assert "damaged" in said and str(file) in said and ANEW in said


@pytest.mark.parametrize("content", [b"", b"Hoo.", *PACKED])
def test_another_file_is_no_recording(file, content):
    file.write_bytes(content)
    assert "no recording" in refusal(file)


def test_a_recording_without_its_last_line_is_counted(file):
    rewrite(file, *lines(file)[:-1])
    assert "got 2 replies, where its header says 3" in refusal(file)


def test_a_recording_of_another_form_says_which_and_what_to_do(file):
    header, *replies = lines(file)
    rewrite(file, header.replace('"format":1', '"format":2'), *replies)
    assert "got a recording of form 2, and this kit reads form 1; update ragkit" in refusal(file)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("models", {}),
        ("models", {SMALL: "no hash"}),
        ("models", {"\x1b[2J": SHA256}),
        ("date", "yesterday"),
        ("ragkit", "1\n2"),
        ("replies", "many"),
        ("key", "sk-owl"),
    ],
)
def test_a_header_that_is_wrong_is_said_with_its_field(file, field, value):
    header, *replies = lines(file)
    rewrite(file, json.dumps(json.loads(header) | {field: value}), *replies)
    said = refusal(file)
    assert "a header that is wrong" in said and field in said and "\x1b" not in said


@pytest.mark.parametrize("line", ["Hoo.", "[]", "7", '{"text": "Hoo."}', '{"key": "1"}', "[" * 100_000])
def test_a_line_that_is_no_reply_is_said_with_its_number(file, line):
    header, first, *_ = lines(file)
    rewrite(file, header, first, line)
    assert "a line that is no reply (line 3)" in refusal(file)


def test_a_file_that_unpacks_to_too_much_is_not_read(file, monkeypatch):
    recording_file._read_once.cache_clear()  # it was read when it was written
    monkeypatch.setattr(recording_file, "MOST_BYTES", 100)
    assert "more than 100 bytes" in refusal(file)


def test_a_file_that_changes_is_read_anew_and_else_once(file, tmp_path):
    assert read(file).replies[KEYS[0]] is read(file).replies[KEYS[0]]
    write(file, {KEYS[0]: Reply(text="Miaow.")}, {SMALL: SHA256})
    assert read(file).replies[KEYS[0]].text == "Miaow."


def test_a_place_that_cannot_be_written_is_said_and_leaves_nothing(tmp_path):
    (tmp_path / "owls").write_text("a file")
    with pytest.raises(RecordingError, match="asked to write a recording as .*owls/hoo.gz, got .*; name another file"):
        write(tmp_path / "owls" / "hoo.gz", OWLS, {SMALL: SHA256})
    (tmp_path / "folder").mkdir()
    with pytest.raises(RecordingError, match="name another file"):
        write(tmp_path / "folder", OWLS, {SMALL: SHA256})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "owls"]
