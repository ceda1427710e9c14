"""What shows text from outside, one row a widget or a page: a function from a text to all that is shown with it.

`tests/security/test_hostile.py` shows hostile texts in every row and looks at the markup; `tests/browser` opens them.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import ipywidgets as w
import nbformat
import numpy as np
import plotly.graph_objects as go
import plotly.io
from answer_pairs import ASKER, judged, pair
from failing import WHO, case
from fakes import OWL, model, small_kit
from IPython.display import HTML
from langgraph.graph import END, START, StateGraph
from nbformat.v4 import new_code_cell, new_notebook, new_output
from samples import ROW, hostile

from ragkit import widgets
from ragkit.conversation import FollowUp
from ragkit.course.capstones.leaderboard import Entry
from ragkit.course.capstones.leaderboard import as_page as board_page
from ragkit.course.checkpoint import _linked
from ragkit.course.class_page import heat_map
from ragkit.course.class_page import write as class_page
from ragkit.course.exercises.catalogue import words
from ragkit.course.exercises.overview import Group, Overview
from ragkit.course.exercises.progress import Progress, Record
from ragkit.course.exercises.verdict import Verdict
from ragkit.course.exercises.views import Hints, Note, Solution
from ragkit.course.export import to_html
from ragkit.course.grading.grade import Graded
from ragkit.course.grading.marks import Marks, tasks_of
from ragkit.course.grading.pages import as_page, feedback_page
from ragkit.documents.about import About
from ragkit.documents.corpus import Corpus
from ragkit.evaluate.failures.tally import labelled, tallies
from ragkit.evaluate.golden.drafting import Drafted
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.judging.calibration import calibrate
from ragkit.evaluate.judging.reliability import Bin
from ragkit.evaluate.judging.win_rates import Comparison
from ragkit.evaluate.measures.outcome import Outcome
from ragkit.evaluate.measures.risk_coverage import curve
from ragkit.graphs import adaptive
from ragkit.graphs.hierarchy.state import PlanChange, SubQuestion
from ragkit.graphs.single.state import Action
from ragkit.model.banner import banner
from ragkit.report.failures import write_failures
from ragkit.report.report import page as report_page
from ragkit.report.tables import Table
from ragkit.runs import Change, ChatTurn, Conversation
from ragkit.runs import Thread as Stored
from ragkit.score import Score
from ragkit.state import Memory, Passage, Rule, RunState, SetAside
from ragkit.trace import Trace
from ragkit.widgets.panels.dashboard_page import dashboard_page
from ragkit.widgets.panels.prediction_panel import PredictionPanel
from ragkit.widgets.panels.route_field import RouteField
from ragkit.widgets.panels.wrong_costs import ranking_table
from ragkit.widgets.runs.predicted import Prediction, asked, predicted_table
from ragkit.widgets.runs.set_aside import folded

Shows = Callable[[str, Path], Any]
"""From a text and a folder to write in, to an object that shows the text, or several in a list."""
PLOTLY = "application/vnd.plotly.v1+json"
ODDS, LABELS = [0.9, 0.8, 0.2, 0.1], [True, True, False, False]
HALF = Score(0.5, 0.4, 0.6, 9)
SOME = {"q": Outcome(1, 0, 0), "r": Outcome(0, 1, 0)}
OTHERS = {"q": Outcome(0, 0, 1), "r": Outcome(0, 0, 1)}


class Remembered:
    """A memory that holds one entry."""

    def __init__(self, text: str) -> None:
        self.text = text

    def entries(self) -> list[Memory]:
        return [Memory(self.text, self.text, "verified", self.text, self.text)]


def golden(text: str) -> Question:
    return Question("q", text, "factual", text, ((text,),), (Support(text, text),), "easy")


def failed(text: str) -> Trace:
    return replace(hostile(text), answer="", failed=text)


def of_files(text: str, folder: Path) -> Trace:
    """A hostile run whose passages are of a file in the folder, and of a page of the web with a hostile address."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "owls.html").write_text(text, encoding="utf-8")
    trace = hostile(text)
    file, page = replace(trace.passages[0], source="owls.html"), replace(OWL, source=f"https://owls.example/{text}")
    return replace(trace, answer=f"{text} [1] Owls hunt. [2]", passages=(file, page))


def compared(text: str) -> Comparison:
    pairs = (judged(pair("owl"), "a", "a"), judged(pair("cat"), "b", "a"))
    return Comparison(text, "far", replace(ASKER, judge=text), pairs)


def graded(text: str) -> list:
    return [replace(ROW, system=text), replace(ROW, key="k2", system="other", right=False)]


