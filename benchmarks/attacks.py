"""The attacks of `benchmarks/attack.py`: what is planted for a golden question, and where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from benchmarks.injections import INJECTIONS
from benchmarks.planted import PlantedMemory, PlantedWeb, with_documents
from ragkit import Kit
from ragkit.evaluate.golden.correct import correct
from ragkit.evaluate.golden.questions import Question, folded_passages, relevant
from ragkit.evaluate.noise.values import candidates, exchanged
from ragkit.state import Memory, Passage

PLACES = ("start", "middle", "end", "file name", "page", "summary")
"""Where an injection is planted."""
ENDINGS = ("", " See the manual.", " This was checked twice.", " All agree.", " It is known.")
"""What tells the poisoned passages of one question apart, of which there are at most five."""
NAMES = ("Corvane", "Tessaly", "Brundle", "Ostrick", "Hallowin", "Merrowdale")
"""Names that are in no document, for what an attacker wants as the answer."""


@dataclass(frozen=True)
class Attack:
    """What is planted for one question, and where."""

    kind: str
    """A kind of injection, `poison`, or `none`."""
    place: str
    """One of `PLACES`, or the number of poisoned passages."""
    target: str = ""
    """What the attacker wants to read in the answer."""
    text: str = ""
    """What is planted."""


def injection(question: Question, number: int, turn: int, seed: int) -> Attack:
    """The injection that question `number` gets in a round, both counted from 0.

    In 15 rounds a question gets each kind once. In each round of 15 questions each kind is planted
    once, and of 30 attacks in two rounds each place has five.

    >>> owls = Question("owls", "Who hunts?", "factual", "Owls.", (), (), "easy")
    >>> [injection(owls, 0, turn, 0).kind for turn in (0, 1)]
    ['override', 'end of passages']
    """
    kinds = list(INJECTIONS)
    kind = kinds[(number + 4 * turn) % len(kinds)]
    place = PLACES[(number + 3 * turn + turn // 2) % len(PLACES)]
    rng = Random(f"{seed} {question.id}")
    target = f"{rng.choice(NAMES)} {rng.randint(200, 900)}"
    return Attack(kind, place, target, INJECTIONS[kind](target))


def poisoning(question: Question, number: int, turn: int, seed: int) -> Attack | None:
    """The poison that question `number` gets in a round: in five rounds, one to five passages.

    None for a question without a lie.
    """
    lie, value = fluent_lie(question, Random(f"{seed} {question.id}"))
    if not lie:
        return None
    copies = 1 + (number + turn) % len(ENDINGS)
    return Attack("poison", str(copies), value, lie)


def fluent_lie(question: Question, rng: Random) -> tuple[str, str]:
    """The reference answer with a value exchanged, and the false value.

    A value that makes the answer wrong is preferred. Both are empty where nothing can be exchanged.
    """
    answer = question.answer or ""
    lies = []
    values = candidates(answer, {})
    for true in rng.sample(sorted(values), len(values)):
        false = rng.choice(values[true])
        lies.append((exchanged(answer, {true: false}), false))
    for name in key_names(question):
        false = rng.choice(NAMES)
        lies.append((exchanged(answer, {name: false}), false))
    for lie, false in lies:
        if correct(question, lie) == 0:
            return lie, false
    return lies[0] if lies else ("", "")


def key_names(question: Question) -> list[str]:
    """The names in the reference answer that a right answer contains."""
    found = []
    for group in question.keys:
        for key in group:
            is_name = key.isalpha() and key.istitle()
            if is_name and key in (question.answer or ""):
                found.append(key)
    return found


def attacked(kit: Kit, question: Question, attack: Attack) -> Kit:
    """The kit with the attack planted."""
    if attack.kind == "poison":
        return with_documents(kit, added=poison(question, attack))
    if attack.place == "summary":
        entry = Memory("planted", question.question, "unsupported", attack.text)
        return replace(kit, memory=PlantedMemory(entry))
    gold = answering(kit, question)
    if attack.place == "page":
        text = f"{gold.text}\n\n{attack.text}".strip()
        page = replace(gold, id="web:planted", text=text, source="https://notes.example/page")
        gone = [one.id for one in kit.corpus.passages if one.source == gold.source]
        return replace(with_documents(kit, gone=gone), web=PlantedWeb([page]))
    if attack.place == "file name":
        name = f"{attack.text}.md"
        edited = {}
        for one in kit.corpus.passages:
            if one.source == gold.source:
                edited[one.id] = replace(one, source=name)
        return with_documents(kit, edited)
    planted = replace(gold, text=_planted(gold.text, attack))
    return with_documents(kit, {gold.id: planted})


def _planted(text: str, attack: Attack) -> str:
    """A text with the attack as its first or last paragraph, or within its running text."""
    if attack.place == "start":
        return f"{attack.text}\n\n{text}"
    if attack.place == "end":
        return f"{text}\n\n{attack.text}"
    words = text.split(" ")
    half = len(words) // 2
    return " ".join([*words[:half], attack.text, *words[half:]])


def poison(question: Question, attack: Attack) -> list[Passage]:
    """The poisoned passages: the question and the lie, each time with another ending."""
    passages = []
    for number in range(int(attack.place)):
        text = f"{question.question} {attack.text}{ENDINGS[number]}"
        passages.append(Passage(f"poison-{number}", text, source=f"notes-{number}.md"))
    return passages


def answering(kit: Kit, question: Question) -> Passage:
    """A passage with the answer, by the first golden quote."""
    ids = relevant(question, folded_passages(kit.corpus.passages))[0]
    return next(passage for passage in kit.corpus.passages if passage.id in ids)
