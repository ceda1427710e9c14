"""22-advice: all that the next draft should do better, in one text (advanced, 12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

INSTRUCTIONS = [
    "Say only what a passage states.",
    "Answer every part of the question.",
    "Give the exact names and numbers of the passages.",
    "Answer exactly what is asked, and nothing else.",
]
TEXTS = [
    "Owls hunt at night.",
    "Newts live in ponds.",
    "Bats see with their ears.",
    "Hares sleep in the open.",
    "Moles eat worms.",
]
SUPPORTS = (1.0, 0.5, 0.0, None)
TOLD = (0.5, 0.0)
"""The supports of claims that the next draft is told. In the graph a draft gets no advice if one of
its claims could not be judged."""
OWN = Own(
    "A claim is told as `{told}: ` and the claim, beginning with the {first} claim of the draft.",
    told=(
        "No passage states this",
        "Leave this out",
        "Without a source",
        "Not in the passages",
        "This needs a passage",
        "Nobody states this",
    ),
    first=("first", "last"),
)
Claims = Sequence[tuple[str, float | None]]
"""The claims of a draft, each with its support: 1, 0.5, 0, or None where nobody could judge it."""


def advice(instruction: str, claims: Claims) -> str:
    """The instruction, and then each claim that no passage states as a whole, once.

    >>> advice("Be exact.", [("Owls hunt.", 1.0), ("Owls sing.", 0.0)])
    'Be exact. No passage states this: Owls sing.'
    >>> advice("", [("Owls hunt.", None)])
    ''
    """
    parts = _parts(instruction, claims, TOLD)
    return " ".join(parts)


def _parts(instruction: str, claims: Claims, told: Collection[float | None]) -> list[str]:
    """The instruction, if there is one, and a sentence for each claim whose support is to be told.

    A claim that is there twice is told once.
    """
    parts = []
    if instruction:
        parts.append(instruction)
    for text, support in _in_order(claims):
        sentence = _sentence(text)
        if support in told and sentence not in parts:
            parts.append(sentence)
    return parts


def _in_order(claims: Claims) -> Claims:
    return claims if OWN.first == "first" else claims[::-1]


def _sentence(text: str) -> str:
    return f"{OWN.told}: {text}"


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Each of the first is told wrongly by another misconception; then drawn ones."""
    instruction = rng.choice(INSTRUCTIONS)
    a, b, c, d = rng.sample(TEXTS, 4)
    told: list[Claims] = [
        [(a, 1.0), (b, 0.0), (c, 0.0)],
        [(a, 0.0), (b, None)],
        [(a, 0.5), (b, 0.0)],
        [(a, 0.0), (b, 1.0), (a, 0.0)],
    ]
    for claims in told:
        yield answer.against(advice, instruction, claims)
    yield answer.against(advice, "", [(d, 0.0)])
    yield answer.against(advice, "", [])
    for _ in range(8):
        instruction = rng.choice([*INSTRUCTIONS, ""])
        yield answer.against(advice, instruction, _drawn(rng))


def _drawn(rng: Random) -> Claims:
    claims = []
    for text in rng.sample(TEXTS, 4):
        support = rng.choice(SUPPORTS)
        claims.append((text, support))
    return claims


def _all_claims(instruction: str, claims: Claims) -> str:
    parts = _parts(instruction, claims, SUPPORTS)
    return " ".join(parts)


def _supported(instruction: str, claims: Claims) -> str:
    parts = _parts(instruction, claims, {1.0})
    return " ".join(parts)


def _first_only(instruction: str, claims: Claims) -> str:
    parts = _parts(instruction, claims, TOLD)
    until = 2 if instruction else 1
    first = parts[:until]
    return " ".join(first)


def _claims_first(instruction: str, claims: Claims) -> str:
    parts = _parts("", claims, TOLD)
    if instruction:
        parts.append(instruction)
    return " ".join(parts)


def _lines(instruction: str, claims: Claims) -> str:
    parts = _parts(instruction, claims, TOLD)
    return "\n".join(parts)


def _none_too(instruction: str, claims: Claims) -> str:
    parts = _parts(instruction, claims, {0.0, 0.5, None})
    return " ".join(parts)


def _half_left_out(instruction: str, claims: Claims) -> str:
    parts = _parts(instruction, claims, {0.0})
    return " ".join(parts)


def _twice(instruction: str, claims: Claims) -> str:
    parts = _parts(instruction, [], set())
    for text, support in _in_order(claims):
        if support in TOLD:
            parts.append(_sentence(text))
    return " ".join(parts)


def _with_space(instruction: str, claims: Claims) -> str:
    told = advice("", claims)
    if not told:
        return instruction
    return f"{instruction} {told}"


MISCONCEPTIONS = {
    "every claim is told, even one that a passage states": _all_claims,
    "the claims that passages do state are told, and not the others": _supported,
    "only the first claim that no passage states is told": _first_only,
    "the claims come before the instruction": _claims_first,
    "the parts are lines, and not sentences of one text": _lines,
    "a claim that nobody could judge is told as unsupported, as in `not support`": _none_too,
    "a claim that a passage states only in part is left out": _half_left_out,
    "a claim that the draft has twice is told twice": _twice,
    "where there is no instruction, a space is left in front": _with_space,
}