def noisy(text: str) -> list:
    return [replace(ROW, system=text, critic_tokens=(100, 0, 1), faithfulness=0.9, noise="conflict", passed=False)]


def drawn_graph(text: str, compact: bool) -> HTML:
    """A graph whose node and edge are called by the text, and a run through it that failed."""
    name = text.replace(":", ";")  # LangGraph refuses a colon in a name
    graph = StateGraph(RunState)
    graph.add_node(name, lambda state: state)
    graph.add_edge(START, name)
    graph.add_conditional_edges(name, lambda state: END, {text: name, "end": END})
    bad = Rule(text, name, text)
    trace = failed(text)
    steps = tuple(replace(step, node=name, rule=bad) for step in trace.steps)
    return widgets.route_map(graph, replace(trace, steps=steps), policies={name: (bad,)}, compact=compact)


def live(text: str, folder: Path) -> widgets.Live:
    shown = widgets.Live(small_kit(folder / "index", model()), text)
    shown._graph = adaptive()
    shown._shown(hostile(text), ended=True)
    return shown


def switchboard(text: str, folder: Path) -> widgets.Switchboard:
    board = widgets.Switchboard(small_kit(folder / "index", model()), text)
    board._name = text
    board._shown(hostile(text), ended=True)
    return board


def predicted(text: str, folder: Path) -> list:
    panel = PredictionPanel(Prediction(text, (text, "dense"), (text,)), folder / "predictions.json")
    panel.fields[text].value = text
    route = RouteField(text, [text])
    route.buttons[0].click()
    after = predicted_table(text, {text: (text,)}, {text: (text, text)}, ["owls"])
    return [panel, panel._repr_mimebundle_()["text/html"], route, asked(text, [text], [text]), after]


def replayed(text: str, folder: Path) -> list:
    replay = widgets.Replay(adaptive(), hostile(text))
    shown = []
    for at in (1, 2, 3):
        replay.slider.value = at
        shown += [replay.map.value, replay.card.value]
    return [*shown, replay._repr_mimebundle_()["text/html"]]


def profiled(text: str, folder: Path) -> HTML:
    known = {text: About(type=text, why=text, density=0.5)}
    corpus = Corpus(Path(text), (Passage("o", f"{text} {text}", text),), {}, {}, known)
    return widgets.profile_table(replace(small_kit(folder / "index"), corpus=corpus))


def acting(text: str) -> Trace:
    """A run of an agent that wrote hostile actions and a hostile plan."""
    trace = hostile(text)
    plan = [SubQuestion(1, text, "done", text), SubQuestion(2, text, "dropped")]
    wrote = {"actions": [Action(text, text, {text: 1.0}, (text,))], "plan": plan}
    reviewed = wrote | {"changes": [PlanChange(text, 1, text, text, {text: 1.0})]}
    first = replace(trace.steps[0], node="plan", wrote=wrote)
    return replace(trace, steps=(first, replace(first, node="review", wrote=reviewed)))


def chatted(text: str) -> Conversation:
    """A chat of hostile turns: two branches, one that failed, one that was damaged."""
    follow_up = FollowUp("follow-up", text, True, text, text, (text,))
    trace = hostile(text)
    steps = (replace(trace.steps[0], wrote=trace.steps[0].wrote | {"follow_up": follow_up}), *trace.steps[1:])
    one = ChatTurn("t1", "x", "", text, state="finished", trace=replace(trace, steps=steps))
    change = Change("t1", settings={"k": text}, without=text)
    other = replace(one, id="t2", state="failed", change=change, trace=failed(text))
    turns = (one, other, replace(one, id="t3", parent="t2", trouble=text))
    return Conversation(Stored("x", text, text, text, text, text), turns)


def chatting_panel(text: str, folder: Path) -> list:
    panel = widgets.Chat(small_kit(folder / "index", model()), "hybrid", folder / "chats.db")
    panel.session.conversation, panel.session.at = chatted(text), "t1"
    panel._refresh()
    panel._under_way.question = panel._under_way.node = panel._under_way.text = text
    panel._draw(is_piece=False)
    panel.say(text)
    return [panel, panel._repr_mimebundle_()["text/html"]]


