"""All settings of one kit, flat: each is a keyword, an environment variable, or a line of a `.env`
file."""

from __future__ import annotations

from typing import Any, TypeVar, get_args

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from ragkit.settings.course import CourseSettings
from ragkit.settings.critics import CriticSettings
from ragkit.settings.documents import DocumentSettings
from ragkit.settings.marks import Mark, Off, Slider
from ragkit.settings.mcp import McpSettings
from ragkit.settings.memory import MemorySettings
from ragkit.settings.model import ModelSettings
from ragkit.settings.search import SearchSettings
from ragkit.settings.tiers import TierSettings
from ragkit.settings.web import WebSettings

Kind = TypeVar("Kind")


class Settings(
    CourseSettings,
    McpSettings,
    TierSettings,
    WebSettings,
    MemorySettings,
    CriticSettings,
    SearchSettings,
    DocumentSettings,
    ModelSettings,
    BaseSettings,
):
    """The settings of one kit. Frozen: another setting is another kit.

    Each is a keyword of `Kit.open(folder, ...)`, an environment variable `RAGKIT_<NAME>` or a line
    of a `.env` file, in this order of precedence. (`depth` is RAGKIT_POLICY there, its first name.)

    >>> Settings(provider="embedded", tier="budget", model=None).model_for("answer")
    'qwen2.5-coder-0.5b'
    """

    model_config = SettingsConfigDict(
        env_prefix="RAGKIT_",
        env_file=(".env", "../.env"),
        extra="ignore",
        frozen=True,
        env_ignore_empty=True,
        populate_by_name=True,
    )

    def __init__(self, **chosen: Any) -> None:
        """Take the settings from keywords, variables and `.env`.

        Raises `TypeError` for a keyword that is no setting. Unknown variables and `.env` lines are
        ignored.
        """
        known = type(self).model_fields
        own = [name for name in chosen if not name.startswith("_")]  # `_env_file` is pydantic's
        strange = [name for name in own if name not in known]
        if strange:
            raise TypeError(f"no such setting: {', '.join(strange)}; there are {', '.join(known)}")
        super().__init__(**chosen)

    @classmethod
    def marked(cls, mark: Mark) -> set[str]:
        """Names of the settings with this mark.

        >>> sorted(Settings.marked(Mark.INDEX))
        ['chunk_overlap', 'chunk_tokens', 'embedder']
        """
        fields = cls.model_fields
        return {name for name in fields if mark in fields[name].metadata}

    @classmethod
    def secret(cls) -> set[str]:
        """Names of the settings that are credentials."""
        fields = cls.model_fields
        return {name for name in fields if SecretStr in get_args(fields[name].annotation)}

    @classmethod
    def switches(cls) -> dict[str, dict[str, Any]]:
        """The parts that a setting switches off, each with that setting and its value.

        >>> Settings.switches()["rerank"]
        {'reranker': 'none'}
        """
        marks = cls._marks(Off)
        return {mark.part: {name: mark.value} for name, mark in marks}

    @classmethod
    def boxes(cls) -> dict[str, dict[str, Any]]:
        """Those of `switches` for which the switchboard has a check box."""
        parts = {}
        for name, mark in cls._marks(Off):
            if mark.boxed:
                parts[mark.part] = {name: mark.value}
        return parts

    @classmethod
    def switched_on(cls, part: str) -> dict[str, Any]:
        """The setting that switches a part on, with its value.

        >>> Settings.switched_on("retries")
        {'retry': True}
        """
        found = {}
        for name, mark in cls._marks(Off):
            if mark.part != part:
                continue
            found[name] = mark.on
            if mark.on is None:
                found[name] = cls.model_fields[name].default
        return found

    @classmethod
    def sliders(cls) -> dict[str, str]:
        """The settings that a reader can move, each with its label."""
        return {name: mark.label for name, mark in cls._marks(Slider)}

    @classmethod
    def _marks(cls, kind: type[Kind]) -> list[tuple[str, Kind]]:
        """Every mark of a kind, with the setting that has it."""
        marks = []
        for name, field in cls.model_fields.items():
            marks += [(name, mark) for mark in field.metadata if isinstance(mark, kind)]
        return marks
