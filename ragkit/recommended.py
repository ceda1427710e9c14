"""`ragkit.yml`: which system to ask about a folder's documents, and with which settings.

    graph: hybrid
    settings: {wrong_costs: 1.0}

It lies beside the documents. `python -m ragkit study` writes it, and so may you. `Kit.open` takes
its settings where you set none, and `python -m ragkit ask` its graph.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ragkit.disk.whole import write_whole
from ragkit.settings import Mark, Settings
from ragkit.text.decoded import NotText, decoded
from ragkit.thresholds import home

NAME = "ragkit.yml"
HEAD = (
    "# Written by `python -m ragkit study`; it may be written anew. Delete this line to keep it.\n"
)
"""The first line of a file that a study wrote."""
YOURS = {
    "provider",
    "model",
    "base_url",
    "recording",
    "record_to",
    "adapter",
    "writer_adapter",
    "nli",
    "reranker",
    "otlp",
    "otlp_text",
    "progress",
    "order_filter",
    "poison_filter",
}
"""Settings that say where texts go, which weights and files are used, and what is screened.

A folder of documents may be a stranger's, so its file does not decide them.
"""


class BadRecommendation(ValueError):
    """A `ragkit.yml` cannot be used; the message names the file, the fault, and what to do."""


class Recommended(BaseModel):
    """A system and its settings."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    graph: str
    """Name of a graph in `graphs.SYSTEMS`."""
    settings: dict[str, Any] = Field(default_factory=dict)


def recommended(folder: Path) -> Recommended | None:
    """What the `ragkit.yml` of a folder of documents says; None where there is none.

    Raises `BadRecommendation`.
    """
    file = home(folder) / NAME
    if not file.is_file():
        return None
    then = f"{file}: mend it, or delete it"
    try:
        content = yaml.safe_load(decoded(file.read_bytes(), file))
        found = Recommended.model_validate(content)
        Settings(**found.settings)
    except (OSError, NotText, yaml.YAMLError, ValidationError, TypeError) as error:
        raise BadRecommendation(f"{then}: {error}") from error
    common = sorted(Settings.marked(Mark.OPENS) & found.settings.keys())
    if common:
        raise BadRecommendation(
            f"{then}: {', '.join(common)} decides how an index is made; set it in Kit.open"
        )
    yours = sorted((YOURS | Settings.secret()) & found.settings.keys())
    if yours:
        raise BadRecommendation(
            f"{then}: {', '.join(yours)} is not for a folder to say; set it in Kit.open"
        )
    return found


def with_recommended(settings: Settings, folder: Path) -> Settings:
    """The settings with those of a folder's `ragkit.yml` that you did not set yourself.

    Set is what is a keyword, a variable or a line of a `.env` file. Raises `BadRecommendation`.
    """
    found = recommended(folder)
    if found is None:
        return settings
    own = {name: getattr(settings, name) for name in settings.model_fields_set}
    return Settings(**found.settings | own)


def recommend(found: Recommended, folder: Path, elsewhere: Path) -> Path:
    """Write a `ragkit.yml` beside the documents of a folder; its path.

    One that a person wrote is not written over: then it is written elsewhere.
    """
    file = home(folder) / NAME
    if file.exists() and not file.read_bytes().startswith(HEAD.encode()):
        file = elsewhere / NAME
    content = found.model_dump(mode="json", exclude_defaults=True)
    text = yaml.safe_dump(content, sort_keys=False)
    write_whole(file, f"{HEAD}{text}".encode())
    return file
