"""The report of failures: who labelled what, counts that add up, and a page that opens without a network."""

from failing import CASES, folder_in
from samples import lacks

from ragkit.evaluate.failures.tally import labelled, tallies
from ragkit.report.failures import modes_table, proximity_table, read_failures, summary, write_failures


def test_the_summary_says_who_labelled_and_of_how_many_there_is_no_trace():
    said = summary(labelled(CASES))
    assert lacks(said, "4 wrong answers in 6 runs", "2 labelled by rule", "0 by a judge", "2 unlabelled") == []
    assert "Of 3 there is no trace" in said


def test_the_counts_of_a_row_are_all_of_its_runs():
    table = modes_table(tallies(labelled(CASES), "kind"), "kind")
    for row in table.rows:
        cells = dict(zip(table.head, row, strict=True))
        modes = [int(cells[name]) for name in table.head[3:10]]
        others = [int(cells[name]) for name in table.head[10:]]
        assert sum(modes) == int(cells["wrong"])
        assert sum(modes) + sum(others) == int(cells["runs"]) == 3


def test_proximity_is_of_answers_to_questions_with_a_number_and_without_one_they_are_ungraded():
    (row,) = proximity_table(labelled(CASES)).rows
    # 9 of 12 is 0.75 near, 12 of 12 is 1
    assert row[0] == "naive"
    assert row[1].startswith("0.875 [")
    assert row[1].endswith("(n=2, 1 ungraded)")


def test_several_folders_are_read_with_their_traces_and_none_is_changed(tmp_path):
    folders = [folder_in(tmp_path / "one"), folder_in(tmp_path / "two", CASES[1:3])]
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.*") if file.is_file()}
    found = read_failures(folders)
    assert [one.name for one in tallies(found, "folder")] == ["one", "two"]
    assert found[0][1].mode == "retrieval distraction"
    assert found[0][0].trace == CASES[0].trace
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.*") if file.is_file()} == before


def test_the_page_and_the_text_have_the_same_tables_and_ask_no_other_machine(tmp_path):
    found = read_failures([folder_in(tmp_path / "one")])
    text, page = write_failures(found, "system", tmp_path / "out")
    assert "| naive | 6 | 4 |" in text.read_text()
    assert "<td>naive</td><td>6</td><td>4</td>" in page.read_text()
    assert "## Numeric proximity" in text.read_text()
    assert page.read_text().count("<figure") == 1
    assert "src='http" not in page.read_text()
    assert 'src="http' not in page.read_text()


def test_a_picture_is_a_file_only_when_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr("ragkit.report.failures.write_pngs", lambda figures, to: [to / name for name in figures])
    found = labelled(CASES)
    assert write_failures(found, "kind", tmp_path, png=True)[2:] == [tmp_path / "failures"]
