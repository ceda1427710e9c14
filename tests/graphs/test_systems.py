"""A system is one folder and one row: a toy from outside the package works everywhere, with no other file changed."""

import importlib
import json
import sys

import pytest
from experiments import content_kit, questions_in
from fakes import OWL, model

from ragkit.__main__ import main
from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.experiments.experiment import load_experiment
from ragkit.graphs import SYSTEMS
from ragkit.graphs.systems import nouns
from ragkit.model.meter import Usage
from ragkit.model.scripted import ScriptedLLM
from ragkit.report.report import write_report
from ragkit.runs.threads import checkpoints, resume
from ragkit.runs.trace_file import load, save
from ragkit.trace import run
from ragkit.widgets import Dashboard, Replay, dashboard_tiles, route_map, step_card
from ragkit.widgets.panels.switches import Switches

TOY = {
    "__init__.py": "",
    "state.py": '''
from dataclasses import dataclass, field
from ragkit.state import RunState

@dataclass(frozen=True)
class Mood:
    """What the toy feels about its evidence."""
    word: str

@dataclass(kw_only=True)
class ToyState(RunState):
    """The state of the toy."""
    moods: list[Mood] = field(default_factory=list)
''',
    "policy.py": """
from ragkit.state import Rule

GLAD = (
    Rule("glad", "write", "there is something to write from"),
    Rule("sad", "give_up", "there is nothing to write from"),
)

def mood_issues(state, settings):
    return {state.moods[-1].word}
""",
    "graph.py": '''
from typing import Any
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from ragkit.kit import Kit
from ragkit.nodes import apologise, generate, retrieve_dense
from ragkit.policy import add_steered
from toysystem.policy import GLAD, mood_issues
from toysystem.state import Mood, ToyState

def feel(state: ToyState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads passages, moods · writes moods"""
    return {"moods": [*state.moods, Mood("glad" if state.passages else "sad")]}

def toy(table=GLAD):
    graph = StateGraph(ToyState, context_schema=Kit)
    graph.add_node("look", retrieve_dense)
    add_steered(graph, feel, table, mood_issues)
    graph.add_node("write", generate)
    graph.add_node("give_up", apologise)
    graph.add_edge(START, "look")
    graph.add_edge("look", "feel")
    graph.add_edge("write", END)
    graph.add_edge("give_up", END)
    return graph
''',
}
QUESTION = "When do owls hunt mice?"
ROUTE = ["look", "feel", "write"]


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """The builder of a system in a folder outside the package, with its row in the registry."""
    folder = tmp_path / "elsewhere" / "toysystem"
    folder.mkdir(parents=True)
    for name, text in TOY.items():
        (folder / name).write_text(text)
    monkeypatch.syspath_prepend(str(folder.parent))
    build = importlib.import_module("toysystem.graph").toy
    row = type(SYSTEMS["naive"])(build, "looks, feels and writes", Usage(calls=1, evaluated=500, generated=30))
    monkeypatch.setitem(SYSTEMS, "toy", row)
    yield build
    for name in [name for name in sys.modules if name.startswith("toysystem")]:
        del sys.modules[name]


@pytest.mark.model
def test_it_is_asked_and_its_run_is_saved_loaded_and_on_the_dashboard(toy, tmp_path, monkeypatch, capsys):
    documents, runs = tmp_path / "documents", tmp_path / "runs"
    documents.mkdir()
    (documents / "owls.md").write_text("# Owls\n\nOwls hunt at night.")
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: ScriptedLLM(replies={"When": "At night [1]."}))
    assert main(["ask", str(documents), QUESTION, "--graph", "toy", "--save", str(runs)]) == 0
    assert "look > feel > write" in capsys.readouterr().out
    assert main(["systems"]) == 0 and "toy        looks, feels and writes" in capsys.readouterr().out
    (file,) = runs.glob("*.json")
    assert load(file).steps[1].wrote["moods"][0].word == "glad" and load(file).system == "toy"
    assert dict(Dashboard([load(file)]).system.options)["toy"] == "toy"
    assert main(["dashboard", str(runs)]) == 0
    assert "glad → write (feel)" in (runs / "dashboard.html").read_text().replace("\\u2192", "→")


