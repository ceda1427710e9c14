"""`benchmarks/prose.py` writes the results of experiments as Markdown, wherever they are."""

import json
from dataclasses import replace

import answer_pairs
from experiments import content_kit, experiment_in
from samples import ROW

from benchmarks.judge_report import Case, report
from benchmarks.judges import Tried, keep
from benchmarks.prose import (
    WORTH,
    kinds_table,
    noise_note,
    noise_table,
    paper_table,
    parts_table,
    price_table,
    table,
)
from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.experiments.comparison import compare_systems
from ragkit.evaluate.experiments.results import SCHEMA
from ragkit.evaluate.measures.rows import Results
from ragkit.model.scripted import ScriptedLLM
from ragkit.report.systems_table import systems_table

ROWS = [
    replace(ROW, key=f"{system}{n}", question=str(n), system=system, right=n in rights, evaluated=read)
    for system, rights, read in (("adaptive", {0, 1, 2, 3}, 1000), ("no critic", {0}, 600))
    for n in range(5)
]


def test_each_system_has_a_row_with_its_scores():
    head, _, whole, without = systems_table(ROWS).splitlines()
    assert head.startswith("| system | correct | correct by the judge |")
    assert "| 0.80 [0.40, 1.00] (n=5) |" in whole and "| 1,000 [1,000, 1,000] (n=5) |" in whole
    assert without.startswith("| no critic | 0.20 [0.00, 0.60] (n=5) |")


def test_a_measure_that_graded_nothing_has_no_column():
    unaudited = [replace(row, audited=False, faithfulness=None, hallucinated=None, agrees=None) for row in ROWS]
    head, *_ = systems_table(unaudited).splitlines()
    assert head == "| system | correct | abstained | tokens evaluated | tokens generated |"
    head, *_ = parts_table(unaudited).splitlines()
    assert head == "|  | correct | abstained | tokens evaluated |"


def test_differences_are_to_the_whole_graph_and_bold_where_the_interval_does_not_hold_0():
    *_, without = parts_table(ROWS).splitlines()
    assert without.startswith("| no critic | **-0.60 [-1.00, -0.20]** |") and "| **-400 [-400, -400]** |" in without


def test_the_papers_figures_stand_beside_ours():
    shown = paper_table(ROWS, {"adaptive": "full system", "left out": "baseline"})
    assert "| adaptive | context relevance | 0.40 [0.40, 0.40] (n=5) | " in shown and "left out" not in shown
    assert "retry gain" not in shown  # which the paper has, and nobody measured here


def test_kinds_of_questions_have_a_row_each_with_what_ending_well_means_there():
    outside = [replace(row, kind="out-of-domain", held=row.system == "adaptive") for row in ROWS]
    _, _, inside, beyond = kinds_table([*ROWS, *outside]).splitlines()
    assert inside == "| factual: correct | 0.80 [0.40, 1.00] (n=5) | 0.20 [0.00, 0.60] (n=5) |"
    assert beyond == "| out-of-domain: withheld | 1.00 [1.00, 1.00] (n=5) | 0.00 [0.00, 0.00] (n=5) |"


def test_tables_are_made_of_a_results_folder_and_say_so_where_there_is_none(tmp_path):
    assert table(tmp_path, "small", "systems") == "Not run yet.\n"
    bench(experiment_in(tmp_path), tmp_path / "small", quiet=True, kit=content_kit(tmp_path))
    assert "| naive | 0.50 " in table(tmp_path, "small", "systems")
    assert "3 questions, 2 systems" in (said := table(tmp_path, "small", "state")) and "; 0 are not" in said
    assert table(tmp_path, "small", "paper").count("\n") == 2  # no system stands beside one of the paper's
    assert table(tmp_path, "small", "ragas") == "Not asked yet.\n"
    assert table(tmp_path, "small", "judges").startswith("Not tried: `python -m benchmarks.judges")


def test_second_opinions_and_judges_stand_below_what_they_say_of_themselves(tmp_path):
    rows, _ = bench(experiment_in(tmp_path), tmp_path / "small", quiet=True, kit=content_kit(tmp_path))
    graded = json.dumps({row.key: {"grades": {"faithfulness": 0.5}} for row in rows[:2]})
    (tmp_path / "small" / "ragas.json").write_text(graded)
    note, shown = table(tmp_path, "small", "ragas").split("\n\n")
    assert note.startswith("Of 2 answered runs.") and "| faithfulness | 0.500 [0.500, 0.500] (n=" in shown
    fair = report([0.9, 0.8, 0.4, 0.1], [Case(q, (), "?", o, "names") for o in (True, False) for q in "ab"], 12.0)
    keep(Tried({"words": fair}, ("nli: none\n  here",)), tmp_path / "small")
    note, shown = table(tmp_path, "small", "judges").split("\n\n")
    assert (
        note.endswith("nli: none here")
        and "| true above names |" in shown
        and "| 1.000 [1.000, 1.000] (n=2) |" in shown
    )


