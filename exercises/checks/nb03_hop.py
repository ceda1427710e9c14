"""03-hop: two bugs in a second hop (`nodes/hop.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb02_rrf import ANIMALS
from ragkit.course.exercises.checks.nb03_lead import STRUCTURES, TOOLS
from ragkit.course.exercises.own import Own
from ragkit.text.words import words

OWN = Own(
    "It adds up to {lines}, and none that shares fewer than {least} of the new words.",
    lines=("one line", "two lines", "three lines", "four lines"),
    least=(0, 1, 2),
)
MOST = {lines: number for number, lines in enumerate(OWN.choices["lines"], start=1)}
"""How many lines are added, by what a learner is told."""

Lines = Sequence[str]


def search(query: str, library: Lines) -> list[str]:
    """All lines of a library, those first that share most words with the query.

    The notebook gives learners the same function.

    >>> search("hash table", ["A skip list.", "A hash table."])
    ['A hash table.', 'A skip list.']
    """
    wanted = set(words(query))

    def shared(line: str) -> int:
        both = wanted.intersection(words(line))
        return len(both)

    return sorted(library, key=shared, reverse=True)


def hop(question: str, new: str, evidence: Lines, library: Lines) -> list[str]:
    """The evidence, and behind it the best line for the new words that is not known yet.

    >>> known = ["Quill has a hash table."]
    >>> hop("Who made it?", "has hash table", known, [*known, "Luhn made the hash table."])
    ['Quill has a hash table.', 'Luhn made the hash table.']
    """
    unknown = []
    for line in library:
        if line not in evidence:
            unknown.append(line)
    found = _first(new, unknown)
    return [*evidence, *found]


def _first(query: str, library: Lines) -> list[str]:
    """The first lines for a query, as many as the variant adds."""
    most = MOST[OWN.lines]
    wanted = set(words(query))
    first = []
    for line in search(query, library)[:most]:
        shared = wanted.intersection(words(line))
        if len(shared) >= OWN.least:
            first.append(line)
    return first


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A line that shares more with the question than the right one does; nothing new; drawn ones.

    The line that the new words come from shares most with them, so it is found first. The last
    libraries tell the variants apart.
    """
    tool = rng.choice(TOOLS)
    structure = rng.choice(STRUCTURES)
    question = f"In which year was the method published that holds the timers of {tool}?"
    source = f"{tool} keeps timers in a {structure}."
    decoy = f"{tool} was published with timers of sand."
    right = f"The {structure} is of {rng.randint(1950, 1999)}."
    library = [source, decoy, right, "Nobody knows."]
    rng.shuffle(library)
    yield answer.against(hop, question, f"keeps {structure}", [source], library)
    yield answer.against(hop, question, f"keeps {structure}", [source, right], [right, source])
    for _ in range(10):
        yield answer.against(hop, *_drawn(rng))
    half = structure.split()[1]
    fitting = [f"{other} has a {structure}." for other in TOOLS]
    for library in (fitting, [f"A {half} is old."], ["Nobody knows."]):
        yield answer.against(hop, question, structure, [], library)


def _drawn(rng: Random) -> tuple[str, str, list[str], list[str]]:
    """A question about two animals, two new ones, and a library of which one or two are known."""
    pool = rng.sample(ANIMALS, 8)
    asked, new = pool[:2], pool[2:4]
    library = []
    for number in range(5):
        count = rng.randint(1, 4)
        animals = " and the ".join(rng.sample(pool, count))
        library.append(f"{number} of the {animals}.")
    known = rng.randint(1, 2)
    evidence = rng.sample(library, known)
    question = f"Where is the {' and the '.join(asked)}?"
    return question, " ".join(new), evidence, library


def _question_too(question: str, new: str, evidence: Lines, library: Lines) -> list[str]:
    query = f"{question} {new}"
    return hop(question, query, evidence, library)


def _known_again(question: str, new: str, evidence: Lines, library: Lines) -> list[str]:
    found = _first(new, library)
    return [*evidence, *found]


def _evidence_lost(question: str, new: str, evidence: Lines, library: Lines) -> list[str]:
    both = hop(question, new, evidence, library)
    known = len(evidence)
    return both[known:]


def _in_front(question: str, new: str, evidence: Lines, library: Lines) -> list[str]:
    found = _evidence_lost(question, new, evidence, library)
    return [*found, *evidence]


MISCONCEPTIONS = {
    "the hop still searches with the words of the question": _question_too,
    "a line that is known already is still added again": _known_again,
    "what the hop finds takes the place of the evidence": _evidence_lost,
    "what the hop finds comes before the evidence": _in_front,
}
