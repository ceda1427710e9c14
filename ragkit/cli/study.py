"""The command that says which system to take for a folder of documents.

It imports what it needs only when it is called, so that `--help` is fast.
"""

from __future__ import annotations

import argparse
import sys
import webbrowser
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragkit.cli.ask import systems_of
from ragkit.cli.ending import complain, tell, told
from ragkit.cli.numbers import at_least_0, part, whole
from ragkit.text.printable import shown

if TYPE_CHECKING:
    from ragkit.evaluate.experiments.experiment import Experiment
    from ragkit.evaluate.study import Progress
    from ragkit.kit import Kit

PRICE = """\
What does a wrong answer cost you?
  0  nothing: it is no worse than no answer
  1  as much as a correct answer is worth
  3  three correct answers have to make up for it
A number from 0 [1]: """
STUDY: dict[str, Any] = {
    "folder": {"type": Path, "help": "folder of md, txt, html or pdf files"},
    "--to": {
        "type": Path,
        "metavar": "DIR",
        "help": "folder of the study; by default FOLDER-study in the current one",
    },
    "--systems": {
        "type": systems_of,
        "metavar": "SYSTEMS",
        "help": "the systems to ask, the cheapest first "
        "(default: extract,naive,hybrid,crag,adaptive)",
    },
    "--wrong-costs": {
        "type": at_least_0,
        "metavar": "PRICE",
        "help": "what a wrong answer costs, where a correct one is worth 1 and an abstention 0; "
        "without it, you are asked",
    },
    "--minutes": {
        "type": float,
        "metavar": "N",
        "help": "how long all runs may take, also those before it was stopped (default: 60)",
    },
    "--dollars": {
        "type": float,
        "metavar": "N",
        "help": "what they may cost, where the price of the model is known (`RAGKIT_PRICE`)",
    },
    "--count": {
        "type": whole,
        "default": 40,
        "metavar": "N",
        "help": "how many questions to draft (default: 40)",
    },
    "--unanswered": {
        "type": part,
        "default": 0.25,
        "metavar": "SHARE",
        "help": "share of the questions that the documents do not answer (default: 0.25)",
    },
    "--review": {"action": "store_true", "help": "open a page to review the questions, and stop"},
    "--yes": {"action": "store_true", "help": "go on without a review of the questions"},
}


@told
def study(chosen: argparse.Namespace) -> int:
    """Say which system to take for a folder of documents, and whether an agent is worth it."""
    complain(f"a study of {chosen.folder}; loading")

    from ragkit.documents.health import summary
    from ragkit.evaluate.study import conduct
    from ragkit.kit import Kit
    from ragkit.report.study import advice, keep

    to = chosen.to or Path(f"{chosen.folder.resolve().name}-study")
    planned = _plan(chosen, to)
    with closing(Kit.open(chosen.folder, memory=False)) as kit:
        complain(summary(kit.corpus))
        if not _are_written(chosen, kit, planned, to):
            return 0
        found = conduct(kit, planned, to, Bar())
        files = keep(found, kit.corpus.folder, to)
    print("", file=sys.stderr)
    print(shown(advice(found)))
    tell(*files)
    return 0


def _plan(chosen: argparse.Namespace, to: Path) -> Experiment:
    """The plan of the study; of one that was stopped its own, with the budget of this call."""
    from ragkit.documents.folder import documents_folder
    from ragkit.evaluate.study import (
        MINUTES,
        USUAL,
        is_planned,
        keep_apart,
        plan,
        planned,
        price_of,
    )

    keep_apart(documents_folder(chosen.folder), to)
    before = planned(to) if is_planned(to) else None
    systems = chosen.systems or (list(before.systems) if before else USUAL)
    minutes = chosen.minutes or (before.caps.minutes if before else MINUTES)
    dollars = chosen.dollars or (before.caps.cost if before else None)
    wrong_costs = chosen.wrong_costs
    if wrong_costs is None:
        wrong_costs = price_of(before) if before else _asked_price()
    return plan(chosen.folder, to, systems, wrong_costs, minutes, dollars)


def _asked_price() -> float:
    """What a wrong answer costs, as the person at the terminal says; 1 where there is none."""
    if not sys.stdin.isatty():
        complain("a wrong answer is taken to cost 1, as much as a correct one is worth")
        return 1.0
    while True:
        typed = input(PRICE).strip() or "1"
        try:
            return at_least_0(typed)
        except (ValueError, argparse.ArgumentTypeError):
            complain(f"{typed!r} is no number from 0")


def _are_written(chosen: argparse.Namespace, kit: Kit, planned: Experiment, to: Path) -> bool:
    """Whether the questions are there and may be asked; drafts them first where they are not."""
    from ragkit.documents.folder import QUESTIONS
    from ragkit.evaluate.study import write_questions
    from ragkit.report.review import write_review

    file = to / QUESTIONS
    is_new = not file.is_file()
    if is_new:
        said = write_questions(kit, planned, to, chosen.count, chosen.unanswered)
        complain(*said)
    if not chosen.review and (chosen.yes or not is_new):
        return True
    page = write_review(file, kit.corpus.passages)
    tell(f"to review: {page}")
    if chosen.review:
        webbrowser.open(page.resolve().as_uri())
    elif sys.stdin.isatty() and input("go on without a review? [y/N] ").strip().lower() == "y":
        return True
    tell(
        f"Look at each question, and delete the lines of {file} that nobody would ask; the page "
        "can save the file for you. Then run the same command again."
    )
    return False


class Bar:
    """A line of progress: the half, the leader, and the minutes of the budget."""

    def __init__(self) -> None:
        self._behind: set[str] = set()

    def __call__(self, now: Progress) -> None:
        leader, *_ = now.standings
        asked = max(one.asked for one in now.standings)
        line = f"{now.half}: question {asked} of {now.questions}, {now.minutes:.0f} min"
        if leader.value.n:
            line += f"; {leader.system} leads with {leader.value}"
        print(f"\r{shown(line)}\033[K", end="", file=sys.stderr, flush=True)
        for one in now.standings:
            if one.is_behind and one.system not in self._behind:
                self._behind.add(one.system)
                complain(f"\n{one.system} is left behind: {one.gap}")