WIDGETS: dict[str, Shows] = {
    "Chat": chatting_panel,
    "CostFrontier": lambda text, _: widgets.CostFrontier(noisy(text)),
    "Dashboard": lambda text, _: widgets.Dashboard([hostile(text), failed(text)], [text], rows=graded(text)),
    "FailureMap": lambda text, _: widgets.FailureMap(labelled([case(WHO, "A farmer.", system=text)]), by="system"),
    "Live": live,
    "Replay": replayed,
    "Review": lambda text, folder: widgets.Review([Drafted(golden(text), hostile(text).passages[0])], folder / "q"),
    "SearchSize": lambda text, _: widgets.SearchSize(np.eye(2), np.eye(2), others={text: {1_000: 0.5}}),
    "Switchboard": switchboard,
    "WrongCosts": lambda text, _: [widgets.WrongCosts(graded(text)), ranking_table({text: SOME, "b": OTHERS}, 1)],
    "actions_table": lambda text, _: widgets.actions_table(acting(text)),
    "answer_card": lambda text, folder: [
        widgets.answer_card(hostile(text), folder), widgets.answer_card(failed(text)),
        widgets.answer_card(of_files(text, folder), folder),
    ],
    "calibration_plot": lambda text, _: widgets.calibration_plot(ODDS, LABELS, calibrate(ODDS, LABELS), [text] * 4),
    "chat_tree": lambda text, _: widgets.chat_tree(chatted(text), adaptive()),
    "claims_table": lambda text, _: widgets.claims_table(hostile(text)),
    "dashboard_figures": lambda text, _: list(widgets.dashboard_figures([hostile(text), failed(text)]).values()),
    "dashboard_tiles": lambda text, _: widgets.dashboard_tiles([hostile(text), failed(text)], [text]),
    "difference_chart": lambda text, _: widgets.difference_chart({text: HALF}, text),
    "failure_map": lambda text, _: widgets.failure_map(tallies(labelled([case(WHO, "no", system=text)]), "system")),
    "frontier": lambda text, _: widgets.frontier({text: (HALF, HALF)}, text, text),
    "fusion_table": lambda text, _: widgets.fusion_table(hostile(text).steps[0].wrote["rankings"]),
    "health_table": lambda text, _: widgets.health_table(
        Corpus(Path(text), (Passage("o", text, text),), {text: text}, {text: (text,)}, {text: About(text)})
    ),
    "interval_chart": lambda text, _: widgets.interval_chart({text: HALF}, text),
    "memory_table": lambda text, _: widgets.memory_table(Remembered(text)),
    "pays_chart": lambda text, _: widgets.pays_chart({text: (OTHERS, SOME)}),
    "plan_view": lambda text, _: widgets.plan_view(acting(text)),
    "policy_table": lambda text, _: widgets.policy_table([Rule(text, text, text)], [Rule(text, text, text)]),
    "predict": predicted,
    "profile_table": profiled,
    "reliability": lambda text, _: widgets.reliability({text: [Bin(0.5, 0.6, 9)]}),
    "risk_chart": lambda text, _: widgets.risk_chart({text: curve([0.9, 0.1], [1, 0])}),
    "route_map": lambda text, _: [
        widgets.route_map(adaptive(), hostile(text)), drawn_graph(text, compact=False), drawn_graph(text, compact=True)
    ],
    "search_seconds": lambda text, _: widgets.search_seconds({text: {1_000: 0.5}}),
    "side_by_side": lambda text, _: widgets.side_by_side({text: hostile(text), "b": failed(text)}),
    "similarity_chart": lambda text, _: widgets.similarity_chart({text: [0.5, 0.4]}),
    "slope_chart": lambda text, _: widgets.slope_chart({text: hostile(text).passages}),
    "step_card": lambda text, _: [widgets.step_card(hostile(text), at) for at in (1, 2, 3)],
    "steps_table": lambda text, _: widgets.steps_table(hostile(text)),
    "table": lambda text, _: widgets.table([text], [[text]], text),
    "value_chart": lambda text, _: widgets.value_chart({text: SOME, "b": OTHERS}, mark=1),
    "win_chart": lambda text, _: widgets.win_chart(compared(text)),
}  # fmt: skip
"""By the names in `ragkit.widgets.__all__`."""


def exported(text: str, folder: Path) -> str:
    """An executed notebook's page, with the text in every kind of output that is shown as it is."""
    outputs = [new_output("stream", text=text), new_output("error", ename=text, evalue=text, traceback=[text])]
    for kind in ("text/plain", "text/latex"):
        outputs.append(new_output("display_data", data={kind: text, "text/plain": text}))
    nbformat.write(new_notebook(cells=[new_code_cell("1", outputs=outputs)]), folder / "a.ipynb")
    return to_html(folder / "a.ipynb", folder / "a.html").read_text(encoding="utf-8")


def of_a_class(text: str, folder: Path) -> list:
    now = datetime(2026, 11, 30, 10, tzinfo=UTC)
    record = Record(tries=4, hints=3, stumbles={text: 3}, active=now.isoformat())
    learner = Progress().with_record("02-rrf", record)
    page = class_page({text: learner}, [text], folder, [words("02-rrf")], now)[1]
    return [page.read_text(encoding="utf-8"), heat_map({text: learner}, [words("02-rrf")])]


