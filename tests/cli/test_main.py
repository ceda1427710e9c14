import hashlib
import json
import subprocess
import sys
from dataclasses import replace

import pytest
from answer_pairs import question, results_in, row
from loopback_hub import GGUF, serving
from papermill.exceptions import PapermillExecutionError
from recordings import small_recording

from ragkit.__main__ import main
from ragkit.cli import doctor
from ragkit.cli.ending import told_once
from ragkit.cli.finding import Finding
from ragkit.cli.table import COMMANDS, name_of
from ragkit.course.checkout import ROOT
from ragkit.graphs import SYSTEMS
from ragkit.model.recording_file import read
from ragkit.model.scripted import ScriptedLLM


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert [name_of(command) for command in COMMANDS if name_of(command) not in shown] == []


def test_a_wrong_call_exits_with_2():
    with pytest.raises(SystemExit) as left:
        main(["dance"])
    assert left.value.code == 2


@pytest.mark.process
@pytest.mark.parametrize("command", [["doctor"], ["systems"]])
def test_a_python_without_the_packages_says_how_to_set_them_up(command):
    """As where someone forgets `.venv/bin/`: -S leaves the packages out."""
    bare = [sys.executable, "-S", "-m", "ragkit", *command]
    ended = subprocess.run(bare, capture_output=True, text=True, cwd=ROOT, check=False)
    printed = ended.stdout + ended.stderr
    assert ended.returncode == 1
    assert "make setup" in printed
    assert "Traceback" not in printed


def test_the_doctor_exits_with_1_when_something_fatal_is_found_and_prints_json_when_asked(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "examine", lambda: iter([Finding("Python", "2.7", "install 3.11")]))
    assert main(["doctor"]) == 1
    assert "install 3.11" in capsys.readouterr().out
    assert main(["doctor", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == [
        {"what": "Python", "found": "2.7", "remedy": "install 3.11", "fatal": True}
    ]


def test_the_doctor_exits_with_0_when_only_notes_are_found(monkeypatch):
    monkeypatch.setattr(doctor, "examine", lambda: iter([Finding("disk", "little", "free some", fatal=False)]))
    assert main(["doctor"]) == 0


OWL = "hf:acme/owl/owl.gguf"


def test_models_fetches_a_file_of_the_hub_and_says_what_each_file_was_checked_against(use, monkeypatch, capsys):
    monkeypatch.setenv("RAGKIT_CACHE", str(use().cache))
    monkeypatch.setenv("RAGKIT_MODEL", OWL)
    with serving(monkeypatch) as internet:
        internet.hub = {"owl.gguf": GGUF}
        assert main(["models"]) == 0
        monkeypatch.setenv("RAGKIT_PROVIDER", "ollama")  # which has names of its own
        assert main(["models"]) == 0
        monkeypatch.setenv("RAGKIT_PROVIDER", "recorded")  # which needs no model
        monkeypatch.setenv("RAGKIT_MODEL", "qwen2.5-coder-0.5b")
        assert main(["models"]) == 0
    embedder, owl, again, recorded = capsys.readouterr().out.splitlines()
    assert embedder == again == recorded == "all-minilm-l6-v2: 92 MB, checked against its pinned hash"
    sha256 = hashlib.sha256(GGUF).hexdigest()
    assert owl == f"{OWL}: 0 MB, not checked against a hash; its SHA-256 is {sha256}"
    assert internet.got("owl.gguf") == 1


def test_models_says_what_to_do_when_a_file_of_the_hub_cannot_be_fetched(use, monkeypatch, capsys):
    monkeypatch.setenv("RAGKIT_CACHE", str(use().cache))
    monkeypatch.setenv("RAGKIT_MODEL", OWL)
    with serving(monkeypatch):
        assert main(["models"]) == 1
    said = capsys.readouterr().err
    assert OWL in said and "404" in said and "do next: check owner, repository and file" in said


@pytest.mark.model
@pytest.mark.process
def test_ask_prints_the_answer_with_its_sources(tmp_path, monkeypatch, capsys):
    (tmp_path / "owls.md").write_text("# Owls\n\nOwls hunt at night.")
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: ScriptedLLM(replies={"When": "At night [1]."}))
    assert main(["ask", str(tmp_path), "When do owls hunt?", "--graph", "naive"]) == 0
    shown = capsys.readouterr().out
    assert "At night [1]." in shown and "[1] owls.md, Owls" in shown


def test_systems_lists_every_system_of_the_registry_with_what_it_is(monkeypatch, capsys):
    monkeypatch.setitem(SYSTEMS, "mine", replace(SYSTEMS["naive"], line="does what I want"))
    assert main(["systems"]) == 0
    shown = capsys.readouterr().out.splitlines()
    names = [line.split()[0] for line in shown]
    assert names == list(SYSTEMS)
    assert {"naive", "adaptive", "mine"} <= set(names)
    assert all(line.endswith(f" {system.line}") for line, system in zip(shown, SYSTEMS.values(), strict=True))


def test_ask_names_the_systems_that_there_are_and_exits_with_2_when_asked_for_another(tmp_path, capsys):
    assert main(["ask", str(tmp_path / "nowhere"), "?", "--graph", "magic"]) == 2
    shown = capsys.readouterr()
    assert "'magic'" in shown.err
    assert ", ".join(SYSTEMS) in shown.err
    assert shown.out == ""


@pytest.mark.model
def test_a_run_that_was_saved_is_on_the_dashboards_page(tmp_path, monkeypatch, capsys):
    (tmp_path / "owls.md").write_text("# Owls\n\nOwls hunt at night.")
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: ScriptedLLM(replies={"When": "At night [1]."}))
    asked = ["ask", str(tmp_path), "When do owls hunt?", "--graph", "naive", "--save", str(tmp_path / "runs")]
    assert (main(asked), main(asked)) == (0, 0)
    assert len(list((tmp_path / "runs").glob("*.json"))) == 2
    assert main(["dashboard", str(tmp_path / "runs")]) == 0
    assert (tmp_path / "runs" / "dashboard.ipynb").is_file()
    assert "2 runs: " in capsys.readouterr().out
    assert "(2 of 2)" in (tmp_path / "runs" / "dashboard.html").read_text()