def test_what_a_pairwise_judge_is_worth_stands_above_what_it_prefers(tmp_path):
    asked = [answer_pairs.question("owl"), answer_pairs.question("bat")]
    rows = [answer_pairs.row("near", one.id, answer=answer_pairs.RIGHT) for one in asked]
    rows += [answer_pairs.row("far", one.id, answer=answer_pairs.WRONG, right=0.0, calls=0) for one in asked]
    folder = answer_pairs.results_in(tmp_path / "small", rows, asked)
    assert table(tmp_path, "small", "pairwise") == "Not compared yet.\n"
    judge = ScriptedLLM(replies={f"Answer {letter}:\n> {answer_pairs.RIGHT}": {letter: 0.9} for letter in "AB"})
    compare_systems(folder, "near", "far", quiet=True, llm=judge)
    said = table(tmp_path, "small", "pairwise")
    assert said.index("| balanced agreement |") < said.index("| questions | near | tie | far |")
    assert "| all | 1.000 [1.000, 1.000] (n=2) |" in said and "The win rates show nothing." in said


def test_of_a_dataset_the_table_has_its_own_measures(tmp_path):
    assert table(tmp_path, "hops", "dataset") == "Not run yet.\n"
    kinds = [replace(row, kind="span", exact=0.0, f1=0.25, refused=row.question == "4") for row in ROWS]
    (tmp_path / "hops").mkdir()
    results = Results(tmp_path / "hops")
    for row in kinds:
        results.add(row)
    manifest = {"schema": SCHEMA, "experiment": {}, "keys": [row.key for row in ROWS], "ragkit": "1", "settings": {}}
    (tmp_path / "hops" / "manifest.json").write_text(json.dumps(manifest))
    head, _, whole, _ = table(tmp_path, "hops", "dataset").splitlines()
    assert head == "| system | correct | exact match | F1 | evidence recall | abstained | seconds |"
    assert whole.startswith(
        "| adaptive | 0.80 [0.40, 1.00] (n=5) | 0.00 [0.00, 0.00] (n=5) | 0.25 [0.25, 0.25] (n=5) |"
    )
    assert "| 0.20 [0.00, 0.60] (n=5) | 1.50 [1.50, 1.50] (n=5) |" in whole


NOISY = [
    replace(ROW, key="1", question="a", noise="conflict", passed=False, faithfulness=1.0, right=False),
    replace(ROW, key="2", question="b", noise="hard negative", noise_note="not conflict: why", passed=True),
    replace(ROW, key="3", question="c", passed=True),
    replace(ROW, key="4", question="d", noise_note="not hard negative: why", passed=True),
]


def test_noise_has_a_row_for_each_system_and_kind_of_evidence():
    head, _, conflict, hard, clean = noise_table(NOISY).splitlines()
    assert head.startswith("| system | evidence | value at 1 | correct | faithfulness |")
    wrong = "| naive | conflict | -1.00 [-1.00, -1.00] (n=1) | 0.00 [0.00, 0.00] (n=1) | 1.00 [1.00, 1.00] (n=1) |"
    assert conflict.startswith(wrong)
    assert hard.startswith("| naive | hard negative |")
    assert clean.startswith("| naive | clean | 1.00 [1.00, 1.00] (n=2) | 1.00 [1.00, 1.00] (n=2) |")


def test_how_much_noise_is_not_what_was_drawn_is_said_by_question():
    twice = [*NOISY, *(replace(row, system="crag", key=f"x{row.key}") for row in NOISY)]
    said = noise_note(twice)
    assert "for 3 questions (conflict: 1, hard negative: 1, none: 1); 2 of them do not" in said


def test_what_systems_are_worth_has_a_table_of_values_and_one_of_differences_from_the_plain_one(tmp_path):
    """Hybrid is right once in five and wrong else; adaptive is right four times: +.6 + .6 p."""
    assert table(tmp_path, "small", "worth") == table(tmp_path, "small", "prices") == "Not run yet.\n"
    rows = [replace(row, system={"no critic": "hybrid"}.get(row.system, row.system)) for row in ROWS]
    head, _, less = price_table(rows).splitlines()
    assert (
        head == "| less hybrid | at a price of 0 | at a price of 0.5 | at a price of 1 | at a price of 2 | pays from |"
    )
    means = [cell.strip("* ").split(" ")[0] for cell in less.split("|")[2:6]]
    assert means == ["+0.60", "+0.90", "+1.20", "+1.80"] and less.endswith("| 0.00 [0.00, 0.00] (n=5) |")
    head, _, whole, _ = systems_table(rows, WORTH).splitlines()
    assert (
        head == "| system | answered | correct of the answered | value at 0 | value at 0.5 | value at 1 | value at 2 |"
    )
    assert whole.startswith(
        "| adaptive | 1.00 [1.00, 1.00] (n=5) | 0.80 [0.40, 1.00] (n=5) | 0.80 [0.40, 1.00] (n=5) | 0.70 ["
    )