def of_failures(text: str, folder: Path) -> str:
    found = labelled([case(WHO, "A farmer.", system=text)])
    return write_failures(found, "system", folder)[1].read_text(encoding="utf-8")


def verdict(text: str) -> Verdict:
    said = {"asked": text, "expected": text, "came": text, "line": text, "printed": text}
    return Verdict(text, text, False, 5, whys=(text,), stumbles=(text,), onward=(text,), **said)


def marked(text: str, _: Path) -> list:
    """The page of those who grade, and that of a learner."""
    found = replace(verdict(text), task="02-rrf")
    one = Marks(text, [Graded(text, (found,), {"02-rrf": "wrong"}, (text,), text)])
    return [as_page([one], tasks_of([one])), feedback_page(one, tasks_of([one]))]


def linked(text: str) -> str:
    return _linked(type("Lesson", (), {"number": text, "title": text, "link": text}))


PAGES: dict[str, Shows] = {
    "banner of a recording": lambda text, _: banner(text),
    "dashboard": lambda text, _: dashboard_page([hostile(text), failed(text)], [text]),
    "exercise": lambda text, _: [
        view._repr_html_()
        for view in (
            verdict(text), Note((text,)), Hints(text, (text,), (text,)), Solution(text, text, (text,)),
            Overview((Group(text, ((text,) * 8,), 0, True),), text, (text,)),
        )
    ],
    "failures": of_failures,
    "grades": marked,
    "leaderboard": lambda text, _: board_page([Entry(text, text, text, 0.0, 1.0, (1.0, -1.0))]),
    "link of a checkpoint": lambda text, _: linked(text),
    "notebook": exported,
    "progress of a class": of_a_class,
    "report": lambda text, _: report_page(text, [Table(text, text, [text], [[text]])], {}),
    "set aside": lambda text, _: folded(SetAside(Passage("e", text, source=text, section=text), text)),
}  # fmt: skip
"""Pages and views that are no widgets."""


def parts(shown: Any) -> Iterator[str | go.Figure]:
    """All HTML and all figures of what is shown."""
    if isinstance(shown, list):
        for one in shown:
            yield from parts(one)
    elif isinstance(shown, HTML):
        yield shown.data
    elif isinstance(shown, w.Widget):
        yield from of_widget(shown)
    else:
        yield shown


def of_widget(widget: w.Widget) -> Iterator[str | go.Figure]:
    """What a widget and its children show as HTML; what they show as text cannot harm."""
    if isinstance(widget, w.HTML):
        yield widget.value
    if getattr(widget, "description_allow_html", False):
        yield widget.description
    for output in getattr(widget, "outputs", ()):
        data = output["data"]
        yield go.Figure(data[PLOTLY]) if PLOTLY in data else data.get("text/html", "")
    for child in getattr(widget, "children", ()):
        yield from of_widget(child)


def texts_of(figure: Any) -> Iterator[str]:
    """Every string in a figure: plotly reads tags in each of them."""
    if isinstance(figure, str):
        yield figure
    elif isinstance(figure, dict):
        for key, value in figure.items():
            yield from texts_of(value if key != "template" else ())
    elif isinstance(figure, list | tuple):
        for value in figure:
            yield from texts_of(value)


class Markup(HTMLParser):
    """Tags with the names of their attributes, and where links and sources lead: a page without its words."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list) -> None:
        self.found.append(" ".join([tag, *(name for name, _ in attributes)]))
        for name, value in attributes:
            if name in ("href", "src", "action") and (scheme := re.match(r"\s*([\w+.-]+):", value or "")):
                self.found.append(f"{name} leads to {scheme[1]}")

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"/{tag}")


def markup(shown: Any) -> list[str]:
    """The markup of all that is shown: no text from outside may change it."""
    read = Markup()
    for part in parts(shown):
        for text in [part] if isinstance(part, str) else texts_of(part.to_plotly_json()):
            read.feed(text)
    read.close()
    return read.found


def is_harmless(text: str) -> bool:
    """Whether a terminal obeys nothing in a text but the ends of its lines."""
    return all(letter.isprintable() or letter in "\n\t\r" for letter in text)


def opened(shown: Any) -> str:
    """All that is shown as one piece of HTML, for a browser."""
    pieces = [part if isinstance(part, str) else plotly_html(part) for part in parts(shown)]
    return "".join(pieces)


def plotly_html(figure: go.Figure) -> str:
    return plotly.io.to_html(figure, include_plotlyjs=False, full_html=False)
