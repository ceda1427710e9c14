"""The tiers of a corpus: which archives a question may be asked of, in which order (tiered).

They are the rows of `tiers.yml`, in the folder of the corpus, beside its questions:

    tiers:
      - archive: memory       # what the model knows, without evidence
        reach: memory
      - archive: rivers       # a folder of the documents
        about: Rivers, their floods, dams and ferries.
      - archive: everything   # all documents
        reach: corpus
        cost: 3
      - archive: the web
        reach: web
        cost: 10

A row may also have a `threshold` (what an answer from it needs to go out; for memory also the word
`never`), and a folder `belongs_from` (the similarity from which a question is asked of it). Without
them the settings count: `exit_from`, `risk_up_to` and `domain_from`. Cheaper tiers are asked first.
So a further archive is a folder and a row. Without the file there are three tiers: memory, all
documents, and the web.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as bounded
from typing import Annotated, Any, Literal

import yaml
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from ragkit.text.decoded import NotText, decoded
from ragkit.text.one_line import shortened
from ragkit.thresholds.file import home

NAME = "tiers.yml"
NEVER = "never"
Reach = Literal["memory", "folder", "corpus", "web"]
"""Where a tier looks: in the model, in a folder of the documents, in all of them, on the web."""
MOST = 20
"""Maximum number of tiers: each may cost as much as a whole run."""
SHOWN = 80
"""Maximum length of what an error repeats of the file, in characters."""


class BadTiers(ValueError):
    """A file of tiers cannot be used; the message names file and row, and says what to do."""


@dataclass(frozen=True)
class Tier:
    """One row of the tiers."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    archive: Annotated[str, Field(min_length=1, max_length=80)]
    """The tier's name; of a folder, its path below the documents."""
    reach: Reach = "folder"
    about: Annotated[str, Field(max_length=500)] = ""
    """What a folder is about, in a line; the domain detector compares questions with it."""
    threshold: Annotated[float, Field(ge=0, le=1)] | Literal["never"] | None = None
    """Mean support of its claims that an answer needs; of memory, the odds. None: the settings'."""
    belongs_from: Annotated[float, Field(ge=-1, le=1)] | None = None
    """Similarity from which a question is asked of a folder; None: `domain_from`."""
    cost: Annotated[float, Field(ge=0)] = 1.0
    """What asking costs beside the other tiers: the cheapest is asked first."""

    def __str__(self) -> str:
        return f"{self.archive} ({self.reach}, cost {self.cost:g})"


DEFAULT = (
    Tier("memory", "memory", cost=0),
    Tier("documents", "corpus"),
    Tier("web", "web", cost=10),
)
"""The tiers of a corpus without a file of its own."""
ROWS = TypeAdapter(list[Tier])


def tiers_of(folder: Path, sources: Collection[str]) -> tuple[Tier, ...]:
    """The tiers of a corpus in the order in which they are asked; `DEFAULT` without a file.

    `folder` is that of the documents, `sources` are their paths in it. Raises `BadTiers`.
    """
    file = home(folder) / NAME
    if not file.is_file():
        return DEFAULT
    tiers = read_tiers(file)
    for tier in tiers:
        if tier.reach == "folder":
            _check_folder(file, tier, folder, sources)
    return tuple(sorted(tiers, key=lambda tier: tier.cost))


def read_tiers(file: Path) -> list[Tier]:
    """The rows of a file of tiers, in its order. Raises `BadTiers`."""
    try:
        content = yaml.safe_load(decoded(file.read_bytes(), file))
    except NotText as error:
        raise BadTiers(str(error)) from error
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise BadTiers(
            f"{file} could not be read as YAML: {_short(str(error))}; correct it"
        ) from error
    if not isinstance(content, dict) or list(content) != ["tiers"]:
        raise BadTiers(
            f"{file}: asked for one list named tiers, got {_short(content)}; "
            "begin the file with `tiers:` and put the rows below it"
        )
    try:
        tiers = ROWS.validate_python(content["tiers"])
    except ValidationError as error:
        raise BadTiers(f"{file}: {_fault(error)}") from error
    _check_rows(file, tiers)
    return tiers


def _fault(error: ValidationError) -> str:
    """The first fault of the rows: where, what is wanted, and what came."""
    fault = error.errors()[0]
    row, *place = fault["loc"] or ("?",)
    where = f"row {row + 1}" if isinstance(row, int) else "the list"
    if place:
        where += f", {place[0]}"
    columns = ", ".join(Tier.__dataclass_fields__)
    got = _short(fault["input"])
    return f"{where}: {fault['msg']}, got {got}; a row has the columns {columns}"


def _check_rows(file: Path, tiers: Sequence[Tier]) -> None:
    """Check what only all rows together show. Raises `BadTiers`."""
    if not 1 <= len(tiers) <= MOST:
        raise BadTiers(f"{file}: asked for 1 to {MOST} tiers, got {len(tiers)}")
    names = Counter(tier.archive for tier in tiers)
    twice = [name for name, count in names.items() if count > 1]
    if twice:
        raise BadTiers(f"{file}: two rows are named {twice[0]}; give one of them another name")
    for tier in tiers:
        if tier.threshold == NEVER and tier.reach != "memory":
            raise BadTiers(
                f"{file}: the threshold of {tier.archive} is never, and only memory may be asked "
                "in vain; give a number from 0 to 1, or leave the row out"
            )
    reaches = Counter(tier.reach for tier in tiers)
    for reach in ("memory", "corpus", "web"):
        if reaches[reach] > 1:
            raise BadTiers(f"{file}: {reaches[reach]} rows have the reach {reach}; keep one")


def _check_folder(file: Path, tier: Tier, folder: Path, sources: Collection[str]) -> None:
    """Check that a tier's folder is there; it may be empty. Raises `BadTiers`."""
    if (folder / tier.archive).is_dir() or any(is_in(source, tier.archive) for source in sources):
        return
    there = sorted({source.split("/")[0] for source in sources if "/" in source})
    raise BadTiers(
        f"{file}: the archive {tier.archive} would be the folder {folder / tier.archive}, which is "
        f"not there; make it, or name one of: {', '.join(there) or '(no folder has a document)'}"
    )


def is_in(source: str, folder: str) -> bool:
    """Whether a document is in a folder, by its path; every document is in the folder "".

    >>> is_in("rivers/oder.md", "rivers"), is_in("rivers-old.md", "rivers"), is_in("a.md", "")
    (True, False, True)
    """
    return not folder or source.startswith(f"{folder}/")


def _short(what: Any) -> str:
    """What came, in one short line; lists in lists are cut before they are written out."""
    text = what if isinstance(what, str) else bounded(what)
    return shortened(text, SHOWN)
