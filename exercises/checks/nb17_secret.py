"""17-secret: two bugs in what takes the keys out of a run before it is saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling
from ragkit.text.redact import REMOVED, without

NODES = ["retrieve", "generate", "verify", "search_web", "remember"]
OWN = Own(
    "In the place of a secret stands `{mark}`, also in the example.",
    mark=(
        *(REMOVED, "[secret]", "[key]", "[hidden]", "[gone]", "[cut]", "[withheld]", "<removed>"),
        *("<secret>", "<key>", "<hidden>", "(removed)", "(secret)", "***", "XXX", "..."),
    ),
)
Secrets = Sequence[str]


def clean(run: Any, secrets: Secrets) -> Any:
    """A run in which no text has a secret, neither a value nor a name in a dict.

    >>> clean({"notes": ["401: owl-12"], "owl-1": 7}, ["owl-1", "owl-12"])
    {'notes': ['401: [removed]'], '[removed]': 7}
    """
    if isinstance(run, str):
        return without(run, secrets).replace(REMOVED, OWN.mark)
    if isinstance(run, list):
        return [clean(part, secrets) for part in run]
    if isinstance(run, dict):
        return {clean(name, secrets): clean(part, secrets) for name, part in run.items()}
    return run


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A run on which the mistakes differ, one without a secret, and drawn ones."""
    every = [telling(lambda: _drawn(rng), clean, MISCONCEPTIONS.values())]
    run, _ = _drawn(rng)
    every.append((run, []))
    for _ in range(6):
        every.append(_drawn(rng))
    for one in every:
        yield answer.against(clean, *one)


def _drawn(rng: Random) -> tuple[dict[str, Any], list[str]]:
    """A run with secrets in a note, in a text deep inside, and in a name; and the secrets."""
    short = f"owl-{rng.randint(1000, 9999)}"
    long = f"{short}-{rng.randint(10, 99)}"
    other = f"newt-{rng.randint(1000, 9999)}"
    node = rng.choice(NODES)
    notes = [f"401: {long} is not valid", rng.choice(["all is well", f"{other} {short}"])]
    calls = {f"https://zoo.example/?key={other}": rng.randint(1, 9), "seconds": 1.5}
    run = {"notes": notes, "steps": [{"node": node, "calls": calls}, [short, None]]}
    secrets = [short, long, other]
    if rng.random() < 0.3:
        secrets.reverse()
    return run, secrets


def _in_order(run: Any, secrets: Secrets) -> Any:
    """As the secrets come, so that one that is the beginning of another leaves its end."""
    for secret in secrets:
        run = clean(run, [secret])
    return run


def _values_only(run: Any, secrets: Secrets) -> Any:
    if isinstance(run, dict):
        return {name: _values_only(part, secrets) for name, part in run.items()}
    if isinstance(run, list):
        return [_values_only(part, secrets) for part in run]
    return clean(run, secrets)


def _given(run: Any, secrets: Secrets) -> Any:
    """Both bugs, as learners get them."""
    for secret in secrets:
        run = _values_only(run, [secret])
    return run


def _shallow(run: Any, secrets: Secrets) -> Any:
    """Only the texts in the first list."""
    cleaned = dict(run)
    cleaned["notes"] = clean(run["notes"], secrets)
    return cleaned


def _whole_texts(run: Any, secrets: Secrets) -> Any:
    """A text with a secret in it is removed altogether."""
    if isinstance(run, str):
        return run if clean(run, secrets) == run else OWN.mark
    if isinstance(run, list):
        return [_whole_texts(part, secrets) for part in run]
    if isinstance(run, dict):
        return {_whole_texts(name, secrets): _whole_texts(run[name], secrets) for name in run}
    return run


def _first_only(run: Any, secrets: Secrets) -> Any:
    longest = max(secrets, key=len, default="")
    return clean(run, [longest])


MISCONCEPTIONS: dict[str, Callable[[Any, Secrets], Any]] = {
    "the shorter of two secrets is removed first, and leaves the end of the longer one": _in_order,
    "the names in a dict stay as they are": _values_only,
    "both bugs are still there": _given,
    "only the notes are cleaned, and not the steps": _shallow,
    "a text with a secret in it is removed as a whole": _whole_texts,
    "only the longest secret is removed": _first_only,
}
