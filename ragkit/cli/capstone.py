"""The command that grades the capstones.

It imports what it needs only when it is called, so that `--help` is fast.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragkit.cli.ending import complain, tell, told
from ragkit.cli.numbers import at_least_0, whole

if TYPE_CHECKING:
    from ragkit.evaluate.golden import Question


def _questions(chosen: argparse.Namespace) -> int:
    """Write the questions that learners get, without the hidden third."""
    from ragkit.course.capstones.compared import write_questions

    given, hidden = _split(chosen)
    file = chosen.to / "questions.jsonl"
    write_questions(given, file)
    tell(f"{file}: {len(given)} questions for learners; {len(hidden)} stay hidden")
    return 0


def _system(chosen: argparse.Namespace) -> int:
    """Ask a submitted system and crag the hidden questions."""
    from ragkit.course.capstones import compared, leaderboard, system
    from ragkit.course.capstones.submission import code_of, function_of
    from ragkit.kit import Kit

    _, hidden = _split(chosen)
    file = _submission(chosen)
    board = chosen.to / leaderboard.FILE
    draw = system.draw_of(hidden, chosen.most, chosen.price)
    # A try that cannot be compared is refused now, and not after an hour.
    leaderboard.tries_so_far(board, draw)
    complain(f"{file} runs here without a fence: grade on a machine of its own; loading")
    code = code_of(file)
    build = function_of(code, compared.NAME)
    with closing(Kit.open(_folder(chosen), memory=False)) as kit:
        found = compared.compare(
            build, code, _folder(chosen), hidden, chosen.to, chosen.most, chosen.minutes, kit
        )
    tell(system.graded(found, code, chosen.price))
    if found.stopped:
        complain(f"{found.stopped}; run the same command to go on")
        return 1
    learner = chosen.learner or file.stem
    entry = system.entry_of(found, learner, code, chosen.price, draw)
    is_new = leaderboard.add_entry(board, entry)
    tell("a new try on the leaderboard" if is_new else "the same code again: no new try")
    return 0


def _rewrite(chosen: argparse.Namespace) -> int:
    """Examine a submitted node behind the fence, and its measurement."""
    from ragkit.course.capstones.node_worker import examined_apart
    from ragkit.course.capstones.recall import of_measurement
    from ragkit.course.capstones.rewrite import REWRITE
    from ragkit.evaluate.golden import load_questions

    file = _submission(chosen)
    questions = load_questions(_file(chosen))
    measured = of_measurement(chosen.rows or file.with_suffix(""), questions)
    tell(REWRITE.graded(examined_apart(file) | measured))
    return 0


def _documents(chosen: argparse.Namespace) -> int:
    """Check a folder of a study, with its statement."""
    from ragkit.course.capstones.documents import graded, read_study

    tell(graded(read_study(_submission(chosen))))
    return 0


def _board(chosen: argparse.Namespace) -> int:
    """Print the leaderboard, and write its page."""
    from ragkit.course.capstones.leaderboard import FILE, as_page, as_table, read_entries
    from ragkit.disk.whole import write_whole

    file = chosen.to / FILE
    entries = read_entries(file)
    if not entries:
        complain(f"no try in {file}; `python -m ragkit capstone system SUBMISSION` adds one")
        return 1
    page = chosen.to / "leaderboard.html"
    write_whole(page, as_page(entries).encode())
    tell(as_table(entries), page)
    return 0


TASKS: dict[str, Callable[[argparse.Namespace], int]] = {
    "questions": _questions,
    "system": _system,
    "rewrite": _rewrite,
    "documents": _documents,
    "board": _board,
}
CAPSTONE: dict[str, Any] = {
    "task": {
        "choices": list(TASKS),
        "help": "questions: write those for learners; system, rewrite, documents: grade a "
        "submission; board: show the leaderboard",
    },
    "submission": {
        "nargs": "?",
        "type": Path,
        "help": "a notebook, a .py file, or the folder of a study; a system runs without a fence, "
        "with all that you may do, so take a machine of its own",
    },
    "--word": {
        "default": "",
        "help": "your secret, such as a sentence; it draws the hidden third of the questions",
    },
    "--price": {
        "type": at_least_0,
        "default": 1.0,
        "help": "what a wrong answer costs, where a correct one is worth 1 (default: 1)",
    },
    "--most": {
        "type": whole,
        "metavar": "N",
        "help": "only N of the hidden questions, in a random order that never changes",
    },
    "--minutes": {
        "type": float,
        "metavar": "N",
        "help": "how long the runs of a system may take now; the same command goes on",
    },
    "--learner": {"metavar": "NAME", "help": "name on the leaderboard; by default the file's"},
    "--folder": {"type": Path, "help": "folder of documents; by default corpora/algorithms"},
    "--questions": {
        "type": Path,
        "metavar": "FILE",
        "help": "golden questions; by default questions.jsonl of the folder",
    },
    "--rows": {
        "type": Path,
        "metavar": "FOLDER",
        "help": "of a rewrite: folder with its rows and claim; by default named after the file",
    },
    "--to": {
        "type": Path,
        "metavar": "FOLDER",
        "default": Path("capstones"),
        "help": "folder of the class: questions, runs and leaderboard (default: capstones)",
    },
}


@told
def capstone(chosen: argparse.Namespace) -> int:
    """Grade a capstone, write its questions for learners, or show the leaderboard of a class."""
    return TASKS[chosen.task](chosen)


def _split(chosen: argparse.Namespace) -> tuple[list[Question], list[Question]]:
    from ragkit.course.capstones.hidden import split
    from ragkit.evaluate.golden import load_questions

    return split(load_questions(_file(chosen)), chosen.word)


def _file(chosen: argparse.Namespace) -> Path:
    """The file of golden questions."""
    if chosen.questions is not None:
        return Path(chosen.questions)
    return _folder(chosen) / "questions.jsonl"


def _folder(chosen: argparse.Namespace) -> Path:
    from ragkit.course.checkout import checkout

    if chosen.folder is not None:
        return Path(chosen.folder)
    return checkout("corpora") / "corpora" / "algorithms"


def _submission(chosen: argparse.Namespace) -> Path:
    if chosen.submission is None:
        raise ValueError(f"asked to grade {chosen.task} without a submission; name its file")
    if not chosen.submission.exists():
        raise ValueError(f"asked to grade {chosen.submission}, got no such file; name another one")
    return Path(chosen.submission)
