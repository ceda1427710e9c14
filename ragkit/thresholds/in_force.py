"""Which thresholds are in force: those that the user set, those that were chosen for the models, or
the kit's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ragkit.settings import BY_USER, DEFAULT, Settings, Value, lines
from ragkit.thresholds.entry import CHOSEN, OPEN, Entry, Models, conditions
from ragkit.thresholds.file import NAME, find, home, places

COMPARED = (
    "answerable_from",
    "pass_from",
    "partly_above",
    "supported_above",
    "risk_up_to",
    "fit_from",
    "retry_raises",
    "rival_from",
)
"""The settings that evidence, drafts and sentences are compared with, in the order of a run."""
KITS_CORPUS = "corpora/algorithms"
OWN_PRICE = 0.5
"""The price that the thresholds of `settings/critics.py` come nearest to, which were chosen for
targets (`benchmarks/results/calibration.json`)."""
FREE = "a wrong answer costs nothing, so no threshold stops one"
"""Where the thresholds come from at a price of 0."""
SHIPPED = Path(__file__).with_name("shipped.json")
"""Thresholds for the adapters that ship, chosen on `KITS_CORPUS`. A corpus's own come before them.
"""


@dataclass(frozen=True)
class Thresholds:
    """Where the critics' thresholds come from, and why they may not fit."""

    source: str
    note: str = ""
    """What does not fit, and the remedy; empty when they fit."""
    values: tuple[Value, ...] = ()
    """Each threshold that is compared, with its own source."""

    def __str__(self) -> str:
        said = [self.source, self.note]
        sentence = "; ".join(filter(None, said))
        if not self.values:
            return sentence
        return f"{lines(self.values)}\n{sentence}"


def with_chosen(
    settings: Settings, folder: Path | None = None, own: object | None = None
) -> Settings:
    """The settings with the thresholds that were chosen for their models on a folder's questions.

    Without a folder, or where it has none, they are those that ship for the adapter. Where a wrong
    answer has a price (`wrong_costs`), they are those that were chosen for it, or else for targets,
    and at a price of 0 all are open. A threshold that the user set stays: as a keyword, a
    variable or a line of a `.env` file. `own` is a chat model of the user's own.
    """
    entry, _ = _found(Models.of(settings, own), settings, folder)
    chosen: dict[str, float] = dict(entry.thresholds) if entry else {}  # type: ignore[arg-type]
    if settings.wrong_costs == 0:
        # Those of claims stay: they stop nothing then, and say what the evidence supports.
        chosen |= OPEN
    explicit = set(settings.model_fields_set)
    values: dict[str, Any] = dict(settings)
    for name, value in chosen.items():
        if name not in explicit:
            values[name] = value
    # Unlike `model_copy`, this does not make a chosen threshold one that the user set.
    return Settings.model_construct(explicit, **values)


def in_force(
    settings: Settings,
    folder: Path | None = None,
    own: object | None = None,
    fingerprint: str = "",
) -> Thresholds:
    """Every threshold of these settings with its source. The arguments are those of `origin`."""
    entry, _ = _found(Models.of(settings, own), settings, folder)
    sources = dict.fromkeys(COMPARED, DEFAULT)
    if entry is not None:
        file = "shipped" if entry.corpus == KITS_CORPUS else NAME
        price = f", {entry.price}" if entry.wrong_costs is not None else ""
        taken = [name for name, one in entry.thresholds.items() if getattr(settings, name) == one]
        sources |= dict.fromkeys(taken, file + price)
    if settings.wrong_costs == 0 and _have(settings, OPEN):
        sources |= dict.fromkeys(OPEN, f"the price: {FREE}")
    sources |= dict.fromkeys(settings.model_fields_set.intersection(COMPARED), BY_USER)
    values = [Value(name, getattr(settings, name), source) for name, source in sources.items()]
    return replace(origin(settings, folder, own, fingerprint), values=tuple(values))


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
    if settings.wrong_costs == 0 and _have(settings, OPEN):
        mine = [name for name in OPEN if name in settings.model_fields_set]
        return Thresholds("; ".join([FREE, *(f"{name}: set by you" for name in mine)]))
    models = Models.of(settings, own)
    entry, note = _found(models, settings, folder)
    command = "python -m ragkit calibrate FOLDER"
    if folder is not None:
        command = f"python -m ragkit calibrate {home(folder)}"
    if settings.wrong_costs is not None:
        command += f" --wrong-costs {settings.wrong_costs:g}"
    # A kit that `Kit.open` did not make has not taken them.
    if entry is None or not _have(settings, entry.thresholds):
        entry = kits_own()
    source = _source(entry, fingerprint)
    if explicit:
        source += f"; {', '.join(explicit)}: set by you"
    misfit = _misfit(entry, models, settings)
    if misfit:
        note += "; " if note else ""
        note += f"{misfit}: `{command}` chooses some that fit"
    return Thresholds(source, note)


def _found(models: Models, settings: Settings, folder: Path | None) -> tuple[Entry | None, str]:
    """The entry for these models at the price of the settings, or else the one for targets."""
    files = _files(settings, folder)
    entry, note = find(models, files, settings.wrong_costs)
    if entry is None and settings.wrong_costs is not None:
        entry, note = find(models, files)
    return entry, note


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
        like_price=OWN_PRICE,
    )


def _have(settings: Settings, thresholds: Mapping[Any, float]) -> bool:
    """Whether the settings have these thresholds, apart from those that the user set."""
    for name, value in thresholds.items():
        if name not in settings.model_fields_set and getattr(settings, name) != value:
            return False
    return True


def _source(entry: Entry, fingerprint: str) -> str:
    chosen = f"chosen for {entry.models} on {entry.corpus}"
    price = f"; {entry.price}" if entry.price else ""
    if entry.corpus == KITS_CORPUS:
        return f"the kit's own, {chosen}{price}"
    if fingerprint and fingerprint != entry.fingerprint:
        chosen += ", whose documents have changed since"
    return f"{chosen}, n={entry.n}, {entry.date}{price}"


def _misfit(entry: Entry, models: Models, settings: Settings) -> str:
    """What differs from what the thresholds were chosen for; empty when nothing does."""
    now = conditions(settings)
    theirs = []
    ours = []
    if entry.models != models:
        theirs.append(str(entry.models))
        ours.append(str(models))
    if settings.wrong_costs not in (None, 0, entry.wrong_costs):
        theirs.append("targets")
        ours.append(f"a wrong answer that costs {settings.wrong_costs:g}")
    for name, value in entry.settings.items():
        if name in now and now[name] != value:
            theirs.append(f"{name}={value}")
            ours.append(f"{name}={now[name]}")
    if not theirs:
        return ""
    then = ", ".join(theirs)
    today = ", ".join(ours)
    return f"they were chosen for {then}, and not for {today}"
