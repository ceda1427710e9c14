"""Joining at a notebook: what the ones before it built is there, without a notebook or a chat model having run."""

import re

import nbformat
import pytest
from fakes import model, small_kit

import ragkit
from ragkit import run
from ragkit.course import checkpoint as module
from ragkit.course.checkpoint import CORPUS, FAILED, WIRED, checkpoint
from ragkit.course.exercises.catalogue import of_notebook
from ragkit.course.exercises.progress import Progress, Record, packed
from ragkit.course.lessons import NoLesson, lessons
from ragkit.graphs import SYSTEMS
from ragkit.kit import Kit

SOLVED = Record(tries=2, solved="2026-11-25T10:00:00+00:00")
SYSTEMS_SO_FAR = {
    "00": [],
    "01": [],
    "02": ["naive"],
    "03": ["naive", "hybrid"],
    "05": ["naive", "hybrid", "with a hop", "unheeded"],
    "06": ["naive", "hybrid", "with a hop", "unheeded", "crag"],
    "08": ["naive", "hybrid", "with a hop", "unheeded", "crag", "adaptive"],
}
"""Read off the notebooks by hand."""


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """Kits are opened on five passages instead; what for is kept: folder and settings."""
    kept, kits = [], []

    def opened(folder, quiet=False, **settings):
        kept.append((folder, settings))
        kits.append(small_kit(tmp_path / "index", model(), memory=settings["memory"]))
        return kits[-1]

    monkeypatch.setattr(Kit, "open", opened)
    monkeypatch.setenv("RAGKIT_PROGRESS", str(tmp_path / "progress.json"))
    yield kept
    for kit in kits:
        kit.close()


def lesson(number):
    (found,) = [one for one in lessons() if one.number == number]
    return found


def test_it_is_offered_by_the_kit():
    assert ragkit.checkpoint is checkpoint


def test_what_comes_before_is_every_notebook_with_a_smaller_number(asked):
    here = checkpoint("05")
    assert here.lesson.stem == "05_crag"
    assert [before.number for before in here.before] == ["00", "01", "02", "03", "04"]
    assert checkpoint("00").before == ()


def test_numbers_and_names_are_understood_and_others_are_told_before_a_kit_is_opened(asked):
    assert checkpoint(5).lesson == checkpoint("crag").lesson == checkpoint("05").lesson
    asked.clear()
    for name in ("99", "abc", True):
        with pytest.raises(NoLesson, match="got none of that name"):
            checkpoint(name)
    assert asked == []


@pytest.mark.parametrize("number", SYSTEMS_SO_FAR)
def test_the_graphs_are_those_that_the_notebooks_before_it_ran(asked, number):
    here = checkpoint(number)
    assert list(here.graphs) == list(here.lines) == SYSTEMS_SO_FAR[number]


def test_every_graph_can_be_run_with_the_kit(asked):
    here = checkpoint("12")
    assert len(here.graphs) >= 6
    for name, graph in here.graphs.items():
        trace = run(graph, "When do owls hunt?", here.kit)
        assert trace.passages and not trace.failed, name


def test_a_system_is_described_as_in_the_table_of_systems(asked):
    here = checkpoint("06")
    assert here.lines["crag"] == SYSTEMS["crag"].line
    assert list(here.graphs["crag"].nodes) == list(SYSTEMS["crag"].build().nodes)


@pytest.mark.parametrize("built", WIRED, ids=lambda built: built.name)
def test_the_graphs_wired_in_a_cell_are_wired_like_that(built):
    cells = nbformat.read(lesson(built.notebook).file, as_version=4).cells
    (nodes,) = re.findall(r"add_sequence\(\[(.+?)\]\)", "\n".join(cell.source for cell in cells))
    assert list(built.build().nodes) == nodes.split(", ")


# The kit


def test_the_kit_is_on_the_documents_of_the_course_or_on_those_that_are_named(asked, tmp_path):
    checkpoint("05")
    checkpoint("05", tmp_path, tier="budget")
    assert asked == [(CORPUS, {"memory": False}), (tmp_path, {"memory": False, "tier": "budget"})]


def test_before_notebook_10_there_is_no_memory_unless_somebody_wants_one(asked):
    assert checkpoint("09").kit.memory is None
    assert len(checkpoint("09", memory=True).kit.memory) == 0


