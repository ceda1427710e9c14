"""What a judge says about pairs of answers, asked in both orders and kept in a folder of results.

    pairwise.jsonl      one line for each pair that was compared

An answer is preferred where it is preferred in both orders. Where the judge disagrees with itself,
the pair is a tie. Two answers that read the same are a tie without a call.

Lines are only added, and the last one about a pair counts. A stopped comparison goes on where it
was, and asks again about pairs that could not be judged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import TypeAdapter
from tqdm.auto import tqdm

from ragkit.disk.whole import append_line, whole_lines
from ragkit.evaluate.judging.pairs import Pair, Verdict
from ragkit.evaluate.judging.pairwise import (
    ANSWERS,
    QUESTION,
    REFERENCE,
    SYSTEM,
    WISH,
    Choice,
    PairwiseJudge,
    as_shown,
)
from ragkit.evaluate.measures.rows import BadResults
from ragkit.text.one_line import first_line

FILE = "pairwise.jsonl"
"""Name of the file, in a folder of results, that the preferences are kept in."""
FAILURES = 5
"""Number of pairs in a row that could not be judged after which no further one is asked about."""
NO_ANSWER = "The documents do not answer this question."
"""What is shown as the reference of a question that should be refused."""
A_FIRST: dict[Choice | None, Verdict | None] = {"A": "a", "B": "b", "tie": "tie", None: None}
"""Whose answer a choice is, where that of `a` was shown first."""
B_FIRST: dict[Choice | None, Verdict | None] = {"A": "b", "B": "a", "tie": "tie", None: None}


class NotJudged(RuntimeError):
    """Several pairs in a row could not be judged; the message says why."""


@dataclass(frozen=True)
class Asker:
    """Who is asked, and what is shown: what two comparisons of the same systems may differ in."""

    judge: str
    """The judge's name."""
    structured: bool
    """Whether the judge fills in a form."""
    reference: bool
    """Whether the judge is shown the reference answer."""


@dataclass(frozen=True)
class Preference:
    """What a judge said about one pair. A line of the file."""

    key: str
    question: str
    """The question's id."""
    repeat: int
    a: str
    """Name of the first system."""
    b: str
    asker: Asker
    a_first: Verdict | None
    """What is preferred when the answer of `a` is shown first; None where it was not judged."""
    b_first: Verdict | None
    note: str = ""
    """Why it was not judged; empty where it was."""

    @property
    def verdict(self) -> Verdict | None:
        """What is preferred in both orders, else a tie; None where an order was not judged."""
        if self.a_first is None or self.b_first is None:
            return None
        return self.a_first if self.a_first == self.b_first else "tie"


PREFERENCE = TypeAdapter(Preference)


def ask_pairs(
    folder: Path,
    pairs: Sequence[Pair],
    judge: PairwiseJudge,
    reference: bool = False,
    quiet: bool = False,
) -> None:
    """Compare each pair that the folder has no verdict of, and keep the outcome as a line.

    Raises `NotJudged`, `NoRoom`, and `BadResults` for a damaged file, or while somebody else writes
    into the folder.
    """
    try:
        with FileLock(folder / ".lock", timeout=0):
            asker = Asker(judge.name, judge.structured, reference)
            left = unjudged(pairs, kept(folder), asker)
            _ask(folder / FILE, left, judge, asker, quiet)
    except Timeout as error:
        raise BadResults(
            f"something else is at work in {folder}; wait for it, or choose another folder"
        ) from error


def unjudged(pairs: Sequence[Pair], known: Mapping[str, Preference], asker: Asker) -> list[Pair]:
    """The pairs without a verdict."""
    left = []
    for pair in pairs:
        preference = known.get(key(pair, asker))
        if preference is None or preference.verdict is None:
            left.append(pair)
    return left


def _ask(
    file: Path, pairs: Sequence[Pair], judge: PairwiseJudge, asker: Asker, quiet: bool
) -> None:
    failures = 0
    for pair in tqdm(pairs, desc="pairs", disable=quiet):
        preference = _preference(pair, judge, asker)
        append_line(file, json.dumps(asdict(preference)))
        if pair.same:
            # nobody was asked, so this says nothing about the endpoint
            continue
        failures += 1
        if preference.verdict is not None:
            failures = 0
        if failures == FAILURES:
            raise NotJudged(
                f"{failures} pairs in a row could not be judged, the last: {preference.note}; "
                "when that is mended, the same command goes on from here"
            )


def _preference(pair: Pair, judge: PairwiseJudge, asker: Asker) -> Preference:
    """What the judge says about a pair, or a tie where its answers read the same."""
    first: Choice | None = "tie"
    second: Choice | None = "tie"
    note = ""
    if not pair.same:
        first, second, note = _both_orders(pair, judge, asker)
    return Preference(
        key(pair, asker),
        pair.question.id,
        pair.a.repeat,
        pair.a.system,
        pair.b.system,
        asker,
        A_FIRST[first],
        B_FIRST[second],
        note,
    )


def _both_orders(
    pair: Pair, judge: PairwiseJudge, asker: Asker
) -> tuple[Choice | None, Choice | None, str]:
    """Ask in both orders. The second is left out where the first could not be judged."""
    question = pair.question.question
    reference = reference_of(pair) if asker.reference else None
    first, note = judge.choose(question, pair.a.answer, pair.b.answer, reference)
    if first is None:
        return None, None, note
    second, note = judge.choose(question, pair.b.answer, pair.a.answer, reference)
    return first, second, note


def reference_of(pair: Pair) -> str:
    """The reference answer that a judge is shown."""
    return pair.question.answer or NO_ANSWER


def key(pair: Pair, asker: Asker) -> str:
    """A hash of all that a verdict depends on, sixteen hexadecimal digits long.

    With another answer, another prompt or another judge, a pair is another one.
    """
    shown = [
        pair.question.question,
        as_shown(pair.a.answer),
        as_shown(pair.b.answer),
        reference_of(pair) if asker.reference else None,
    ]
    prompt = [SYSTEM, QUESTION, REFERENCE, ANSWERS, WISH]
    text = json.dumps([pair.a.key, pair.b.key, shown, prompt, asdict(asker)])
    return sha256(text.encode()).hexdigest()[:16]


def kept(folder: Path) -> dict[str, Preference]:
    """The last line about each pair, by its key. Raises `BadResults`.

    A last line cut short by a crash is removed from the file.
    """
    file = folder / FILE
    if not file.is_file():
        return {}
    found = {}
    for number, line in enumerate(whole_lines(file), start=1):
        try:
            preference = PREFERENCE.validate_python(json.loads(line))
        except ValueError as error:
            raise BadResults(
                f"{file}, line {number}: not a judged pair: {first_line(error)}; "
                "repair or delete that line, and the pair is asked about again"
            ) from error
        found[preference.key] = preference
    return found
