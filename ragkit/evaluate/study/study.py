"""A study: which system to take for a folder of documents, and whether an agent is worth it there.

It drafts questions, asks several systems those of one half until it is seen who is best, and asks
the best ones the other half, which is what it reports. Everything is kept in a folder, so that a
study that was stopped goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ragkit.disk.whole import write_whole
from ragkit.documents.folder import QUESTIONS
from ragkit.evaluate.experiments.experiment import Experiment, System
from ragkit.evaluate.golden.drafting import draft_questions
from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.golden.questions import BadQuestions, Question, load_questions
from ragkit.evaluate.golden.without import left_out
from ragkit.evaluate.measures.equal_tokens import tokens_by_system
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.study.finding import Finding, finalists, found, is_plain
from ragkit.evaluate.study.half import Half
from ragkit.evaluate.study.halves import CHOOSE, REPORT
from ragkit.evaluate.study.mix import SHARE, mixed
from ragkit.evaluate.study.plan import half_of, over, price_of
from ragkit.evaluate.study.questions import study_questions
from ragkit.evaluate.study.race import Standing, next_of_all, next_run, standings
from ragkit.graphs import SYSTEMS
from ragkit.kit import Kit
from ragkit.settings import Settings
from ragkit.start import holds_conversation
from ragkit.thresholds import home

UNCHANGED = "drafts.jsonl"
"""The file with the questions as they were drafted, before anybody changed them."""
DRAFTS = 40
"""Number of questions that are drafted, before any is dropped."""
CHOOSING = 0.5
"""Share of the budget that the half to choose on may take."""
MORE = 1.25
"""How many times the tokens of `hybrid` an agent takes from which more passages are compared."""
MOST_PASSAGES = 25
"""Maximum number of passages that a prompt has room for."""


@dataclass(frozen=True)
class Progress:
    """How far a study is."""

    half: str
    """*choosing* or *reporting*."""
    standings: Sequence[Standing]
    """The systems, best first."""
    questions: int
    """Number of questions of this half."""
    minutes: float
    """Minutes that the runs of this half have taken."""


Show = Callable[[Progress], None]


def write_questions(
    kit: Kit,
    planned: Experiment,
    to: Path,
    count: int = DRAFTS,
    share: float = SHARE,
    quiet: bool = False,
) -> list[str]:
    """Draft the questions of a study, and write them into its folder; what to say of them.

    Golden questions beside the documents are used before any is drafted. Raises `BadQuestions`
    where no question is left, and the errors of the model.
    """
    drafts = _own(kit.corpus.folder)
    passages = kit.corpus.passages
    said = []
    if len(drafts) < count:
        made, dropped = draft_questions(kit.llm, passages, count - len(drafts), quiet)
        used = {question.id for question in drafts}
        drafts += [one.question for one in made if one.question.id not in used]
        said.append(f"{len(made)} drafted, and {len(dropped)} dropped by rule")
    all_made = study_questions(drafts, passages)
    asked = mixed(_understood(all_made.questions, planned), share)
    if all(question.answer is None for question in asked):
        raise BadQuestions(
            f"no question about {kit.corpus.folder} could be drafted; write some into {to}/"
            f"{QUESTIONS}, a line each with `question` and `answer`, and run the same command"
        )
    # Without twins: who reviews them may delete either of a pair.
    alone = [replace(question, twin=None) for question in asked]
    lines = [json.dumps(asdict(question), ensure_ascii=False) for question in alone]
    written = "".join(f"{line}\n" for line in lines).encode()
    write_whole(to / QUESTIONS, written)
    # So that it is seen later what a person has changed.
    write_whole(to / UNCHANGED, written)
    said += str(all_made).splitlines()
    return [*said, f"{len(asked)} of them are asked: {to / QUESTIONS}"]


def _own(folder: Path) -> list[Question]:
    """The golden questions beside the documents; none where there is no file."""
    file = home(folder) / QUESTIONS
    return load_questions(file) if file.is_file() else []


def _understood(questions: Iterable[Question], planned: Experiment) -> list[Question]:
    """The questions without follow-ups, unless one of the systems holds a conversation."""
    for name in planned.systems:
        graph = SYSTEMS[name].build()
        if holds_conversation(graph):
            return list(questions)
    return [question for question in questions if not question.history]


def conduct(kit: Kit, planned: Experiment, to: Path, show: Show) -> Finding:
    """Ask the questions of both halves, and say what was found.

    Raises `BadQuestions`, `BadResults`, and `RuntimeError` where run after run fails.

    Stopped by the budget, by Ctrl-C or by a crash, it goes on when it is called again.
    """
    _check(kit, planned)
    price = price_of(planned)
    names = list(planned.systems)
    with Half(kit, half_of(planned, CHOOSE, planned.systems), to / "choose") as half:
        ended = half.ask_all(
            lambda rows: next_run(rows, names, half.questions, price),
            lambda rows: over(planned, rows, CHOOSING),
            lambda rows: show(_progress("choosing", half, rows, names, price)),
        )
    chosen_on = half.rows
    race = standings(chosen_on, names, price)
    systems = _finalists(race, chosen_on, planned)
    with Half(kit, half_of(planned, REPORT, systems), to / "report") as half:
        stopped = half.ask_all(
            lambda rows: next_of_all(rows, list(systems), half.questions),
            lambda rows: over(planned, [*chosen_on, *rows]),
            lambda rows: show(_progress("reporting", half, rows, list(systems), price)),
        )
    if ended:
        ended = f"{ended}, which is what choosing may take"
    return found(price, race, half.rows, stopped or ended)


def _check(kit: Kit, planned: Experiment) -> None:
    """Raise `BadQuestions` now, and not after an hour, where the questions have a fault."""
    asked = planned.asked
    for question in asked:
        left_out(question, kit.corpus.passages)
    for part in (CHOOSE, REPORT):
        if not of_part(asked, part):
            raise BadQuestions(
                f"{planned.questions.file}: no question of the part {part}. A study chooses on the "
                f"part {CHOOSE} and reports on the part {REPORT}; add documents, or questions"
            )


def _finalists(
    race: Sequence[Standing], rows: Sequence[Row], planned: Experiment
) -> dict[str, System]:
    """The systems that the other half is asked, and a plain one with an agent's tokens."""
    names = finalists(race)
    systems = {name: planned.systems[name] for name in names}
    tokens = tokens_by_system(rows)
    agents = [name for name in names if not is_plain(name)]
    if not agents or "hybrid" not in tokens:
        return systems
    used = tokens[agents[0]]
    if used < MORE * tokens["hybrid"]:
        # `hybrid` itself takes about as many.
        return systems | {"hybrid": planned.systems["hybrid"]}
    # A prompt and the part of a passage that is not full are about as long as one another.
    fitting = round(used / Settings(**planned.settings).chunk_tokens)
    passages = min(MOST_PASSAGES, max(1, fitting))
    name = f"hybrid, {passages} passages"
    return systems | {name: System(graph="hybrid", settings={"k": passages})}


def _progress(
    which: str, half: Half, rows: Sequence[Row], systems: Sequence[str], price: float
) -> Progress:
    seconds = sum(row.seconds for row in rows)
    minutes = seconds / 60
    ranked = standings(rows, systems, price)
    questions = len(half.questions)
    return Progress(which, ranked, questions, minutes)
