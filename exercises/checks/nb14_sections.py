"""14-sections: a Markdown text, cut at its headings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.documents import cutting

FENCE = "```"
OWN = Own(
    "Headings are joined by `{between!r}`, and text before the first heading has `{start!r}` "
    "for its headings.",
    between=(" > ", " / ", " | ", " :: ", " -> "),
    start=("", "(start)", "(top)", "(no heading)"),
)
ANIMALS = ("Owls", "Bats", "Moles", "Newts")
TOPICS = ("Food", "Sleep", "Young", "Size")
TEXTS = ("Mice.", "Moths and beetles.", "By day.", "Two a year.")
Sections = list[tuple[str, str]]
Above = list[tuple[int, str]]
"""The headings above a text, each with its level, outermost first."""


def sections(text: str) -> Sections:
    """Each section with text of its own: the headings above it, and that text.

    >>> sections("# Owls\\nBirds.\\n## Food\\nMice.")
    [('Owls', 'Birds.'), ('Owls > Food', 'Mice.')]
    """
    found = []
    for path, body in _with_empty(text):
        if body:
            found.append((path, body))
    return found


def _with_empty(text: str) -> Sections:
    """The same, with sections that are a heading alone."""
    found = []
    for start, end, path in cutting.sections(text):
        body = text[start:end]
        if path:
            _, _, body = body.partition("\n")
        found.append((_as_own(path), body.strip()))
    return found


def _as_own(path: str) -> str:
    """The headings above a text, as the kit has them, in the way of the variant."""
    titles = path.split(" > ") if path else [OWN.start]
    return OWN.between.join(titles)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Two topics of one animal, and the next animal; each trap alone; then any."""
    one, two = rng.sample(ANIMALS, 2)
    food, sleep = rng.sample(TOPICS, 2)
    mice, moths, day = rng.sample(TEXTS, 3)
    yield _trial(answer, [f"# {one}", f"## {food}", mice, f"## {sleep}", moths, f"# {two}", day])
    yield _trial(answer, [mice, f"# {one}", moths])
    yield _trial(answer, [f"# {one}", FENCE, "# a comment", FENCE, mice, f"## {food}", moths])
    yield _trial(answer, [f"### {food}", mice, f"## {sleep}", moths])
    yield _trial(answer, [f"# {one}", "#hashtag", mice])
    yield _trial(answer, [])
    for _ in range(8):
        lines = _drawn(rng)
        yield _trial(answer, lines)


def _trial(answer: Answer, lines: Sequence[str]) -> Trial:
    text = "\n".join(lines)
    return answer.against(sections, text)


def _drawn(rng: Random) -> list[str]:
    """Some headings of any level, most of them with a text."""
    lines = []
    for _ in range(rng.randint(1, 4)):
        level = rng.randint(1, 3)
        marks = "#" * level
        title = rng.choice(TOPICS)
        lines.append(f"{marks} {title}")
        count = rng.randint(0, 2)
        lines += rng.sample(TEXTS, count)
    return lines


def _cut(text: str, kept: Callable[[Above, int], Above], fences: bool = True) -> Sections:
    """The sections, found line by line.

    `kept` says which of the headings above remain above a new one of a level.
    """
    above: Above = []
    found: list[tuple[str, list[str]]] = [(OWN.start, [])]
    in_code = False
    for line in text.splitlines():
        if line == FENCE and fences:
            in_code = not in_code
        marks, _, title = line.partition(" ")
        level = len(marks)
        is_heading = title and marks == "#" * level
        if is_heading and not in_code:
            above = [*kept(above, level), (level, title)]
            found.append((_path(above), []))
        else:
            _, body = found[-1]
            body.append(line)
    return [(path, "\n".join(body)) for path, body in found if body]


def _path(above: Above) -> str:
    titles = []
    for _, title in above:
        titles.append(title)
    return OWN.between.join(titles)


def _outer(above: Above, level: int) -> Above:
    kept = []
    for depth, title in above:
        if depth < level:
            kept.append((depth, title))
    return kept


def _every(above: Above, level: int) -> Above:
    return above


def _first_ones(above: Above, level: int) -> Above:
    count = level - 1
    return above[:count]


def _code_is_cut(text: str) -> Sections:
    return _cut(text, _outer, fences=False)


def _piled_up(text: str) -> Sections:
    return _cut(text, _every)


def _by_count(text: str) -> Sections:
    return _cut(text, _first_ones)


def _own_heading_only(text: str) -> Sections:
    found = []
    for path, body in sections(text):
        *_, own = path.split(OWN.between)
        found.append((own, body))
    return found


def _beginning_is_lost(text: str) -> Sections:
    found = []
    for path, body in sections(text):
        if path != OWN.start:
            found.append((path, body))
    return found


MISCONCEPTIONS = {
    "headings pile up, and none is ever taken off": _piled_up,
    "only the nearest heading is kept, without those above it": _own_heading_only,
    "a heading without text becomes a section": _with_empty,
    "the text before the first heading is lost": _beginning_is_lost,
    "a comment in code counts as a heading": _code_is_cut,
    "headings above are counted, and their levels not compared": _by_count,
}
