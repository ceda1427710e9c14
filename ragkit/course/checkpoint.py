"""Join the course at any notebook: `checkpoint("05")` is what the ones before it built.

The notebooks hand nothing to one another in memory, because each opens a kit of its own. What they
leave behind is the index, the graphs, and the failures that notebook 09 remembers. So no notebook
is run for a checkpoint, and no chat model is loaded. Left out: the graphs that notebook 06 makes by
changing a row of a table.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from langgraph.graph import START, StateGraph

from ragkit.course.checkout import ROOT
from ragkit.course.exercises.catalogue import of_notebook
from ragkit.course.exercises.checks import learners_file
from ragkit.course.exercises.overview import state
from ragkit.course.exercises.progress_file import progress_file
from ragkit.course.lessons import Lesson, find, lessons
from ragkit.evaluate.golden.carriers import Golden, golden
from ragkit.graphs import SYSTEMS
from ragkit.graphs.adaptive.plan import plan
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.kit import Kit
from ragkit.nodes import context_critic, generate, hop, retrieve
from ragkit.state import Mode

CORPUS = ROOT / "corpora" / "algorithms"
"""The documents of the course."""
TOUR = "00"
"""The notebook that shows the whole graph before anything is built."""
REMEMBERS = "09"
"""The notebook that fills a failure memory."""
FAILED = ("question", "company")
"""The names, in that notebook, of the questions that it remembers as failures."""
MODE: Mode = "not in the corpus"
"""How they failed."""
STYLE = """<style>
.rk-here { font-family: sans-serif; line-height: 1.5; max-width: 60rem; color: inherit; \
border: 1px solid #888; padding: .3rem .9rem; margin: .3rem 0 }
.rk-here dt, .rk-here dd { float: none; width: auto }
.rk-here dl { margin: .2rem 0 } .rk-here dt { font-family: monospace; margin-top: .3rem }
.rk-here dd { margin: 0 0 0 1.2rem } .rk-here a { color: inherit }
</style>"""

Graph = StateGraph[Any, Any, Any, Any]


class Built(NamedTuple):
    """A graph that a notebook runs for the first time."""

    notebook: str
    """The number of that notebook."""
    name: str
    line: str
    """What it does."""
    build: Callable[[], Graph]


def _with_hop() -> Graph:
    return _in_a_row([plan, retrieve, hop, generate])


def _unheeded() -> Graph:
    return _in_a_row([plan, retrieve, context_critic, generate])


def _in_a_row(nodes: Sequence[Any]) -> Graph:
    """The graph in which one node follows the other, as it is wired in notebooks 03 and 04."""
    graph: Graph = StateGraph(AdaptiveState, context_schema=Kit)
    graph.add_sequence(nodes)
    graph.add_edge(START, nodes[0].__name__)
    return graph


WIRED = (
    Built("03", "with a hop", "plans, retrieves, searches once more, answers", _with_hop),
    Built("04", "unheeded", "has a critic read the evidence, and ignores it", _unheeded),
)
"""The graphs that are wired in a cell. All others are systems of the kit."""


class Exercise(NamedTuple):
    """An exercise that comes before the notebook."""

    id: str
    title: str
    notebook: str
    """The name of the notebook that it follows, without ending."""
    state: str
    """Whether it is solved, and when."""

    @property
    def solved(self) -> bool:
        """Whether it is solved."""
        return self.state.startswith("solved")


@dataclass(frozen=True, repr=False)
class Checkpoint:
    """What there is when a notebook begins."""

    lesson: Lesson
    """The notebook to join at."""
    before: tuple[Lesson, ...]
    """The notebooks before it."""
    kit: Kit
    """The kit on the documents, with its index, and from notebook 10 on with a failure memory."""
    graphs: Mapping[str, Graph]
    """The graphs of the notebooks before it, by name, ready for `run`."""
    lines: Mapping[str, str]
    """What each of these graphs does."""
    exercises: tuple[Exercise, ...]
    """The exercises of the notebooks before it."""
    notes: tuple[str, ...] = ()

    @cached_property
    def questions(self) -> dict[str, Golden]:
        """The golden questions of the corpus by id. Raises `BadQuestions` where it has none."""
        return golden(self.kit)

    def close(self) -> None:
        """Let another notebook open the index."""
        self.kit.close()

    @property
    def summary(self) -> str:
        """How many of the exercises are solved, and which is the first that is not."""
        if not self.exercises:
            return "none"
        left = [one for one in self.exercises if not one.solved]
        solved = len(self.exercises) - len(left)
        count = f"{solved} of {len(self.exercises)} solved."
        if not left:
            return count
        file = learners_file(left[0].notebook)
        return f"{count} Next: {left[0].id} in exercises/{file.name}"

    def sections(self) -> dict[str, list[str]]:
        """What there is, by the name that it has in this object."""
        kit = str(self.kit.corpus).splitlines()
        graphs = [f"{name}: {line}" for name, line in self.lines.items()]
        return {
            "kit": kit,
            "kit.memory": self._remembered(),
            "graphs": graphs or ["none yet"],
            "exercises": [self.summary],
        }

    def _remembered(self) -> list[str]:
        if self.kit.memory is None:
            return ["none: it comes with notebook 09"]
        entries = self.kit.memory.entries()
        return [f"{entry.question} ({entry.mode})" for entry in entries] or ["empty"]

    def __repr__(self) -> str:
        lines = [f"You join at notebook {self.lesson.number} · {self.lesson.title}", "before it"]
        for lesson in self.before:
            lines.append(f"    {lesson.number} · {lesson.title} ({lesson.link})")
        for name, texts in self.sections().items():
            lines.append(name)
            lines += [f"    {text}" for text in texts]
        return "\n".join([*lines, *self.notes])

    def _repr_html_(self) -> str:
        items = "<dt>before it</dt>"
        for lesson in self.before:
            items += f"<dd>{_linked(lesson)}</dd>"
        for name, texts in self.sections().items():
            items += f"<dt>{escape(name)}</dt>"
            items += "".join(f"<dd>{escape(text)}</dd>" for text in texts)
        title = f"<strong>You join at notebook {_linked(self.lesson)}</strong>"
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"{STYLE}<div class='rk-here'>{title}<dl>{items}</dl>{notes}</div>"


def checkpoint(
    notebook: str | int, folder: str | Path | None = None, **settings: Any
) -> Checkpoint:
    """What the notebooks before this one built: a kit with its index, graphs, and what is solved.

    `notebook` is a number or a name: "05", 5 or "crag". `folder` has the documents, by default
    those of the course; `settings` are those of `Kit.open`. The index is built if it is not there,
    with a progress bar. Raises `NoLesson` for a notebook that there is not, and what `Kit.open`
    raises.
    """
    every = lessons()
    chosen = find(notebook, every)
    before = tuple(lesson for lesson in every if lesson.number < chosen.number)
    kit = _kit(before, folder, settings)
    built = _built(before)
    exercises, note = _exercises(before)
    return Checkpoint(
        chosen,
        before,
        kit,
        {one.name: one.build() for one in built},
        {one.name: one.line for one in built},
        exercises,
        (note,) if note else (),
    )


def _kit(before: Sequence[Lesson], folder: str | Path | None, settings: dict[str, Any]) -> Kit:
    """The kit. Its memory is a new one with what notebook 09 remembers, or switched off before it.

    Of documents of the learner's own, notebook 09 remembers nothing.
    """
    failed = _failed(before) if folder is None else []
    chosen = {"memory": bool(failed), **settings}
    filled = bool(failed) and chosen["memory"] and "memories" not in chosen
    if filled:
        chosen["memories"] = tempfile.mkdtemp(prefix="ragkit-memory-")
    kit = Kit.open(folder or CORPUS, **chosen)
    if filled and kit.memory is not None:
        for question in failed:
            kit.memory.failed(question, MODE)
    return kit


def _failed(before: Sequence[Lesson]) -> list[str]:
    """The questions that notebook 09 remembers as failures, if it is among these."""
    for lesson in before:
        if lesson.number == REMEMBERS:
            texts = lesson.texts
            return [texts[name] for name in FAILED if name in texts]
    return []


def _built(before: Sequence[Lesson]) -> list[Built]:
    """The graphs that these notebooks run, each at the first notebook that does."""
    found: dict[str, Built] = {}
    for lesson in before:
        if lesson.number == TOUR:
            continue
        for name in lesson.systems:
            if name in SYSTEMS and name not in found:
                system = SYSTEMS[name]
                found[name] = Built(lesson.number, name, system.line, system.build)
    numbers = [lesson.number for lesson in before]
    wired = [one for one in WIRED if one.notebook in numbers]
    return sorted([*found.values(), *wired], key=lambda one: one.notebook)


def _exercises(before: Sequence[Lesson]) -> tuple[tuple[Exercise, ...], str]:
    """The exercises of these notebooks, and a note where the progress file cannot be read."""
    progress, note = progress_file().read()
    found = []
    for lesson in before:
        for task in of_notebook(lesson.stem):
            known = state(progress.of(task.id))
            found.append(Exercise(task.id, task.title, task.follows, known))
    return tuple(found), note


def _linked(lesson: Lesson) -> str:
    text = escape(f"{lesson.number} · {lesson.title}")
    return f"<a href='{escape(lesson.link)}'>{text}</a>"
