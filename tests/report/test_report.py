"""A report shows every system with its intervals, in Markdown and on a page that needs no network."""

import json
from pathlib import Path

import pytest
from experiments import content_kit, experiment_in

from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.experiments.experiment import load_experiment
from ragkit.evaluate.measures.measure import PRICES
from ragkit.evaluate.measures.rows import BadResults
from ragkit.report.report import headline, write_report
from ragkit.report.tables import all_tables


@pytest.fixture
def folder(tmp_path):
    bench(experiment_in(tmp_path), tmp_path / "results", quiet=True, kit=content_kit(tmp_path))
    return tmp_path / "results"


def test_the_report_names_systems_scores_and_differences(folder):
    markdown, page = write_report(folder)
    for text in (markdown.read_text(), page.read_text()):
        assert "6 runs; 0 are not made yet" in text and "3 questions are 3 anecdotes" in text
        assert "Differences from naive" in text and "Questions of the kind out-of-domain" in text
        assert "1.000 [1.000, 1.000] (n=" in text
    assert page.read_text().count("<figure") >= 4


def test_the_page_asks_no_other_machine_for_anything(folder):
    page = write_report(folder)[1].read_text()
    assert "src='http" not in page and 'src="http' not in page and "<link" not in page


def test_pictures_are_written_as_files_only_when_asked_for_and_after_the_pages(folder, monkeypatch):
    monkeypatch.setattr("ragkit.report.report.write_pngs", lambda figures, to: [to / name for name in figures])
    assert len(write_report(folder)) == 2
    assert write_report(folder, png=True)[2] == folder / "figures" / "value"


def test_a_report_of_a_run_that_was_stopped_says_how_much_is_missing(folder):
    rows = (folder / "rows.jsonl").read_text().splitlines(keepends=True)
    (folder / "rows.jsonl").write_text("".join(rows[:4]))
    assert "4 runs; 2 are not made yet" in write_report(folder)[0].read_text()


def test_rows_of_another_experiment_are_left_out(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"keys": manifest["keys"][:2]}))
    assert "2 runs; 0 are not made yet" in write_report(folder)[0].read_text()


def test_without_a_row_there_is_a_headline_and_no_table(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    assert all_tables([]) == [] and "0 runs" in headline(manifest, [])


def test_figures_of_two_papers_are_in_two_tables_each_with_what_they_rest_on(tmp_path):
    experiment = experiment_in(tmp_path, beside={"adaptive": "full system", "naive": "naive RAG under noise"})
    bench(experiment, tmp_path / "results", quiet=True, kit=content_kit(tmp_path))
    text = write_report(tmp_path / "results")[0].read_text()
    assert "paper (adaptive)" in text and "Beside the figures of the paper (tiny)" in text
    assert "means over 8 questions" in text and "of 5,000 questions" in text
    assert "| naive | seconds to the first token | not measured | 0.45 |" in text
    assert "| 116.14 |" in text and "| retry gain | not measured | 0.047 |" in text


@pytest.mark.slow
def test_the_experiments_of_the_kit_can_be_read():
    files = sorted((Path(__file__).parents[2] / "benchmarks" / "experiments").glob("*.yml"))
    experiments = [load_experiment(file) for file in files]
    # the files of the datasets are not in the repository
    assert len(experiments) >= 2 and all(one.asked for one in experiments if one.corpus.is_dir())


@pytest.mark.parametrize("text", ["[]", "{}", '{"schema": 0, "keys": []}'])
def test_a_manifest_that_is_not_of_this_version_is_refused(folder, text):
    (folder / "manifest.json").write_text(text)
    with pytest.raises(BadResults, match="another version"):
        write_report(folder)


def test_the_report_says_what_a_wrong_answer_costs_and_from_which_price_a_system_pays(folder):
    markdown, page = write_report(folder)
    text = markdown.read_text()
    assert "What a wrong answer costs: value less that of naive" in text
    assert "| system | at a price of 0 | at a price of 0.5 | at a price of 1 | at a price of 2 | pays from |" in text
    assert "In all, worth most where a wrong answer costs 0: " in text and "Pays from: the price from which" in text
    assert all(f"| value at {price:g} | " in text for price in PRICES)
    assert "What a wrong answer costs: value less that of naive" in page.read_text()
    assert "price of a wrong answer (a correct one is worth 1, none 0)" in page.read_text()
