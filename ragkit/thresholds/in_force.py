"""Which thresholds are in force: those that the user set, those that were chosen for the models, or
the kit's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ragkit.settings import Settings
from ragkit.thresholds.entry import CHOSEN, Entry, Models, conditions
from ragkit.thresholds.file import find, home, places

KITS_CORPUS = "corpora/algorithms"
SHIPPED = Path(__file__).with_name("shipped.json")
"""Thresholds for the adapters that ship, chosen on `KITS_CORPUS`. A corpus's own come before them.
"""


@dataclass(frozen=True)
class Thresholds:
    """Where the critics' thresholds come from, and why they may not fit."""

    source: str
    note: str = ""
    """What does not fit, and the remedy; empty when they fit."""

    def __str__(self) -> str:
        if not self.note:
            return self.source
        return f"{self.source}; {self.note}"


def with_chosen(
    settings: Settings, folder: Path | None = None, own: object | None = None
) -> Settings:
    """The settings with the thresholds that were chosen for their models on a folder's questions.

    Without a folder, or where it has none, they are those that ship for the adapter. A threshold
    that the user set stays: as a keyword, a variable or a line of a `.env` file. `own` is a chat
    model of the user's own.
    """
    models = Models.of(settings, own)
    entry, _ = find(models, _files(settings, folder))
    if entry is None:
        return settings
    explicit = set(settings.model_fields_set)
    values: dict[str, Any] = dict(settings)
    for name, value in entry.thresholds.items():
        if name not in explicit:
            values[name] = value
    # Unlike `model_copy`, this does not make a chosen threshold one that the user set.
    return Settings.model_construct(explicit, **values)


def origin(
    settings: Settings,
    folder: Path | None = None,
    own: object | None = None,
    fingerprint: str = "",
) -> Thresholds:
    """Where the thresholds of these settings come from.

    Without a folder, only the kit's own are looked for. `fingerprint` is that of the folder's
    passages today.
    """
    explicit = [name for name in CHOSEN if name in settings.model_fields_set]
    if len(explicit) == len(CHOSEN):
        return Thresholds("set by you")
    models = Models.of(settings, own)
    entry, note = find(models, _files(settings, folder))
    command = "python -m ragkit calibrate FOLDER"
    if folder is not None:
        command = f"python -m ragkit calibrate {home(folder)}"
    if entry is None or not _in_force(entry, settings):
        entry = kits_own()
    source = _source(entry, fingerprint)
    if explicit:
        source += f"; {', '.join(explicit)}: set by you"
    misfit = _misfit(entry, models, settings)
    if misfit:
        note += "; " if note else ""
        note += f"{misfit}: `{command}` chooses some that fit"
    return Thresholds(source, note)


def _files(settings: Settings, folder: Path | None) -> list[Path]:
    """The files that may have thresholds: the folder's, if there is a folder, then the kit's."""
    own = [] if folder is None else places(folder, settings.cache)
    return [*own, SHIPPED]


@cache
def kits_own() -> Entry:
    """The thresholds of `settings/critics.py`, which were chosen under all the other defaults."""
    defaults = Settings.model_construct(judge="odds")
    return Entry(
        Models.of(defaults),
        {name: getattr(defaults, name) for name in CHOSEN},
        conditions(defaults),
        KITS_CORPUS,
    )


def _in_force(entry: Entry, settings: Settings) -> bool:
    """Whether the settings have the entry's thresholds, apart from those that the user set.

    They do not where the kit was not made by `Kit.open`.
    """
    for name, value in entry.thresholds.items():
        if name in settings.model_fields_set:
            continue
        if getattr(settings, name) != value:
            return False
    return True


def _source(entry: Entry, fingerprint: str) -> str:
    chosen = f"chosen for {entry.models} on {entry.corpus}"
    if entry.corpus == KITS_CORPUS:
        return f"the kit's own, {chosen}"
    if fingerprint and fingerprint != entry.fingerprint:
        chosen += ", whose documents have changed since"
    return f"{chosen}, n={entry.n}, {entry.date}"


def _misfit(entry: Entry, models: Models, settings: Settings) -> str:
    """What differs from what the thresholds were chosen for; empty when nothing does."""
    now = conditions(settings)
    theirs = []
    ours = []
    if entry.models != models:
        theirs.append(str(entry.models))
        ours.append(str(models))
    for name, value in entry.settings.items():
        if name in now and now[name] != value:
            theirs.append(f"{name}={value}")
            ours.append(f"{name}={now[name]}")
    if not theirs:
        return ""
    then = ", ".join(theirs)
    today = ", ".join(ours)
    return f"they were chosen for {then}, and not for {today}"
