"""Marks on settings: what other rooms need to know of a setting is written beside it, and not in
lists of theirs.

A secret needs no mark: its type, `SecretStr`, says it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field

File = Annotated[Path, AfterValidator(Path.expanduser)]
"""A file as people write it: `~` is their home, in a `.env` file too."""
Folder = File
"""A folder, written in the same way."""
Share = Annotated[float, Field(ge=0, le=1)]
"""A share, a probability, or a threshold of one, in [0, 1]."""


def bare_address(
    address: str,
    schemes: tuple[str, ...] = ("http", "https"),
    example: str = "http://host:8000",
) -> str:
    """An address without a slash at its end. Raises `ValueError` for any other text.

    Settings are written into results, where no password must be.

    >>> bare_address("http://host:8000/")
    'http://host:8000'
    """
    parts = urlsplit(address)
    if parts.scheme not in schemes or not parts.hostname:
        raise ValueError(f"it takes the address of a server, such as {example}")
    if parts.username or parts.password:
        raise ValueError("it takes an address without a user and a password")
    return address.rstrip("/")


Address = Annotated[str, AfterValidator(bare_address)]
"""The address of a server."""


def left_out(value: Any) -> Any:
    """None for the word `none`, by which a `.env` file can say it."""
    return None if value == "none" else value


OrNone = BeforeValidator(left_out)
"""Marks a setting whose field may be left out of requests."""


class Mark(Enum):
    """What a setting does to a kit, an index or a result."""

    OPENS = "used when a kit is opened, so that all systems of an experiment share it"
    INDEX = "another value needs another index"
    SAME_ANSWER = "changes what a run costs or where its files are, and not what it says"


@dataclass(frozen=True)
class Off:
    """The value that switches a part of a system off."""

    part: str
    value: Any
    boxed: bool = True
    """Whether the switchboard has a check box for it."""
    on: Any = None
    """The value that switches it on; None: the setting's default."""


@dataclass(frozen=True)
class Slider:
    """A setting from 0 to 1 that the switchboard lets a reader move."""

    label: str
