"""MMLU (Hendrycks et al., 2021), the subject *global facts*: questions with four options.

The file is a CSV without a line of names: the question, four options, and the letter of the right
one. It has no documents: ask the questions closed book, or of a corpus of your own.

The options are part of the question that is asked, because some questions make no sense without
them. An answer is right when it contains the right option and no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.datasets.published_files import UnknownFormat, csv_lines
from ragkit.evaluate.golden.correct import holds
from ragkit.evaluate.golden.questions import Question

LETTERS = "ABCD"
CELLS = 2 + len(LETTERS)
ASKED = "{question}\n{options}\nAnswer with the words of the right option."


def mmlu(path: str | Path) -> list[Question]:
    """The questions of an MMLU file. Raises `FileNotFoundError` and `UnknownFormat`."""
    found: list[Question] = []
    for number, cells in csv_lines(path):
        if len(cells) != CELLS or cells[-1].strip() not in tuple(LETTERS):
            raise UnknownFormat(
                f"{path}, line {number}: asked for MMLU, got {len(cells)} cells that end in "
                f"{cells[-1]!r:.40}; each line needs a question, four options and the letter of "
                "one of them: take the file as its authors published it"
            )
        found.append(_question(len(found) + 1, cells))
    if not found:
        raise UnknownFormat(f"{path}: asked for MMLU, got no question; take the file as published")
    return found


def _question(number: int, cells: Sequence[str]) -> Question:
    question, *options, letter = [cell.strip() for cell in cells]
    right = options[LETTERS.index(letter)]
    listed = [f"{name}. {option}" for name, option in zip(LETTERS, options, strict=True)]
    key = _bare(right)
    others = [_bare(option) for option in options if option != right]
    return Question(
        f"mmlu-{number}",
        ASKED.format(question=question, options="\n".join(listed)),
        "general-knowledge",
        right,
        ((key,),),
        (),
        "medium",
        ("mmlu",),
        # an option that is part of the right one cannot be forbidden
        forbidden=tuple(other for other in others if not holds(right, other)),
    )


def _bare(option: str) -> str:
    """An option as a key: a percentage without its sign, so that 5% is not found in 15%.

    >>> _bare("5%"), _bare("about half.")
    ('5', 'about half')
    """
    bare = option.removesuffix(".")
    number = bare.removesuffix("%").strip()
    return number if number.replace(".", "", 1).isdigit() else bare
