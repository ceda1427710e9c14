"""03-lead: what the best line of the evidence adds to the question (`leads` in `nodes/hop.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb02_rrf import ANIMALS
from ragkit.course.exercises.own import Own
from ragkit.text.words import words

TOOLS = ["Metronome", "Quill", "Lantern", "Harbour", "Thimble", "Anchor"]
STRUCTURES = [
    *("pairing heap", "suffix tree", "bloom filter", "hash table", "skip list"),
    *("radix sort", "sparse matrix", "finger tree"),
]

OPPOSITE = "in the opposite order"
OWN = Own(
    "The words are returned {order}, joined by `{join!r}`.",
    order=("in their order", OPPOSITE),
    join=(" ", ", ", " OR ", " AND ", " + ", "; "),
)

Lines = Sequence[str]


def lead(question: str, lines: Lines) -> str:
    """The words that the best line has and the question has not; empty where no line shares a word.

    >>> lead("What holds the timers of Quill?", ["It is old.", "Quill has timers in a hash table."])
    'has hash tabl'
    """
    best = _best(question, lines)
    return _new(question, best)


def _text(found: Lines) -> str:
    """Words as one text, in the order of the variant."""
    ordered = list(found)
    if OWN.order == OPPOSITE:
        ordered.reverse()
    return OWN.join.join(ordered)


def _best(question: str, lines: Lines) -> str:
    """The first of the lines that share the most different words with the question, or nothing."""
    best = ""
    most = 0
    for line in lines:
        shared = len(_shared(question, line))
        if shared > most:
            best, most = line, shared
    return best


def _shared(question: str, line: str) -> set[str]:
    known = set(words(question))
    own = words(line)
    return known.intersection(own)


def _new(question: str, line: str) -> str:
    known = words(question)
    new = []
    for word in words(line):
        if word not in known:
            new.append(word)
    return _text(new)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """The best line is the second one; a repeated word; no line that fits; no line; then drawn."""
    tool, other = rng.sample(TOOLS, 2)
    structure = rng.choice(STRUCTURES)
    question = f"When was the method published that holds the timers of {tool}?"
    unrelated = f"{other} draws clocks."
    best = f"{tool} keeps timers in a {structure}."
    weaker = f"{tool} is small."
    repeated = f"{tool}, {tool}: {tool} is old."
    yield answer.against(lead, question, [unrelated, best, weaker])
    yield answer.against(lead, question, [repeated, best])
    yield answer.against(lead, question, [unrelated, "Nobody knows."])
    yield answer.against(lead, question, [])
    for _ in range(10):
        question, lines = _drawn(rng)
        yield answer.against(lead, question, lines)


def _drawn(rng: Random) -> tuple[str, list[str]]:
    """A question about three animals, and lines with some of the same."""
    pool = rng.sample(ANIMALS, 8)
    lines = []
    for _ in range(rng.randint(1, 4)):
        count = rng.randint(1, 4)
        animals = rng.sample(pool, count)
        lines.append(" and the ".join(animals))
    three = rng.sample(pool, 3)
    asked = " and the ".join(three)
    return f"Are the {asked} there?", lines


def _with_the_question(question: str, lines: Lines) -> str:
    own = _text(words(question))
    new = lead(question, lines)
    both = [own, new]
    return OWN.join.join(both)


def _what_is_shared(question: str, lines: Lines) -> str:
    best = _best(question, lines)
    shared = _shared(question, best)
    found = [word for word in words(best) if word in shared]
    return _text(found)


def _whole_line(question: str, lines: Lines) -> str:
    best = _best(question, lines)
    return _text(words(best))


def _first_line(question: str, lines: Lines) -> str:
    first = "".join(lines[:1])
    return _new(question, first)


def _all_lines(question: str, lines: Lines) -> str:
    every = " ".join(lines)
    return _new(question, every)


def _in_any_case(question: str, lines: Lines) -> str:
    if _best(question, lines):
        return lead(question, lines)
    return _first_line(question, lines)


def _every_occurrence(question: str, lines: Lines) -> str:
    known = words(question)
    best = ""
    most = 0
    for line in lines:
        shared = [word for word in words(line) if word in known]
        if len(shared) > most:
            best, most = line, len(shared)
    return _new(question, best)


MISCONCEPTIONS = {
    "the words of the question are searched for again": _with_the_question,
    "all words of the best line are returned, also those of the question": _whole_line,
    "the words that line and question share are returned": _what_is_shared,
    "the first line is taken, and not the best": _first_line,
    "the words of all lines are taken, and not only of the best": _all_lines,
    "a word that a line repeats counts each time": _every_occurrence,
    "a line is followed though it shares no word with the question": _in_any_case,
}
