"""Which files go into a bundle: the kit with its course and corpora, model files, recordings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ragkit.settings import Settings
from ragkit.weights import FILES, ensure, is_hub_name

KIT = (
    "ragkit",
    "notebooks",
    "exercises",
    "corpora",
    "benchmarks",
    "docs",
    "Makefile",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "pyproject.toml",
    "requirements.lock",
    "environment.yml",
    ".env.example",
)
"""What is copied of the repository. The tests stay behind: they contain right answers."""
LEFT_OUT = {"__pycache__", "build"}
"""Folders that are made by running something."""
ANSWERS = ("exercises/solutions/", "docs/workshops/quiz.md")
"""What learners are not to see, if the one who makes the bundle does not want it."""
LAPTOP = Path(__file__).with_name("laptop")
"""The folder of what is copied into the root of a bundle."""
SMALL = "qwen2.5-coder-0.5b"
"""The model of the tier `budget`, for laptops with little memory."""


class BundleError(RuntimeError):
    """A bundle cannot be made or used. The message says what was asked, what came, what to do."""

    def __init__(self, asked: str, got: str, then: str) -> None:
        super().__init__(asked, got, then)

    def __str__(self) -> str:
        return "{}\n  got:     {}\n  do next: {}".format(*self.args)


@dataclass(frozen=True)
class Member:
    """A file of a bundle."""

    name: str
    """Its path in the bundle, with forward slashes."""
    file: Path


def kit_files(root: Path, solutions: bool = True) -> list[Member]:
    """The files of the repository, below `kit/`; without `solutions`, none of `ANSWERS`.

    Raises `BundleError` where something is missing, as it is where the kit was not installed from
    a copy of its repository.
    """
    members = []
    for name in KIT:
        path = root / name
        if not path.exists():
            then = "make the bundle in a copy of the repository"
            raise BundleError(f"{name} of the kit, in {root}", "no such file", then)
        for file in _files(path):
            place = file.relative_to(root).as_posix()
            if solutions or not place.startswith(ANSWERS):
                members.append(Member(f"kit/{place}", file))
    return members


def _files(path: Path) -> Iterator[Path]:
    """A file itself, or the files below a folder in the order of their names."""
    if path.is_file():
        yield path
        return
    for child in sorted(path.iterdir()):
        hidden = child.name.startswith(".") or child.name in LEFT_OUT
        if not hidden and not child.name.endswith(".egg-info"):
            yield from _files(child)


def model_names(settings: Settings, small: bool = False) -> list[str]:
    """The models that a laptop needs for these settings; with `small`, that of `budget` as well.

    Only model files can be carried, so the provider must be the embedded one. Raises `BundleError`.
    """
    if settings.provider != "embedded":
        got = f"the provider is {settings.provider}"
        raise BundleError("model files for a bundle", got, "set RAGKIT_PROVIDER=embedded")
    names = [settings.embedder, settings.model_for("answer"), settings.model_for("judge")]
    if small:
        names.append(SMALL)
    for name in names:
        if name not in FILES and not is_hub_name(name):
            then = "name a pinned model, or hf:OWNER/REPO/FILE.gguf, which laptops find in a cache"
            raise BundleError(f"the model {name} for a bundle", "a path on this machine", then)
    return list(dict.fromkeys(names))


def model_files(names: Sequence[str], cache: Path) -> list[Member]:
    """The files of verified models, below `models/`. Their paths there are those in a cache.

    What is not in this machine's cache is fetched. Raises `ModelFileError`.
    """
    members = []
    for name in names:
        path = ensure(name, cache)
        for file in _files(path):
            place = file.relative_to(cache).as_posix()
            members.append(Member(f"models/{place}", file))
    return members


def recordings(files: Sequence[Path]) -> list[Member]:
    """Files of recorded replies, below `kit/recordings/`. Raises `BundleError`."""
    members = []
    for file in files:
        if not file.is_file():
            then = "record the replies first, or leave the option out"
            raise BundleError(f"the recording {file}", "no such file", then)
        members.append(Member(f"kit/recordings/{file.name}", file))
    return members


def laptop_files() -> list[Member]:
    """What sets a laptop up, in the root of the bundle."""
    return [Member(file.name, file) for file in _files(LAPTOP) if file.name != "__init__.py"]