def test_a_dashboard_without_runs_says_how_to_save_one_and_what_could_not_be_read(tmp_path, capsys):
    (tmp_path / "broken.json").write_text("{")
    assert main(["dashboard", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "--save" in said.out and "broken.json" in said.err and not (tmp_path / "dashboard.html").exists()


@pytest.mark.process
def test_the_doctor_runs_where_the_heavy_packages_are_missing():
    """`python -m ragkit doctor` must be able to say what is missing, so importing it may not need it."""
    block = "import sys; sys.modules['langgraph'] = sys.modules['chromadb'] = sys.modules['torch'] = None; "
    code = block + "import ragkit, ragkit.__main__, ragkit.cli.doctor; print(ragkit.cli.doctor.python())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("ok"), done.stderr


FIRST_WORDS = """
import sys

class Heavy:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in {"chromadb", "langchain_core", "langgraph", "numpy", "torch"}:
            sys.exit(7)

sys.meta_path.insert(0, Heavy())
from ragkit.__main__ import main
main(sys.argv[1:])
"""
"""A program that ends where the first heavy package is imported."""


@pytest.mark.process
@pytest.mark.parametrize("command", ["ask", "bench", "calibrate", "draft", "draft-conversations", "ingest"])
def test_a_command_says_what_it_does_before_it_imports_anything_heavy(command, tmp_path):
    question = ["Who hunts?"] if command == "ask" else []
    arguments = [sys.executable, "-c", FIRST_WORDS, command, str(tmp_path / "owls"), *question]
    ended = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT, check=False)
    assert ended.returncode == 7
    assert "owls" in ended.stderr and ended.stderr.strip().endswith("loading")


@pytest.mark.process
@pytest.mark.parametrize("command", ["ask", "bench", "ingest"])
def test_help_imports_nothing_heavy(command):
    arguments = [sys.executable, "-c", FIRST_WORDS, command, "--help"]
    ended = subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT, check=False)
    assert ended.returncode == 0 and "usage: ragkit" in ended.stdout


@pytest.fixture
def experiment(tmp_path, monkeypatch):
    """An experiment file over one document and one question, and a model that answers it."""
    (tmp_path / "owls.md").write_text("# Owls\n\nOwls hunt at night.")
    row = {"id": "owls", "question": "When do owls hunt?", "kind": "factual", "answer": "At night."}
    rest = {"keys": [["night"]], "support": [], "difficulty": "easy"}
    (tmp_path / "questions.jsonl").write_text(json.dumps(row | rest))
    (tmp_path / "mine.yml").write_text("corpus: .\nsystems: {plain: {graph: naive}}\naudit: false\n")
    replies = {"When": "At night [1].", "Count": "one"}
    for place in ("ragkit.kit", "ragkit.evaluate.experiments.outlooks"):
        monkeypatch.setattr(f"{place}.chat", lambda *_: ScriptedLLM(replies=replies))
    return tmp_path / "mine.yml"


