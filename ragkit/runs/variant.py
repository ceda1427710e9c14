"""The same kit with one thing changed: a setting, or a passage that is not found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ragkit.kit import Kit
from ragkit.runs.chat_question import NotAsked
from ragkit.runs.chat_turns import Change
from ragkit.settings import Mark, Settings
from ragkit.text.one_line import first_line

PLACES = {"base_url", "recording", "record_to", "progress"}
"""Settings that say where something is, which no chat file keeps."""


def variant(kit: Kit, change: Change) -> Kit:
    """The kit for a turn with a change; without one the kit itself.

    Raises `NotAsked` for a setting that cannot be changed, a value that does not fit, and a passage
    that the corpus does not have.
    """
    if change.settings:
        kit = replace(kit, settings=_settings(kit.settings, change.settings))
    if change.without:
        known = {passage.id for passage in kit.corpus.passages}
        if change.without not in known:
            raise NotAsked(
                f"asked to leave out the passage {change.without!r:.80}, which the documents do "
                "not have; choose one of those below the answer"
            )
        retriever = replace(kit.retriever, left_out=frozenset({change.without}))
        kit = replace(kit, retriever=retriever)
    return kit


def streaming(kit: Kit) -> Kit:
    """The same kit, whose answers come token by token."""
    if kit.settings.stream:
        return kit
    return replace(kit, settings=kit.settings.model_copy(update={"stream": True}))


def changeable() -> list[str]:
    """The settings that can be changed for a turn, by name: no keys, and none that open a kit."""
    opening = Settings.marked(Mark.OPENS)
    secret = Settings.secret()
    fixed = opening | secret | PLACES
    return [name for name in Settings.model_fields if name not in fixed]


def _settings(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    strange = [name for name in changes if name not in changeable()]
    if strange:
        names = ", ".join(strange)
        known = ", ".join(changeable())
        raise NotAsked(f"asked to change {names:.80}; for a turn one can change {known}")
    values = {name: getattr(settings, name) for name in Settings.model_fields}
    try:
        return Settings(**values | dict(changes))
    except ValueError as error:
        pairs = [f"{name} = {value!r:.40}" for name, value in changes.items()]
        asked = ", ".join(pairs)
        raise NotAsked(
            f"asked to set {asked}, got {first_line(error)}; give another value"
        ) from None