def test_it_is_benchmarked_beside_another_and_reported(toy, tmp_path):
    questions_in(tmp_path)
    file = tmp_path / "experiment.yml"
    file.write_text(json.dumps({
        "corpus": ".", "systems": {"mine": {"graph": "toy"}, "naive": {"graph": "naive"}},
        "settings": {"rival_from": 2.0, "reuse_replies": False},
    }))  # fmt: skip
    rows, stopped = bench(load_experiment(file), tmp_path / "results", quiet=True, kit=content_kit(tmp_path))
    mine = [row for row in rows if row.system == "mine"]
    assert not stopped and len(mine) == 3 and {row.question: row.right for row in mine}["owls"] == 1
    pages = write_report(tmp_path / "results")
    assert all("mine" in page.read_text() for page in pages if page.suffix in (".md", ".html"))


def test_its_map_has_its_own_table_and_its_cards_what_was_really_read(toy, kit):
    trace = run(toy(), QUESTION, kit(model()))
    assert trace.route == ROUTE and not trace.failed
    drawn = route_map(toy(), trace).data
    assert ">glad<" in drawn and ">sad<" in drawn
    assert list(trace.steps[1].read) == ["moods", "passages"]
    assert "owls.md" in step_card(trace, 2).data and "word glad" in step_card(trace, 2).data


def test_it_is_replayed_and_shown_on_a_dashboard(toy, kit):
    trace = run(toy(), QUESTION, kit(model()))
    assert "feel" in Replay(toy(), trace).map.value
    assert "answered" in dashboard_tiles([trace]).data and Dashboard([trace]).shown == [trace]


def test_it_can_be_switched_and_its_kit_moved(toy, kit):
    switches = Switches(kit(model()), system="toy")
    assert set(switches.graph.nodes) == {"look", "feel", "write", "give_up"}


def test_its_run_outlives_its_process_with_its_own_nouns(toy, kit, tmp_path):
    opened = kit(model())
    with checkpoints(tmp_path / "threads.db") as saver:
        trace = run(toy(), QUESTION, opened, saver, "owls")
        again = resume(toy(), opened, saver, "owls")
        compiled = toy().compile(checkpointer=saver)
        state = compiled.get_state({"configurable": {"thread_id": "owls"}}).values
    assert again.answer == trace.answer and again.route == []
    assert state["moods"] == trace.steps[1].wrote["moods"] and type(state["moods"][0]).__name__ == "Mood"


def test_only_registered_nouns_may_be_in_a_file(toy, kit, tmp_path, monkeypatch):
    trace = run(toy(), QUESTION, kit(model()))
    assert load(save(trace, tmp_path / "run.json")) == trace and "Mood" in nouns()
    monkeypatch.delitem(SYSTEMS, "toy")
    with pytest.raises(ValueError, match="the type 'Mood' at"):
        load(tmp_path / "run.json")


def test_another_table_is_another_route_and_another_map(toy, kit):
    own = importlib.import_module("toysystem.policy").GLAD[::-1]
    graph = toy(table=(own[0], type(own[1])("glad", "give_up", "the toy is shy")))
    trace = run(graph, QUESTION, kit(model()))
    assert trace.refused and trace.steps[1].why == "the toy is shy"
    assert "the toy is shy" in route_map(graph, trace).data


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_row_says_what_it_is_and_builds_a_graph_that_can_run(name):
    system = SYSTEMS[name]
    assert 20 < len(system.line) < 100
    assert (system.typical.calls > 0) == (name != "extract")  # the one system without a model
    assert OWL.id not in system.build().nodes and system.build().compile()
