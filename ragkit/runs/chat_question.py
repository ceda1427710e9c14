"""What a user typed, as it is asked: within a limit, without credentials and invisible signs."""

from __future__ import annotations

from collections.abc import Iterable

from ragkit.text.counted import counted
from ragkit.text.printable import CONTROLS, DIRECTIONS, LINES_AND_TABS, printable
from ragkit.text.redact import REMOVED, without_secrets

LONGEST = 4_000
"""Maximum length of a turn, in characters; the evidence needs the rest of the model's context."""
INVISIBLE = {code for code in [*CONTROLS, *DIRECTIONS] if chr(code) not in LINES_AND_TABS}


class NotAsked(ValueError):
    """What was typed cannot be asked; the message says why and what to do."""


def as_asked(typed: str, secrets: Iterable[str] = ()) -> tuple[str, list[str]]:
    """The question, and a sentence about whatever was changed in it. Raises `NotAsked`.

    >>> as_asked("When do owls\\x1b hunt?")
    ('When do owls  hunt?', ['1 control character was asked as a space'])
    """
    question, invisible = _visible(typed.replace("\r\n", "\n"))
    question = question.strip()
    if not question:
        raise NotAsked("asked an empty question; write what you want to know")
    if len(question) > LONGEST:
        raise NotAsked(
            f"asked a question of {len(question):,} characters, and a turn takes {LONGEST:,}; "
            "shorten it, or put the text into a document of the folder"
        )
    clean = without_secrets(question, secrets)
    notes = []
    if invisible:
        was = "was" if invisible == 1 else "were"
        signs = counted(invisible, "control character")
        notes.append(f"{signs} {was} asked as a space")
    if clean != question:
        notes.append(f"what looks like a credential was asked as {REMOVED}")
    return clean, notes


def _visible(text: str) -> tuple[str, int]:
    """The text with a space for each control character, and how many there were."""
    letters = []
    count = 0
    for letter in printable(text):
        if ord(letter) in INVISIBLE:
            count += 1
            letter = " "
        letters.append(letter)
    return "".join(letters), count
