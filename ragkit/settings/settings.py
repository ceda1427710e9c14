"""All settings of one kit, flat: each is a keyword, an environment variable, or a line of a `.env`
file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self, TypeVar, get_args
from urllib.parse import unquote, urlsplit

from pydantic import SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from ragkit.settings.advanced import AdvancedSettings
from ragkit.settings.agents import AgentSettings
from ragkit.settings.conversation import ConversationSettings
from ragkit.settings.course import CourseSettings
from ragkit.settings.critics import CriticSettings
from ragkit.settings.depth import DepthSettings
from ragkit.settings.documents import DocumentSettings
from ragkit.settings.marks import Mark, Off, Slider
from ragkit.settings.mcp import McpSettings
from ragkit.settings.model import ModelSettings
from ragkit.settings.screen import ScreenSettings
from ragkit.settings.search import MemorySettings, SearchSettings
from ragkit.settings.telemetry import TelemetrySettings
from ragkit.settings.tiers import TierSettings
from ragkit.settings.web import WebSettings
from ragkit.text.redact import REMOVED, SHORTEST, without_secrets

Kind = TypeVar("Kind")
RENAMED = {"policy": "depth"}
"""Settings that had another name, with the one that they have now."""


class Settings(
    ConversationSettings,
    CourseSettings,
    AdvancedSettings,
    AgentSettings,
    McpSettings,
    TelemetrySettings,
    TierSettings,
    WebSettings,
    MemorySettings,
    ScreenSettings,
    CriticSettings,
    DepthSettings,
    SearchSettings,
    DocumentSettings,
    ModelSettings,
    BaseSettings,
):
    """The settings of one kit. Frozen: another setting is another kit.

    Each is a keyword of `Kit.open(folder, ...)`, an environment variable `RAGKIT_<NAME>` or a line
    of a `.env` file, in this order of precedence.

    >>> Settings(provider="embedded", tier="budget", model=None).model_for("answer")
    'qwen2.5-coder-0.5b'
    """

    model_config = SettingsConfigDict(
        env_prefix="RAGKIT_",
        env_file=(".env", "../.env"),
        # With or without the byte order mark that Notepad writes.
        env_file_encoding="utf-8-sig",
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
            now = [f"{name} is called {RENAMED[name]} now; " for name in strange if name in RENAMED]
            names = f"{', '.join(strange)}; {''.join(now)}there are {', '.join(known)}"
            raise TypeError(f"no such setting: {names}")
        try:
            super().__init__(**chosen)
        except ValidationError as error:
            raise self._without_secrets(error) from None
        except UnicodeDecodeError as error:
            where = ".env, here or in the folder above"
            raise ValueError(f"{where}, is not UTF-8: {error}; save it as UTF-8") from None

    @classmethod
    def settings_customise_sources(
        cls, settings_cls: type[BaseSettings], *sources: Any, **named: Any
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Refuse variables and lines of `.env` under an old name, which would be ignored."""
        for source in (named["env_settings"], named["dotenv_settings"]):
            for old, new in RENAMED.items():
                if f"ragkit_{old}" in source.env_vars:
                    then = f"RAGKIT_{new.upper()}"
                    raise ValueError(f"RAGKIT_{old.upper()} is called {then} now; rename it")
        return super().settings_customise_sources(settings_cls, *sources, **named)

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """The settings as `repr` and `str` show them: addresses without their passwords."""
        for name, value in super().__repr_args__():
            yield name, without_secrets(value) if isinstance(value, str) else value

    def secrets(self) -> list[str]:
        """The keys, and the passwords in addresses, for `without_secrets` to remove.

        Short ones are left out, such as `none`, because local endpoints accept any key.
        """
        found = []
        for name in sorted(self.secret()):
            key = getattr(self, name)
            found.append(key.get_secret_value() if key else "")
        found.append(_password(self.base_url))
        return [secret for secret in found if len(secret) >= SHORTEST]

    @model_validator(mode="after")
    def _sendable(self) -> Self:
        """Refuse a key that no request can carry; libraries would put it into their errors."""
        for name in sorted(self.secret()):
            key = getattr(self, name)
            text = key.get_secret_value() if key else ""
            if not (text.isascii() and text.isprintable()):
                raise ValueError(
                    f"{name} has a character that no request can carry, such as the end of a line "
                    "or an ellipsis; copy the key again"
                )
        return self

    @model_validator(mode="after")
    def _addressed(self) -> Self:
        """Take the address without spaces and quotes around it; refuse one that is none."""
        if self.base_url is None:
            return self
        self.__dict__["base_url"] = address = self.base_url.strip(" \t\r\n'\"")
        # Ollama's own client takes an address without http.
        if self.provider != "ollama" and not _is_address(address):
            shown = without_secrets(address)
            raise ValueError(
                f"base_url is {shown!r}, which is no address: write http:// or https://, a host "
                "and its port, such as http://localhost:8000/v1"
            )
        return self

    @classmethod
    def _without_secrets(cls, error: ValidationError) -> ValidationError:
        """The error without the values of keys, and with addresses without their passwords."""
        faults: list[Any] = []
        for fault in error.errors():
            value = fault["input"]
            if cls.secret().intersection(fault["loc"]):
                value = REMOVED
            elif isinstance(value, dict):
                value = sorted(value)
            elif isinstance(value, str):
                value = without_secrets(value)
            same = {name: fault[name] for name in ("type", "loc", "ctx") if name in fault}
            faults.append({**same, "input": value})
        return ValidationError.from_exception_data(error.title, faults)

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
        marks = cls._marks(Off)
        return {mark.part: {name: mark.value} for name, mark in marks if mark.boxed}

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
        marks = []
        for name, field in cls.model_fields.items():
            marks += [(name, mark) for mark in field.metadata if isinstance(mark, kind)]
        return marks


def _is_address(text: str) -> bool:
    """Whether a request can be sent to an address.

    >>> _is_address("http://localhost:8000/v1"), _is_address("localhost:8000/v1")
    (True, False)
    """
    try:
        place = urlsplit(text)
        return place.scheme in ("http", "https") and bool(place.hostname) and place.port != 0
    # An unclosed bracket, or a port that is none.
    except ValueError:
        return False


def _password(address: str | None) -> str:
    """The password in an address; empty without one.

    >>> _password("http://ann:p%40ss@host/v1"), _password("http://host/v1")
    ('p@ss', '')
    """
    try:
        return unquote(urlsplit(address or "").password or "")
    except ValueError:
        return ""
