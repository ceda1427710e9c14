"""The embedded chat model: llama.cpp's own server, in this process, on a loopback port.

It speaks the OpenAI protocol, so the embedded provider and an OpenAI-compatible endpoint share one
code path. The server caches its work on a prompt (its prefix cache), which makes many calls about
the same evidence cheap. Left out: GPU layers; for those, run a server of your own and set
`base_url`.
"""

from __future__ import annotations

import atexit
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from psutil import cpu_count

from ragkit.weights import Adapter, ensure, is_gguf, is_hub_name, sha256_in_cache

PUT_BY = 256
"""Memory, in MiB, for the work on prompts that had to leave their slot.

It is enough for some nine thousand tokens of the default model. llama.cpp's own default is 32 times
as much, and a long session fills it.
"""
ALIKE = 0.5
"""Fraction of a prompt that a slot must have read already for the prompt to be sent there.

At llama.cpp's own 0.1 the first passage is enough. After a call about that passage alone, the whole
evidence would go to the same slot, and its saved work would not be looked up.
"""
AT_A_TIME = 512
"""Tokens of a prompt that the server reads before it looks whether somebody still wants the reply.

llama.cpp's own default is four times as much, which it computes in these portions all the same. In
smaller ones, the slot of a stopped call would be free sooner, but the odds of a judge would change.
"""
OFF = 0.0
"""The scale at which an adapter is loaded: it waits until a request asks for it."""

_starting = Lock()
SLOTS = 2
"""Number of requests that the server works on at the same time."""


class ServerFailed(RuntimeError):
    """The embedded server did not start; the message says what was tried and what to do."""


def gguf(model: str, cache: Path) -> tuple[Path, str]:
    """The file of a model (pinned, of the hub or the user's own), and what identifies its weights.

    That is its SHA-256, or the path, size and time of the user's own, which nobody hashes. Raises
    `ModelFileError` and `ServerFailed`.
    """
    if is_hub_name(model) or not model.endswith(".gguf"):
        path = ensure(model, cache)
        return path, sha256_in_cache(model, cache)
    file = Path(model).expanduser()
    path = _existing(file)
    status = path.stat()
    return path, f"{path} {status.st_size} {status.st_mtime_ns}"


def _existing(model: Path) -> Path:
    if not model.is_file():
        raise ServerFailed(
            f"asked for the model file {model}, which is not there; run `python -m ragkit doctor`, "
            "or write hf:OWNER/REPO/FILE.gguf for a file of the model hub"
        )
    return model


@dataclass(frozen=True)
class Server:
    """A running server: its address, and the random key that each request must carry."""

    url: str
    key: str = field(repr=False)
    handle: Any
    """Keeps the server alive: it stops when this is dropped."""


def serve(
    model: Path,
    context: int = 8192,
    slots: int = SLOTS,
    threads: int | None = None,
    adapters: tuple[Adapter, ...] = (),
) -> Server:
    """The server for a GGUF file, started at the first call and shared by the later ones.

    `context` is the number of tokens in each of the `slots`. `threads` defaults to one per physical
    core. The `adapters` are loaded and count only for requests that ask for one, by its place.
    Raises `ServerFailed`.
    """
    threads = threads or cpu_count(logical=False) or 1
    with _starting:
        return _serve(model.resolve(), context, slots, threads, adapters)


@cache
def _serve(
    model: Path, context: int, slots: int, threads: int, adapters: tuple[Adapter, ...]
) -> Server:
    if not is_gguf(_existing(model)):
        raise ServerFailed(
            f"asked for the model file {model}, which is no GGUF file; name another RAGKIT_MODEL"
        )
    # Imported late, because it loads a native library of tens of megabytes.
    import xllamacpp

    key = secrets.token_urlsafe(24)
    try:
        params = _params(xllamacpp.CommonParams(), model, context, slots, threads, key)
        paths = [str(adapter.path) for adapter in adapters]
        params.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(path, OFF) for path in paths]
        handle = xllamacpp.Server(params)
    except RuntimeError as error:
        names = " and ".join([model.name, *(adapter.path.name for adapter in adapters)])
        raise ServerFailed(
            f"llama.cpp could not load {names} with {slots} x {context} tokens of context: "
            f"{error}. Free some memory, or set RAGKIT_CONTEXT=4096 or RAGKIT_TIER=budget; "
            "a file that was cut short fails too"
        ) from error
    return Server(f"{handle.listening_address}/v1", key, handle)


def _params(params: Any, model: Path, context: int, slots: int, threads: int, key: str) -> Any:
    params.model.path = str(model)
    params.n_ctx = context * slots  # llama.cpp divides it among the slots
    params.n_batch = AT_A_TIME
    params.n_parallel = slots
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.api_keys = [key]
    params.cache_ram_mib = PUT_BY
    params.slot_prompt_similarity = ALIKE
    params.port = 0  # any free port, on 127.0.0.1
    params.verbosity = -1  # otherwise the server's log appears in notebook outputs
    params.ui = False
    return params


def at_first_request(start: Callable[[], Server]) -> Callable[[Any], None]:
    """A hook for an HTTP client that directs requests to the server.

    The server is started at the first request. So a notebook whose replies are all on disk never
    loads the model.
    """

    def redirect(request: Any) -> None:
        server = start()
        port = urlsplit(server.url).port
        request.url = request.url.copy_with(port=port)
        request.headers["Authorization"] = f"Bearer {server.key}"

    return redirect


@atexit.register
def stop() -> None:
    """Stop every server of this process.

    It is called at exit, so that a kernel restart leaves no server behind.
    """
    with _starting:
        _serve.cache_clear()
