"""A CSV file is text to a spreadsheet, whatever is in it."""

import csv
import io

import pytest

from ragkit.course.spreadsheet import as_csv, write_csv


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\tx", "\rx"])
def test_a_beginning_of_a_formula_is_quoted(cell):
    _, row = csv.reader(io.StringIO(as_csv(["a"], [[cell]]), newline=""))
    assert row == [f"'{cell}"]


def test_numbers_stay_numbers_and_letters_of_all_scripts_survive(tmp_path):
    file = write_csv(["name", "tries"], [["Ünal 字", -3]], tmp_path / "a.csv")
    assert file.read_bytes().startswith(b"\xef\xbb\xbf")
    assert file.read_text(encoding="utf-8-sig").splitlines() == ["name,tries", "Ünal 字,-3"]