@pytest.mark.model
def test_bench_says_what_it_takes_runs_and_leaves_a_report_that_can_be_written_again(experiment, capsys):
    assert main(["bench", str(experiment)]) == 0
    said = capsys.readouterr()
    assert "1 runs left: about 1 model calls" in said.err and "1 runs, all made" in said.out
    *_, made, worth = said.out.strip().splitlines()
    best = "plain 1.000 [1.000, 1.000] (n=1)"
    assert made == "1 runs, all made" and worth == (
        f"worth most where a wrong answer costs 0: {best}; 0.5: {best}; 1: {best}; 2: {best}"
    )
    page = experiment.with_suffix("") / "report.html"
    page.unlink()
    assert main(["report", str(experiment.with_suffix("")), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[1] == str(page) and page.is_file()


@pytest.mark.model
def test_what_bench_says_last_holds_no_control_character_of_a_systems_name(experiment, capsys):
    text = experiment.read_text().replace("plain:", '"pl\\e[31main":')
    experiment.write_text(text)
    assert main(["bench", str(experiment)]) == 0
    said = capsys.readouterr().out
    assert "worth most where a wrong answer costs 0: pl" in said and "\x1b" not in said


@pytest.mark.process
def test_an_estimate_opens_no_index_and_runs_nothing(experiment, monkeypatch, capsys):
    monkeypatch.setattr("ragkit.kit.Kit.open", lambda *_, **__: pytest.fail("the index was opened"))
    assert main(["bench", str(experiment), "--estimate"]) == 0
    said = capsys.readouterr().err
    # what is typical of naive in `graphs/systems.py`
    assert "1 runs left: about 1 model calls, 570 tokens to evaluate, 46 to generate" in said
    assert not experiment.with_suffix("").exists()


@pytest.mark.process
def test_an_estimate_without_a_model_is_in_tokens_and_says_why(experiment, monkeypatch, capsys):
    def away(*_):
        raise RuntimeError("nobody there")

    monkeypatch.setattr("ragkit.evaluate.experiments.estimate.pace", away)
    assert main(["bench", str(experiment), "--estimate"]) == 0
    said = capsys.readouterr().err
    assert "570 tokens to evaluate" in said and "time not known, because RuntimeError: nobody there" in said


@pytest.mark.model
@pytest.mark.process
def test_bench_as_json_is_json_and_nothing_else_and_a_cap_exits_with_1(experiment, capsys, tmp_path):
    assert main(["bench", str(experiment), "--json", "--to", str(tmp_path / "there")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["runs"] == 1
    assert found["scores"]["plain"]["correct"]["mean"] == 1.0
    experiment.write_text(experiment.read_text() + "caps: {minutes: 1.0e-9}\n")
    assert main(["bench", str(experiment), "--json"]) == 1
    assert "minutes" in json.loads(capsys.readouterr().out)["stopped"]


def test_bench_checks_the_questions_before_it_opens_anything(experiment, monkeypatch, capsys):
    monkeypatch.setattr("ragkit.kit.Kit.open", lambda *_, **__: pytest.fail("the documents were opened"))
    questions = experiment.parent / "questions.jsonl"
    questions.write_text('{"question": "When do owls hunt?"}')
    assert main(["bench", str(experiment)]) == 1
    said = capsys.readouterr().err
    assert f"{questions}, line 1: answer: Field required; a whole line is" in said
    questions.unlink()
    assert main(["bench", str(experiment)]) == 1
    assert "questions.jsonl, which is not a file; write it" in capsys.readouterr().err


def test_bench_names_the_questions_that_no_rule_can_grade(experiment, monkeypatch, capsys):
    def opened(*_, **__):
        raise ValueError("opened")

    monkeypatch.setattr("ragkit.kit.Kit.open", opened)
    answer = "They have better eyes than voles and mice have ears and noses."
    asked = {"question": "Why do owls hunt at night?", "answer": answer}
    (experiment.parent / "questions.jsonl").write_text(json.dumps(asked))
    assert main(["bench", str(experiment)]) == 1
    assert "1 of 1 questions has no keys, so no rule can grade an answer: why-do-owls" in capsys.readouterr().err


def test_calibrate_checks_the_questions_before_it_opens_anything(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("ragkit.kit.Kit.open", lambda *_, **__: pytest.fail("the documents were opened"))
    (tmp_path / "questions.jsonl").write_text('{"question": "When do owls hunt?"}')
    assert main(["calibrate", str(tmp_path)]) == 1
    assert "questions.jsonl, line 1: answer: Field required; a whole line is" in capsys.readouterr().err


def test_bench_says_how_a_dataset_becomes_a_corpus(tmp_path, capsys):
    (tmp_path / "mine.yml").write_text("dataset: there.json\nsystems: {a: {graph: naive}}")
    assert main(["bench", str(tmp_path / "mine.yml")]) == 1
    assert "python -m benchmarks.datasets FILE FOLDER" in capsys.readouterr().err


@pytest.fixture
def two_systems(tmp_path, monkeypatch):
    """A folder of results of two systems, and a judge that prefers what is right."""
    rows = [row("near", "owl", answer="At night."), row("far", "owl", answer="By day.", right=0.0)]
    replies = {"Answer A:\n> At night.": {"A": 0.9, "B": 0.1}, "Answer B:\n> At night.": {"A": 0.1, "B": 0.9}}
    monkeypatch.setattr("ragkit.evaluate.experiments.comparison.chat", lambda *_: ScriptedLLM(replies=replies))
    return results_in(tmp_path / "results", rows, [question("owl")])


def test_pairwise_prints_its_tables_and_renews_the_report_with_them(two_systems, capsys):
    assert main(["pairwise", str(two_systems), "--a", "near", "--b", "far"]) == 0
    shown = capsys.readouterr().out
    assert "| all | 1.000 [1.000, 1.000] (n=1) |" in shown and "The win rates show nothing." in shown
    for page in ("report.md", "report.html"):
        assert "Preferred: near against far" in (two_systems / page).read_text()
    assert "pairwise 1" in (two_systems / "report.html").read_text()
    assert shown.index("The judge of near against far") < shown.index("Preferred: near against far")


def test_the_tables_of_pairwise_contain_nothing_that_a_terminal_obeys(two_systems, capsys):
    bad = "far\x1b[2J"
    for name in ("rows.jsonl", "manifest.json"):
        file = two_systems / name
        file.write_text(file.read_text().replace('"far"', json.dumps(bad)))
    assert main(["pairwise", str(two_systems), "--a", "near", "--b", bad]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out and "Preferred: near against far\\x1b[2J" in out


def test_pairwise_as_json_is_json_and_nothing_else(two_systems, capsys):
    assert main(["pairwise", str(two_systems), "--a", "near", "--b", "far", "--most", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["scores"]["a preferred"]["mean"] == 1.0
    assert found["pairs"] == 1
    assert len(found["doubts"]) == 1


def test_pairwise_says_which_systems_there_are_and_how_it_was_stopped(two_systems, monkeypatch, capsys):
    assert main(["pairwise", str(two_systems), "--a", "near", "--b", "fra"]) == 1
    assert "name two of these systems: near, far" in capsys.readouterr().err

    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("ragkit.evaluate.experiments.comparison.compare_systems", stopped)
    assert main(["pairwise", str(two_systems), "--a", "near", "--b", "far"]) == 130
    assert "the same command to continue" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pairwise", "nowhere", "--a", "near", "--b", "far"], "python -m ragkit bench"),
        (["bench", "nowhere.yml"], "cannot be read"),
        (["report", "nowhere"], "python -m ragkit bench"),
        (["ingest", "nowhere"], "does not exist"),
        (["ask", "nowhere", "?"], "does not exist"),
        (["failures", "nowhere"], "ragkit bench EXPERIMENT"),
        (["record", "owls.gz", "99"], "asked for the notebook 99, got no such file"),
        (["calibrate", "nowhere"], "nowhere"),
    ],
)
def test_what_is_not_there_is_said_on_stderr_with_exit_code_1(arguments, said, capsys):
    assert main(arguments) == 1
    shown = capsys.readouterr()
    assert said in shown.err and shown.out == ""


@pytest.mark.model
@pytest.mark.process
def test_ingest_tells_what_was_read_and_what_was_left_out(tmp_path, capsys):
    (tmp_path / "owls.md").write_text("# Owls\n\nOwls hunt at night.")
    (tmp_path / "broken.pdf").write_text("no pdf")
    assert main(["ingest", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["documents"] == 1 and "broken.pdf" in found["left out"]
    assert found["seconds"]["read"] > 0 and set(found["seconds"]) == {"read", "embed", "store", "words"}


def test_record_says_what_it_wrote_and_how_to_use_it(tmp_path, monkeypatch, capsys):
    seen = []

    def recorded(file, notebooks, pages, begin):
        for notebook in notebooks:
            begin(notebook)
            seen.append(notebook.name)
        return read(small_recording(file.parent))

    monkeypatch.setattr("ragkit.course.record.record", recorded)
    monkeypatch.chdir(tmp_path)
    assert main(["record", "owls.jsonl.gz", "00", "07"]) == 0
    shown = capsys.readouterr().out
    assert seen == ["00_tour.ipynb", "07_claims.ipynb"]
    assert f"{tmp_path}/owls.jsonl.gz: 3 replies of qwen2.5-coder-0.5b on 2026-01-31, 0.0 MB" in shown
    assert "2 notebooks in 0.0 minutes" in shown and "==> 07_claims.ipynb\n" in shown
    assert f"RAGKIT_PROVIDER=recorded RAGKIT_RECORDING={tmp_path}/owls.jsonl.gz" in shown


def test_with_recorded_replies_notebooks_leaves_out_the_one_that_needs_a_model_and_says_so(monkeypatch, capsys):
    ran = []
    monkeypatch.setattr("ragkit.course.notebooks.execute", lambda notebook, out: ran.append(notebook.stem[:2]))
    assert main(["notebooks"]) == 0
    every = ran.copy()
    monkeypatch.setenv("RAGKIT_PROVIDER", "recorded")
    ran.clear()
    assert main(["notebooks"]) == 0
    assert set(every) - set(ran) == {"15"}
    assert "15_teach_a_critic.ipynb is skipped: it needs a model" in capsys.readouterr().out


def test_notebooks_runs_those_that_are_named_and_goes_on_after_one_that_fails(monkeypatch, capsys):
    ran = []

    def execute(notebook, out):
        ran.append(notebook.stem[:2])
        if len(ran) == 1:
            raise PapermillExecutionError(3, 2, "odds[c] > cut", "TypeError", "None is no number", [])

    monkeypatch.setattr("ragkit.course.notebooks.execute", execute)
    assert main(["notebooks", "07", "crag"]) == 1
    assert ran == ["07", "05"]
    said = capsys.readouterr().err
    assert "07_claims.ipynb, cell [2]: TypeError" in said and "1 failed: 07_claims.ipynb" in said


def test_notebooks_names_those_that_there_are_when_another_is_asked_for(capsys):
    assert main(["notebooks", "owls"]) == 2
    assert "asked for the notebook 'owls'" in capsys.readouterr().err


@pytest.mark.slow
def test_notebooks_are_not_run_on_an_endpoint_that_does_not_reply(monkeypatch, capsys):
    """Otherwise they would come to their end with failed runs."""
    monkeypatch.setenv("RAGKIT_PROVIDER", "openai")
    monkeypatch.setenv("RAGKIT_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("RAGKIT_TIMEOUT", "2")
    monkeypatch.setattr("ragkit.course.notebooks.execute", lambda *_: pytest.fail("a notebook was run"))
    assert main(["notebooks", "02"]) == 1
    assert "did not reply" in capsys.readouterr().out


@pytest.mark.model
def test_ask_of_what_was_not_recorded_ends_with_1_and_the_reason(tmp_path, monkeypatch, capsys):
    (tmp_path / "owls.md").write_text("# Owls\n\nOwls hunt at night.")
    monkeypatch.setenv("RAGKIT_PROVIDER", "recorded")
    asked = ["ask", str(tmp_path), "When do owls hunt?", "--graph", "naive"]
    assert main(asked) == 1 and "got no recording" in capsys.readouterr().err
    monkeypatch.setenv("RAGKIT_RECORDING", str(small_recording(tmp_path, {"qwen2.5-coder-1.5b": "1" * 64})))
    assert main(asked) == 1
    shown = capsys.readouterr()
    assert "failed:   asked qwen2.5-coder-1.5b 'When do owls hunt?', which was not recorded" in shown.out
    assert "Replies recorded with qwen2.5-coder-1.5b" in shown.err


def test_a_command_that_begins_anew_does_not_promise_to_continue(capsys):
    @told_once
    def owls(_):
        raise KeyboardInterrupt

    assert owls(None) == 130
    assert capsys.readouterr().err == "stopped\n"
