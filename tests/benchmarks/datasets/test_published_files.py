"""A file that cannot be read says what was asked, what came, and what to do."""

import gzip

import pytest

from benchmarks.datasets.published_files import UnknownFormat, csv_lines, csv_table, json_lines, text_of

CUT_OFF = gzip.compress(b"owls" * 99, mtime=0)[:-12]


def test_a_missing_file_says_that_there_are_no_datasets_here(tmp_path):
    with pytest.raises(
        FileNotFoundError, match=r"asked for the dataset .*no\.csv, which is not a file; ragkit contains"
    ):
        text_of(tmp_path / "no.csv")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", CUT_OFF, gzip.compress(b"\xff", mtime=0)])
def test_bytes_that_are_no_text_are_an_error(tmp_path, content):
    (tmp_path / "x.csv").write_bytes(content)
    with pytest.raises(UnknownFormat, match="neither text in UTF-8 nor a whole gzip file"):
        text_of(tmp_path / "x.csv")


def test_a_mark_of_byte_order_is_no_part_of_the_first_column(tmp_path):
    (tmp_path / "x.csv").write_bytes("\ufeffa,b\n1,2\n".encode())
    assert csv_table(tmp_path / "x.csv", "X", ["a", "b"]) == [{"a": "1", "b": "2"}]


def test_lines_above_the_columns_are_skipped_and_a_cell_may_span_lines(tmp_path):
    (tmp_path / "x.csv").write_text('warning,\n,\na,b\n"1\n2",3\n,\n')
    assert csv_table(tmp_path / "x.csv", "X", ["a", "b"]) == [{"a": "1\n2", "b": "3"}]
    assert [number for number, _ in csv_lines(tmp_path / "x.csv")] == [1, 3, 5]


def test_a_row_that_is_too_short_says_its_line(tmp_path):
    (tmp_path / "x.csv").write_text("a,b\n1,2\n3\n")
    with pytest.raises(UnknownFormat, match=r"x\.csv, line 3: asked for X, got no b; each question needs a, b: take"):
        csv_table(tmp_path / "x.csv", "X", ["a", "b"])


@pytest.mark.parametrize(("text", "came"), [("{]", "no JSON object"), ("[1]", "list for an object"), ("{}", "no a")])
def test_a_line_that_is_no_object_with_the_fields_says_what_it_is(tmp_path, text, came):
    (tmp_path / "x.json").write_text('{"a": 1}\n\n' + text)
    with pytest.raises(UnknownFormat, match=f"line 3: asked for X, got {came}"):
        json_lines(tmp_path / "x.json", "X", ["a"])


def test_a_file_without_a_line_is_an_error(tmp_path):
    (tmp_path / "x.json").write_text("\n")
    with pytest.raises(UnknownFormat, match="asked for X, got no question"):
        json_lines(tmp_path / "x.json", "X", ["a"])
