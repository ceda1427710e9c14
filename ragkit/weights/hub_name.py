"""Names of GGUF files on the model hub: `hf:OWNER/REPO/FILE.gguf`, with or without a SHA-256.

FILE may be in a subfolder of the repository. Left out: other revisions than the main one, and
models that are split into several files.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ragkit.weights.source import ModelFileError

PREFIX = "hf:"
FORM = f"{PREFIX}OWNER/REPO/FILE.gguf or {PREFIX}OWNER/REPO/FILE.gguf@sha256:HEX"

REPO = re.compile(r"\w[\w.-]*/\w[\w.-]*")
# A component that begins with a dot could lead out of the cache. The other excluded characters
# cannot be in a file name on every system.
COMPONENT = r"""(?!\.)[^/\\:*?"<>|@\x00-\x1f]+"""
FILE = re.compile(rf"{COMPONENT}(?:/{COMPONENT})*")
PIN = re.compile(r"sha256:([0-9a-fA-F]{64})")
SPLIT = re.compile(r"-\d{5}-of-\d{5}\.gguf$")


class HubName(NamedTuple):
    """A file on the hub, and the SHA-256 that it must have."""

    repo: str
    """OWNER/REPO."""
    path: str
    sha256: str
    """In lower-case hexadecimal; empty if the name has none."""

    @property
    def file(self) -> str:
        return f"{PREFIX}{self.repo}/{self.path}"


def is_hub_name(name: str) -> bool:
    """Whether a model's name is that of a file on the hub, well formed or not.

    >>> is_hub_name("hf:acme/owl/owl-q4.gguf"), is_hub_name("/models/owl-q4.gguf")
    (True, False)
    """
    return name.startswith(PREFIX)


def parse(name: str) -> HubName:
    """The parts of the name of a file on the hub.

    >>> parse("hf:acme/owl/q4/owl.gguf")
    HubName(repo='acme/owl', path='q4/owl.gguf', sha256='')

    Raises `ModelFileError` for a malformed name, or one part of a model that is split.
    """
    place, at, pin = name.removeprefix(PREFIX).partition("@")
    owner, _, rest = place.partition("/")
    repo, _, path = rest.partition("/")
    if not REPO.fullmatch(f"{owner}/{repo}"):
        raise _malformed(name, "no owner and repository")
    if not FILE.fullmatch(path) or not path.endswith(".gguf"):
        raise _malformed(name, f"{path!r} where the path of a .gguf file is expected")
    if SPLIT.search(path):
        raise _split(name)
    hashed = PIN.fullmatch(pin)
    if at and not hashed:
        raise _malformed(name, f"{pin!r} where sha256: and 64 hexadecimal digits are expected")
    sha256 = hashed[1].lower() if hashed else ""
    return HubName(f"{owner}/{repo}", path, sha256)


def _malformed(name: str, got: str) -> ModelFileError:
    return ModelFileError(f"the model {name!r}", got, f"write {FORM}")


def _split(name: str) -> ModelFileError:
    then = (
        "take a file that is whole (other repositories often have one), or join the parts with "
        "llama.cpp's `llama-gguf-split --merge` and set RAGKIT_MODEL to the path of the result"
    )
    return ModelFileError(f"the model {name!r}", "one part of a model that is split", then)
