"""Check an answer to a task, in bounded time, whatever the answer does.

All that touches the answer happens in one bounded thread: calling it, comparing what it returns,
and turning that into text.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial, Unfit
from ragkit.course.exercises.bounded import Overdue, bounded
from ragkit.course.exercises.heard import Heard, listening
from ragkit.course.exercises.own import Values
from ragkit.course.exercises.same import difference, same
from ragkit.course.exercises.shown import error_line, shown
from ragkit.course.exercises.task import Task
from ragkit.course.exercises.verdict import AS_WRITTEN, Verdict

SECONDS = 3.5
"""What a check may take; with the time to stop it, less than five seconds."""
LOOK_ROUND = 1.0
"""What it may take to see whether a wrong answer fits another variant, in seconds."""
PRINTED = 200
"""Number of characters shown of what an answer printed."""
SLOW = "it ran longer than {:g} s and was stopped: is there a loop without end?"
LEFT_BEHIND = (
    "it cannot be stopped and runs on in the background: restart the kernel. That comes of a long "
    "call, or of `except:` without the name of an error, which catches the stop as well"
)
FAULT = "the check itself failed, which is a fault of the kit and not yours: {}"


class BrokenCheck(Exception):
    """A check put no question, or failed by itself."""


def examine(
    task: Task,
    value: Any,
    seed: int | None = None,
    learner: str = "",
    look_round: float = LOOK_ROUND,
) -> Verdict:
    """What a check finds about an answer to the variant of a learner, or of nobody.

    The inputs are drawn with `seed`; without one, they are new every time. A wrong answer is tried
    on the other variants for `look_round` seconds. With its default, all takes less than five
    seconds (`bounded.py` says what is beyond that). It raises nothing because of the answer.
    """
    if seed is None:
        seed = secrets.randbelow(1_000_000)
    heard = Heard()
    answer = Answer(value, task.name, heard)
    mine = task.own.of(learner, task.id)
    with listening(heard), task.own.drawn_as(mine):
        verdict = _judged(task, answer, seed)
        printed = heard.text[:PRINTED]
        another = ""
        if verdict.came and not verdict.solved and mine != task.own.plain:
            look = partial(fitting, task, answer, seed, mine)
            another = _another(task, look, look_round)
    verdict = replace(verdict, printed=printed, variant=task.own.said(mine), another=another)
    # What is right elsewhere is no misconception, even if it gives the same here.
    return replace(verdict, stumbles=()) if another else verdict


def _another(task: Task, look: Callable[[], Values | None], seconds: float) -> str:
    """The other variant that an answer is right for, as a sentence; empty where it fits none."""
    try:
        found = bounded(look, seconds)
    except Overdue:
        return ""
    if found is None:
        return ""
    return task.own.said(found) or AS_WRITTEN


def fitting(task: Task, answer: Answer, seed: int, mine: Values) -> Values | None:
    """The variant other than `mine` that an answer is right for, or None."""
    for values in task.own.every():
        if values == mine:
            continue
        with task.own.drawn_as(values):
            try:
                number, trial = first_failed(task, answer, seed)
            except Unfit:
                continue
        if number and trial is None:
            return values
    return None


def _judged(task: Task, answer: Answer, seed: int) -> Verdict:
    """The verdict, whichever way the trials end."""
    failed = Verdict(task.id, task.title, False, seed, drawn=task.kind != "predict")
    try:
        return bounded(lambda: tried(task, answer, failed), SECONDS)
    except Unfit as unfit:
        return replace(
            failed,
            asked=answer.asked,
            expected=unfit.expected,
            came=unfit.came,
            line=unfit.line,
            whys=(unfit.why,),
        )
    except Overdue as overdue:
        whys = (SLOW.format(overdue.seconds), LEFT_BEHIND)
        return replace(failed, asked=answer.asked, whys=whys if overdue.left_behind else whys[:1])
    except Exception as error:  # noqa: BLE001 - nothing that a check does may end the notebook
        return replace(failed, asked=answer.asked, whys=(FAULT.format(error_line(error)),))


def tried(task: Task, answer: Answer, failed: Verdict) -> Verdict:
    """Put the trials of a task to an answer, up to the first that it does not pass.

    `failed` has what is known of the verdict before.
    Raises `Unfit` where the answer does what none may do, and `BrokenCheck`.
    """
    number, trial = first_failed(task, answer, failed.seed)
    if not number:
        raise BrokenCheck(f"no question was put ({task.id})")
    if trial is None:
        return replace(failed, solved=True, trials=number)
    why = difference(trial.expected, trial.came)
    return replace(
        failed,
        trials=number,
        asked=trial.asked,
        expected=shown(trial.expected),
        came=shown(trial.came),
        whys=(why,) if why else (),
        stumbles=resembled(task, failed.seed, number, trial.came),
    )


def first_failed(task: Task, answer: Answer, seed: int) -> tuple[int, Trial | None]:
    """How many trials there were, and the last of them if the answer did not pass it."""
    number = 0
    for number, trial in enumerate(task.trials(answer, Random(seed)), start=1):
        if not trial.passed:
            return number, trial
    return number, None


def resembled(task: Task, seed: int, number: int, came: Any) -> tuple[str, ...]:
    """The misconceptions that fail in the same trial first, and give the same there."""
    names = []
    for name, wrong in task.wrong_answers().items():
        other = Answer(wrong, task.name, Heard())
        try:
            count, trial = first_failed(task, other, seed)
        except Unfit:
            continue
        if count == number and trial is not None and same(trial.came, came):
            names.append(name)
    return tuple(names)
