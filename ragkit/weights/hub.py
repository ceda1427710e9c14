"""The model hub as a source of model files, through huggingface_hub; `HF_ENDPOINT` may name another server.

Left alone, huggingface_hub tries for 23 s before it says that it is offline; here that is decided in
`PATIENCE` seconds and remembered. Left out: resuming a file after a kill (huggingface_hub 2 begins it
again; it does resume a lost connection).
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar, NamedTuple

from huggingface_hub import get_hf_file_metadata, hf_hub_download, hf_hub_url
from huggingface_hub.errors import HfHubHTTPError
from tqdm.auto import tqdm

from ragkit.weights.source import Pinned, SourceFailed, brief, is_disk_full

PATIENCE = 4.0
"""Seconds in which the hub must answer."""
SILENCE = 300.0
"""Seconds for which a hub that did not answer is not asked again by this process."""

_silent_until: dict[str, float] = {}


class Refusal(NamedTuple):
    """Why the hub does not serve a file; `silent` when it was not even reached."""

    why: str
    silent: bool


@dataclass(frozen=True)
class Hub:
    """A repository on the hub."""

    repo: str
    name: ClassVar[str] = "the hub"
    space: ClassVar[float] = 1.1

    def fetch(self, files: Sequence[Pinned], folder: Path, quiet: bool) -> Path:
        """See `Source`; nothing is left when it fails."""
        largest = max(files, key=lambda file: file.size)
        if refusal := refuses(self.repo, largest.path):
            then = "go online, or set HF_ENDPOINT to a mirror"
            raise SourceFailed(f"{self.repo} from the hub", refusal.why, then)
        for half in folder.rglob("*.incomplete"):  # of a run that was killed; the library never reuses it
            half.unlink()
        try:
            for file in files:
                self._get(file.path, folder, quiet)
        except Exception as error:  # these share no class, and any of them means: ask the next source
            shutil.rmtree(folder, ignore_errors=True)
            if is_disk_full(error):
                raise
            raise SourceFailed(f"{self.repo} from the hub", brief(error), "try again later") from error
        return folder

    def _get(self, path: str, folder: Path, quiet: bool) -> None:
        bar = _SilentBar if quiet else tqdm
        hf_hub_download(self.repo, path, local_dir=folder, endpoint=_endpoint(), etag_timeout=PATIENCE, tqdm_class=bar)


def refuses(repo: str, path: str) -> Refusal | None:
    """Why the hub cannot serve this file, decided within `PATIENCE` seconds; None when it can.

    A hub that does not answer is remembered for `SILENCE` seconds, so the next question costs nothing.
    """
    hub = str(_endpoint())
    if time.monotonic() < _silent_until.get(hub, 0.0):
        return Refusal("the hub could not be reached a moment ago", silent=True)
    answers: list[Refusal | None] = []
    # A thread, because no time-out of the library bounds a name server that does not answer.
    asking = Thread(target=lambda: answers.append(_ask(repo, path)), daemon=True)
    asking.start()
    asking.join(PATIENCE)
    refusal = answers[0] if answers else Refusal(f"the hub did not answer in {PATIENCE:.0f} s", silent=True)
    if refusal and refusal.silent:
        _silent_until[hub] = time.monotonic() + SILENCE
    return refusal


def forget_silence() -> None:
    """Ask the hub again next time, even if it was silent a moment ago."""
    _silent_until.clear()


def _endpoint() -> str | None:
    return os.environ.get("HF_ENDPOINT", "").rstrip("/") or None  # None: the library's own


def _ask(repo: str, path: str) -> Refusal | None:
    try:
        url = hf_hub_url(repo, path, endpoint=_endpoint())
        answer = get_hf_file_metadata(url, timeout=PATIENCE, endpoint=_endpoint())
    except (HfHubHTTPError, ValueError) as error:  # ValueError: not a repository's name
        return Refusal(brief(error), silent=False)
    except Exception as error:  # noqa: BLE001  (names, sockets, proxies, certificates, offline mode)
        return Refusal(f"the hub cannot be reached: {brief(error)}", silent=True)
    if not answer.commit_hash:  # a captive portal answers every address with its login page
        return Refusal("the hub cannot be reached: what answers there is no model hub", silent=True)
    return None


class _SilentBar(tqdm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "disable": True})
