"""The third task: your documents, a study with a recommendation that a reviewer can check.

Everything is read from the folder of the study: no model is asked, and the documents need not be
there. What was found is computed again from the rows of the runs, and compared with what the page
of the study and its author say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ragkit.course.capstones.rubric import Criterion, Rubric
from ragkit.course.capstones.submission import BadSubmission
from ragkit.documents.folder import QUESTIONS
from ragkit.evaluate.experiments import Experiment, read_results
from ragkit.evaluate.golden import BadQuestions, Question, load_questions, of_part, part_of
from ragkit.evaluate.measures import Row
from ragkit.evaluate.study import (
    CHOOSE,
    ENOUGH,
    FEW,
    REPORT,
    UNCHANGED,
    Finding,
    Halves,
    found,
    next_of_all,
    next_run,
    over,
    planned,
    price_of,
    standings,
)
from ragkit.report import advice
from ragkit.text.one_line import first_line

STATEMENT = "statement.json"
BY_HAND = 5
"""Minimum number of questions that a person has changed or added."""
KINDS = 3
"""Minimum number of kinds of questions in each half."""
DIGITS = 3
"""Digits to which a statement has to agree with the rows, as many as the page shows."""
DOCUMENTS = Rubric(
    "Your documents",
    {
        "enough": Criterion(
            10,
            f"{ENOUGH} questions or more to choose on, and {FEW} or more to report on",
            "draft more questions (`--count`), or write some",
        ),
        "kinds": Criterion(
            10,
            f"{KINDS} kinds of questions or more in each half",
            "let some have no answer (`--unanswered`), and write those that your users ask",
        ),
        "near misses": Criterion(
            10,
            "near misses in each half",
            "let more questions have no answer (`--unanswered`)",
        ),
        "no leak": Criterion(
            15,
            "what one half asks about, the other half does not, and no question is there twice",
            "move all questions about a document, or about a sentence, into one half",
        ),
        "by hand": Criterion(
            10,
            f"{BY_HAND} questions or more that were changed or added beside the drafts",
            f"correct drafts, and write questions of your own into {QUESTIONS}",
        ),
        "all runs": Criterion(
            15,
            "the runs of both halves are all there, and are those of these questions",
            "run the study again: it goes on, and asks what has changed",
        ),
        "finding": Criterion(
            10,
            "the page of the study says what the rows say",
            "run the study again, which writes its page anew; do not edit it",
        ),
        "budget": Criterion(
            5, "the runs took no more than the budget", "allow for more time before you begin"
        ),
        "statement": Criterion(
            15,
            f"`{STATEMENT}` names the chosen system, and its value with the interval and n",
            "copy them from the half to report on, with three digits",
        ),
    },
    (
        "whether the questions are those that users of these documents would ask",
        "whether the price of a wrong answer fits these users, with reasons",
        "whether the wrong answers were read, and what follows from them",
        "whether the recommendation says what is not decided",
    ),
)


@dataclass(frozen=True)
class Statement:
    """What an author recommends, and how sure that is."""

    system: str
    value: float
    low: float
    high: float
    n: int
    why: str
    """The recommendation in words; a person judges it."""


STATED = TypeAdapter(Statement)


@dataclass(frozen=True)
class Study:
    """A study as its folder has it."""

    folder: Path
    plan: Experiment
    questions: tuple[Question, ...]
    choose: tuple[Row, ...]
    report: tuple[Row, ...]
    reported: tuple[str, ...]
    """The systems that the half to report on was to be asked."""

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.choose + self.report

    @property
    def finding(self) -> Finding:
        """What the rows say. Raises `ValueError` where no run is graded."""
        price = price_of(self.plan)
        systems = list(self.plan.systems)
        race = standings(self.choose, systems, price)
        return found(price, race, self.report)


def read_study(folder: Path) -> Study:
    """The study in a folder.

    Raises `BadExperiment`, `BadQuestions`, `BadResults` and `BadSubmission`.
    """
    plan = planned(folder)
    _, choose = read_results(folder / "choose")
    manifest, report = read_results(folder / "report")
    try:
        price_of(plan)
        reported = tuple(manifest["experiment"]["systems"])
    except (LookupError, TypeError, ValueError) as error:
        raise BadSubmission(
            f"asked for the study in {folder}, got a plan or results without {error}; hand in the "
            "folder as `python -m ragkit study` wrote it"
        ) from error
    questions = load_questions(folder / QUESTIONS)
    return Study(
        folder,
        plan,
        tuple(questions),
        tuple(choose),
        tuple(report),
        reported,
    )


def graded(study: Study) -> Rubric:
    """The rubric of a study."""
    halves = {part: of_part(study.questions, part) for part in (CHOOSE, REPORT)}
    choose, report = halves.values()
    kinds = {part: {question.kind for question in half} for part, half in halves.items()}
    leaks = leaked(study.questions)
    missing = missing_runs(study)
    spent = over(study.plan, _but_the_longest(study.rows))
    near = [part for part, own in kinds.items() if "near-miss" in own]
    changed = by_hand(study)
    return DOCUMENTS.graded(
        {
            "enough": (
                len(choose) >= ENOUGH and len(report) >= FEW,
                f"{len(choose)} to choose on, {len(report)} to report on",
            ),
            "kinds": (
                all(len(own) >= KINDS for own in kinds.values()),
                "; ".join(f"{part}: {', '.join(sorted(own))}" for part, own in kinds.items()),
            ),
            "near misses": (len(near) == len(halves), f"in {', '.join(near) or 'neither'}"),
            "no leak": (not leaks, "; ".join(leaks[:3]) or "none"),
            "by hand": (changed >= BY_HAND, f"{changed} questions"),
            "all runs": (not missing, missing or f"{len(study.rows)} runs"),
            "finding": _page(study),
            "budget": (not spent, spent or "within it"),
            "statement": _statement(study),
        }
    )


def leaked(questions: Sequence[Question]) -> list[str]:
    """What both halves ask about, and questions that are there twice, a sentence each."""
    halves = Halves(questions)
    what = "sentence" if halves.share_document else "document"
    seen: dict[str, object] = {}
    leaks = []
    for question in questions:
        for about in halves.about(question):
            if seen.setdefault(about, part_of(question)) != part_of(question):
                leaks.append(f"the {what} {about} is in both halves ({question.id})")
    asked: set[tuple[str, str, str]] = set()
    for question in questions:
        # A near miss asks the same words, without the passages that answer them.
        same = (question.question.casefold(), question.kind, str(question.history))
        if same in asked:
            leaks.append(f"{question.id} is asked twice")
        asked.add(same)
    return leaks


def by_hand(study: Study) -> int:
    """The number of questions that are not as they were drafted; 0 where no draft was kept."""
    file = study.folder / UNCHANGED
    if not file.is_file():
        return 0
    drafts = [(one.question, one.answer) for one in load_questions(file)]
    changed = 0
    for one in study.questions:
        if (one.question, one.answer) not in drafts:
            changed += 1
    return changed


def missing_runs(study: Study) -> str:
    """What the runs of the halves lack; empty where they are all there."""
    price = price_of(study.plan)
    asked = {}
    for part, name in ((CHOOSE, "choose"), (REPORT, "report")):
        now = of_part(study.questions, part)
        # What the runner wrote down when it asked them.
        then = _asked(study.folder / name / QUESTIONS)
        if {one.id: one.question for one in now} != then:
            return f"the questions of {name} are not those that were asked"
        asked[part] = [one.id for one in now]
    lacking = next_run(study.choose, list(study.plan.systems), asked[CHOOSE], price)
    lacking = lacking or next_of_all(study.report, study.reported, asked[REPORT])
    if lacking is None:
        return ""
    return "{} was not asked {}".format(*lacking)


def _asked(file: Path) -> dict[str, str]:
    try:
        return {one.id: one.question for one in load_questions(file)}
    except BadQuestions:
        return {}


def _but_the_longest(rows: Sequence[Row]) -> list[Row]:
    """The rows without the longest run: a study ends after the run that passes its budget."""
    by_length = sorted(rows, key=lambda row: row.seconds)
    return by_length[:-1]


def _page(study: Study) -> tuple[bool, str]:
    """Whether the page recommends what the rows do, with the same numbers."""
    file = study.folder / "study.md"
    words = advice(study.finding)
    if not file.is_file():
        return False, "there is no study.md"
    said = words in file.read_text(encoding="utf-8")
    return said, f"{'the page says' if said else 'the page says otherwise; the rows say'}: {words}"


def _statement(study: Study) -> tuple[bool, str]:
    try:
        stated = STATED.validate_json((study.folder / STATEMENT).read_bytes())
    except (OSError, ValidationError) as error:
        return False, first_line(error)
    finding = study.finding
    worth = finding.values.get(finding.chosen)
    if worth is None:
        raise BadSubmission(
            f"asked for the value of {finding.chosen}, got no run to report on; run the study again"
        )
    ours = [round(number, DIGITS) for number in (worth.mean, worth.low, worth.high)]
    theirs = [round(number, DIGITS) for number in (stated.value, stated.low, stated.high)]
    is_same = (stated.system, theirs, stated.n) == (finding.chosen, ours, worth.n)
    came = f"{stated.system}: {theirs}, n={stated.n}; the rows say {finding.chosen}: {worth}"
    return is_same and bool(stated.why.strip()), came
