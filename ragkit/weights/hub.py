"""The Hugging Face hub as a source of model files; `HF_ENDPOINT` may name another server.

By itself, huggingface_hub tries for 23 seconds before it reports that it is offline. Here that is
decided in `TIMEOUT` seconds and remembered. Left out: resuming a file after the process was killed
(huggingface_hub 2 starts it again; it does resume a lost connection).
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

from ragkit.disk.room import is_disk_full
from ragkit.text.one_line import first_line
from ragkit.weights.source import Pinned, SourceFailed

TIMEOUT = 4.0
"""Number of seconds in which the hub must respond."""
SILENCE = 300.0
"""Number of seconds for which this process does not ask a hub again that did not respond."""

GO_ONLINE = "go online, or set HF_ENDPOINT to a mirror"
CHECK_NAME = "check owner, repository and file against the hub's own page"
ASK_LEAVE = f"{CHECK_NAME}; if it is private or gated, set HF_TOKEN to a token that may read it"
REMEDIES = {401: ASK_LEAVE, 403: ASK_LEAVE, 404: CHECK_NAME}
"""What to do, by the status with which the hub refuses a file."""

_silent_until: dict[str, float] = {}


class Refusal(NamedTuple):
    """The reason why the hub does not serve a file."""

    why: str
    silent: bool
    """Whether the hub was not even reached."""
    then: str = GO_ONLINE


class Stated(NamedTuple):
    """What the hub states about a file, before it is fetched."""

    size: int
    """Number of bytes; 0 if it is not stated."""
    sha256: str
    """Empty if it is not stated."""


@dataclass(frozen=True)
class Hub:
    """A repository on the hub."""

    repo: str
    name: ClassVar[str] = "the hub"
    space: ClassVar[float] = 1.1

    def fetch(self, files: Sequence[Pinned], folder: Path, quiet: bool) -> Path:
        """Fetch `files` as `Source` says; nothing is left in `folder` if it fails."""
        largest = max(files, key=lambda file: file.size)
        asked = f"{self.repo} from the hub"
        self.stated(largest.path)
        # Files of a run that was killed; huggingface_hub never uses them again.
        for incomplete in folder.rglob("*.incomplete"):
            incomplete.unlink()
        try:
            for file in files:
                self._get(file.path, folder, quiet)
        # The errors share no class, and the next source is tried after any of them.
        except Exception as error:
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, OSError) and is_disk_full(error):
                raise
            raise SourceFailed(asked, first_line(error), "try again later") from error
        return folder

    def stated(self, path: str) -> Stated:
        """What the hub states about a file of this repository. Raises `SourceFailed`."""
        answer = ask(self.repo, path)
        if isinstance(answer, Refusal):
            raise SourceFailed(f"{path} of {self.repo} from the hub", answer.why, answer.then)
        return answer

    def _get(self, path: str, folder: Path, quiet: bool) -> None:
        bar = _SilentBar if quiet else tqdm
        hf_hub_download(
            self.repo,
            path,
            local_dir=folder,
            endpoint=_endpoint(),
            etag_timeout=TIMEOUT,
            tqdm_class=bar,
        )


def refuses(repo: str, path: str) -> Refusal | None:
    """Return why the hub cannot serve this file, as `ask` does; None if it can."""
    answer = ask(repo, path)
    return answer if isinstance(answer, Refusal) else None


def ask(repo: str, path: str) -> Stated | Refusal:
    """Return what the hub states about a file, or why it does not, within `TIMEOUT` seconds.

    A hub that does not respond is remembered for `SILENCE` seconds, so that the next call returns
    at once.
    """
    hub = str(_endpoint())
    if time.monotonic() < _silent_until.get(hub, 0.0):
        return Refusal("the hub could not be reached a moment ago", silent=True)
    replies: list[Stated | Refusal] = []
    # A thread, because no time-out of the library covers a name server that does not respond.
    asking = Thread(target=lambda: replies.append(_ask(repo, path)), daemon=True)
    asking.start()
    asking.join(TIMEOUT)
    if replies:
        reply = replies[0]
    else:
        reply = Refusal(f"the hub did not answer in {TIMEOUT:.0f} s", silent=True)
    if isinstance(reply, Refusal) and reply.silent:
        _silent_until[hub] = time.monotonic() + SILENCE
    return reply


def forget_silence() -> None:
    """Let the hub be asked again next time, even if it did not respond a moment ago."""
    _silent_until.clear()


def _endpoint() -> str | None:
    """Return the server that the user set; None for the library's own."""
    url = os.environ.get("HF_ENDPOINT", "")
    return url.rstrip("/") or None


def _ask(repo: str, path: str) -> Stated | Refusal:
    try:
        url = hf_hub_url(repo, path, endpoint=_endpoint())
        metadata = get_hf_file_metadata(url, timeout=TIMEOUT, endpoint=_endpoint())
    except HfHubHTTPError as error:
        then = REMEDIES.get(error.response.status_code, "try again later")
        return Refusal(first_line(error), silent=False, then=then)
    # Not the name of a repository.
    except ValueError as error:
        return Refusal(first_line(error), silent=False, then=CHECK_NAME)
    # Name servers, sockets, proxies, certificates and the offline mode raise many kinds of errors.
    except Exception as error:  # noqa: BLE001
        return Refusal(f"the hub cannot be reached: {first_line(error)}", silent=True)
    # A captive portal returns its login page for every address.
    if not metadata.commit_hash:
        return Refusal("the hub cannot be reached: what answers there is no model hub", silent=True)
    etag = metadata.etag or ""
    # It is the SHA-256 of a large file; a small one, which git keeps, has a shorter etag.
    sha256 = etag if len(etag) == 64 else ""
    return Stated(metadata.size or 0, sha256)


class _SilentBar(tqdm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["disable"] = True
        super().__init__(*args, **kwargs)
