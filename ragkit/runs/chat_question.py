"""What a user typed, as it is asked: within a limit, without credentials and invisible signs."""

from __future__ import annotations

from collections.abc import Iterable

from ragkit.text.counted import counted
from ragkit.text.printable import SEEN, printable
from ragkit.text.redact import REMOVED, without_secrets

LONGEST = 4_000
"""Maximum length of a turn, in characters; the evidence needs the rest of the model's context."""
INVISIBLE = dict.fromkeys(SEEN, " ")
"""What is asked in place of a character that nobody sees, by its code."""


class NotAsked(ValueError):
    """What was typed cannot be asked; the message says why and what to do."""


def as_asked(typed: str, secrets: Iterable[str] = ()) -> tuple[str, list[str]]:
    """The question, and a sentence about whatever was changed in it. Raises `NotAsked`.

    >>> as_asked("When do owls\\x1b hunt?")
    ('When do owls  hunt?', ['1 control character was asked as a space'])
    """
    text = printable(typed.replace("\r\n", "\n"))
    invisible = sum(ord(letter) in INVISIBLE for letter in text)
    question = text.translate(INVISIBLE).strip()
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
