"""Recording notebooks: they run with the embedded model, and what it said is one file that replaces it."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import nbformat
import pytest
from fakes import served
from nbformat.v4 import new_code_cell, new_notebook
from recordings import SHA256, SMALL, embedded

from benchmarks.workshop_plans import notebook_file, read_plans
from ragkit.course import record as recording
from ragkit.course.derive import EXERCISES
from ragkit.course.notebooks import FOLDER, execute, numbered, runs_a_model
from ragkit.course.record import chosen, record
from ragkit.model.chat import chat
from ragkit.model.llm import say
from ragkit.model.recording import RecordingError
from ragkit.model.recording_file import read
from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings

VARIABLES = ("RAGKIT_PROVIDER", "RAGKIT_RECORD_TO", "RAGKIT_MEMORIES")


@pytest.fixture
def owls(tmp_path):
    """A notebook, whose cells are not run here."""
    notebook = new_notebook(cells=[new_code_cell("1")])
    nbformat.write(notebook, tmp_path / "owls.ipynb")
    return tmp_path / "owls.ipynb"


@pytest.fixture
def asking(monkeypatch, endpoint, use):
    """In the place of a kernel: each notebook asks what is set here, with the settings of its variables."""
    asked = ["Hoo?"]
    seen = []

    def run(notebook, out):
        seen.append({name: os.environ.get(name) for name in VARIABLES})
        for prompt in asked:
            say(chat(Settings(tier="budget", cache=use().cache)), prompt)

    monkeypatch.setattr(recording, "execute", run)
    with embedded(endpoint, ScriptedLLM(replies={"Hoo": "Hoo."})):
        yield asked, seen


def test_what_the_notebooks_asked_is_one_file(asking, owls, tmp_path):
    begun = []
    found = record(tmp_path / "replies.gz", [owls, owls], tmp_path / "pages", begun.append)
    assert begun == [owls, owls]
    assert [reply.text for reply in found.replies.values()] == ["Hoo."]
    (header,) = read(tmp_path / "replies.gz").headers
    assert header.models == {SMALL: SHA256} and header.notebooks == ("owls", "owls")


def test_notebooks_are_recorded_with_the_embedded_model_and_an_empty_memory(asking, owls, tmp_path, monkeypatch):
    monkeypatch.setenv("RAGKIT_PROVIDER", "ollama")
    record(tmp_path / "replies.gz", [owls], tmp_path / "pages")
    (during,) = asking[1]
    assert during["RAGKIT_PROVIDER"] == "embedded"
    assert during["RAGKIT_MEMORIES"].startswith(during["RAGKIT_RECORD_TO"])
    assert not Path(during["RAGKIT_RECORD_TO"]).exists()
    assert [os.environ.get(name) for name in VARIABLES] == ["ollama", None, None]


def test_notebooks_are_recorded_at_an_endpoint_where_the_settings_name_one(
    asking, owls, tmp_path, monkeypatch, endpoint
):
    server = endpoint(served(ScriptedLLM(replies={"Hoo": "Tu-whit."})))
    for name, value in {"PROVIDER": "openai", "BASE_URL": f"{server.url}/v1", "MODEL": "owl"}.items():
        monkeypatch.setenv(f"RAGKIT_{name}", value)
    found = record(tmp_path / "replies.gz", [owls], tmp_path / "pages")
    assert [reply.text for reply in found.replies.values()] == ["Tu-whit."]
    assert found.models == {"owl": sha256(b"owl").hexdigest()}


def test_notebooks_that_ask_the_model_nothing_make_no_recording(asking, owls, tmp_path):
    asking[0].clear()
    with pytest.raises(RecordingError, match="asked to record owls, got no reply"):
        record(tmp_path / "replies.gz", [owls], tmp_path / "pages")
    assert not (tmp_path / "replies.gz").exists()


def test_a_notebook_that_fails_is_named_with_its_error_and_nothing_is_written(tmp_path, kernels):
    notebook = new_notebook(cells=[new_code_cell("raise ValueError('hoo')")])
    nbformat.write(notebook, tmp_path / "bad.ipynb")
    with pytest.raises(RecordingError, match="asked to record bad.ipynb, got ValueError in it: hoo; mend that"):
        record(tmp_path / "replies.gz", [tmp_path / "bad.ipynb"], tmp_path / "pages")
    assert not (tmp_path / "replies.gz").exists() and "RAGKIT_RECORD_TO" not in os.environ


def test_notebooks_are_chosen_by_number_name_or_path_and_by_default_all(owls, monkeypatch):
    assert [path for path in numbered() if path not in chosen([])] == [FOLDER / "15_teach_a_critic.ipynb"]
    names = [path.name for path in chosen(["07", "00_tour", "01_naive_rag.ipynb", str(owls)])]
    assert names == ["07_claims.ipynb", "00_tour.ipynb", "01_naive_rag.ipynb", "owls.ipynb"]


def test_every_notebook_of_the_plans_is_recorded_and_no_exercise_needs_to_be():
    assert {notebook_file(number) for number in read_plans().notebooks()} <= set(chosen([]))
    exercises = "".join(path.read_text() for path in EXERCISES.glob("*.ipynb"))
    assert "Kit.open(" not in exercises and "import Kit" not in exercises


def test_a_notebook_that_asks_for_a_model_by_itself_is_not_recorded(owls):
    asks = new_notebook(cells=[new_code_cell('Kit.open(folder, **{"provider": "embedded"})')])
    nbformat.write(asks, owls.with_name("asks.ipynb"))
    assert runs_a_model(owls.with_name("asks.ipynb")) and not runs_a_model(owls)
    for name in ("15", str(owls.with_name("asks.ipynb"))):
        with pytest.raises(RecordingError, match="asks for a model by itself"):
            chosen([name])


@pytest.mark.parametrize("name", ["99", "owls", "nowhere.ipynb", ""])
def test_a_notebook_that_is_not_there_says_how_to_name_one(name):
    with pytest.raises(RecordingError, match="write its number, its name or its path"):
        chosen([name])


CELLS = [
    "from ragkit import Kit, run\nfrom ragkit.graphs import naive",
    "kit = Kit.open(folder)",
    "trace = run(naive(), 'When do owls hunt?', kit)\nprint(trace.answer or trace.failed)",
    "other = run(naive(), 'Why do owls hunt?', kit)\nprint(other.answer or other.failed)",
]


def printed(notebook):
    return [out.text for cell in notebook.cells for out in cell.get("outputs", ()) if out.get("name") == "stdout"]


def test_a_recorded_notebook_runs_from_its_recording_and_its_page_says_so_at_its_top(tmp_path, kernels, monkeypatch):
    """With a real model, a real kernel and a real index; the second run has no model."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "owls.md").write_text("# Owls\n\nOwls hunt at night, because mice are out then.")
    cells = [new_code_cell(f"folder = {str(tmp_path / 'docs')!r}"), *map(new_code_cell, CELLS)]
    for name, count in (("short", -1), ("long", None)):
        nbformat.write(new_notebook(cells=cells[:count]), tmp_path / f"{name}.ipynb")
    monkeypatch.setenv("RAGKIT_TIER", "budget")
    monkeypatch.setenv("RAGKIT_MAX_TOKENS", "16")
    found = record(tmp_path / "replies.gz", [tmp_path / "short.ipynb"], tmp_path / "live")
    assert len(found.replies) == 1
    live = nbformat.read(tmp_path / "live" / "short.ipynb", as_version=4)

    monkeypatch.setenv("RAGKIT_PROVIDER", "recorded")
    monkeypatch.setenv("RAGKIT_RECORDING", str(tmp_path / "replies.gz"))
    ran = execute(tmp_path / "long.ipynb", tmp_path / "replayed", progress=False)
    same, other = printed(ran)
    assert same == printed(live)[0] and len(same) > 5
    assert other.startswith(f"asked {SMALL} 'Why do owls hunt?', which was not recorded")

    page = (tmp_path / "replayed" / "long.html").read_text(encoding="utf-8")
    body = page[page.index("<body") :]
    assert body.index(found.line) < body.index("jp-Cell") and found.line.startswith(f"Replies recorded with {SMALL}")
    assert found.line not in (tmp_path / "live" / "short.html").read_text(encoding="utf-8")


@pytest.mark.process
def test_the_model_is_not_loaded_for_recorded_replies(tmp_path):
    """A laptop without llama.cpp's library would do."""
    script = (
        "import sys; sys.modules['xllamacpp'] = None\n"
        "from ragkit.model.chat import chat\nfrom ragkit.settings import Settings\n"
        "from recordings import small_recording\nfrom pathlib import Path\n"
        f"chat(Settings(provider='recorded', recording=small_recording(Path({str(tmp_path)!r}))))\n"
        "print('opened')"
    )
    variables = os.environ | {"PYTHONPATH": os.pathsep.join([*sys.path])}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=variables)
    assert done.stdout == "opened\n", done.stderr