def test_from_notebook_10_on_the_memory_has_the_failures_of_notebook_09_in_a_folder_of_its_own(asked, tmp_path):
    here = checkpoint("10")
    texts = lesson("09").texts
    assert [entry.question for entry in here.kit.memory.entries()] == [texts[name] for name in FAILED]
    assert len(here.kit.memory.match(texts["question"])) == 1
    (_, settings) = asked[0]
    assert settings["memories"] and not str(settings["memories"]).startswith(str(tmp_path / "index"))


def test_the_memory_is_the_learners_own_where_one_is_named_or_the_documents_are(asked, tmp_path):
    assert len(checkpoint("10", memory=True, memories=tmp_path / "mine").kit.memory) == 0
    assert checkpoint("10", memory=False).kit.memory is None
    assert checkpoint("10", tmp_path).kit.memory is None


def test_no_chat_model_is_loaded_for_it(asked, monkeypatch):
    monkeypatch.setattr(Kit, "llm", property(lambda _: pytest.fail("a chat model was loaded")))
    assert "graphs" in repr(checkpoint("12"))


def test_closing_it_lets_another_notebook_open_the_index(asked):
    here = checkpoint("05")
    here.close()
    with pytest.raises(RuntimeError, match="was closed"):
        here.kit.retriever.dense.search("owls", 1)


def test_the_golden_questions_come_with_their_passages(asked, corpus_kit, monkeypatch):
    monkeypatch.setattr(Kit, "open", lambda *_, **__: corpus_kit)
    question = checkpoint("05").questions["bfs-mark-on-enqueue"]
    assert question.answer and question.carriers <= {passage.id for passage in corpus_kit.corpus.passages}


# What is solved


def test_the_exercises_are_those_of_the_notebooks_before_it_with_what_is_solved(asked, tmp_path):
    progress = Progress().with_record("01-cite", SOLVED).with_record("02-rrf", Record(tries=1))
    (tmp_path / "progress.json").write_text(packed(progress.with_record("05-row", SOLVED)))
    here = checkpoint("03")
    expected = [task.id for name in ("01_naive_rag", "02_hybrid_retrieval") for task in of_notebook(name)]
    assert [one.id for one in here.exercises] == expected
    states = {one.id: one.state for one in here.exercises}
    assert (states["01-cite"], states["02-rrf"]) == ("solved 2026-11-25", "not solved")
    following = next(id for id in expected if id != "01-cite")
    assert here.summary == f"1 of {len(expected)} solved. Next: {following} in exercises/ex01_naive_rag.ipynb"


def test_when_all_are_solved_nothing_is_next_and_before_the_first_there_is_none(asked, tmp_path):
    progress = Progress()
    for task in of_notebook("01_naive_rag"):
        progress = progress.with_record(task.id, SOLVED)
    (tmp_path / "progress.json").write_text(packed(progress))
    solved = len(progress.tasks)
    assert checkpoint("02").summary == f"{solved} of {solved} solved."
    assert checkpoint("01").summary == "none"


def test_a_progress_file_that_cannot_be_read_is_a_note(asked, tmp_path):
    (tmp_path / "progress.json").write_text("owl")
    here = checkpoint("02")
    assert "cannot be read" in here.notes[0] and repr(here).endswith(here.notes[0])


# How it is shown


def test_it_shows_what_there_is_by_the_names_it_has(asked, monkeypatch):
    monkeypatch.chdir(lesson("05").file.parent)
    shown = repr(checkpoint("05")).splitlines()
    assert shown[0] == "You join at notebook 05 · Corrective RAG: what to do when the critic says no"
    assert "    04 · A critic of the context, and whether to believe it (04_context_critic.ipynb)" in shown
    for name in ("before it", "kit", "kit.memory", "graphs", "exercises"):
        assert name in shown
    assert f"    naive: {SYSTEMS['naive'].line}" in shown and "    none: it comes with notebook 09" in shown


def test_the_memory_is_shown_by_its_entries(asked):
    assert f"    {lesson('09').texts['question']} (not in the corpus)" in repr(checkpoint("11")).splitlines()


def test_in_a_notebook_it_links_to_the_notebooks_and_escapes_their_titles(asked, monkeypatch):
    monkeypatch.chdir(lesson("05").file.parent)
    html = checkpoint("05")._repr_html_()
    assert "<a href='04_context_critic.ipynb'>04 · A critic of the context, and whether to believe it</a>" in html
    hostile = type("Lesson", (), {"number": "04", "title": "<script>alert(1)</script>", "link": "'><b>.ipynb"})
    assert module._linked(hostile) == (
        "<a href='&#x27;&gt;&lt;b&gt;.ipynb'>04 · &lt;script&gt;alert(1)&lt;/script&gt;</a>"
    )
