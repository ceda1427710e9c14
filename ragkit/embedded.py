"""The chat model embedded in the kit: llama.cpp's own server, in this process, on a loopback port.

It speaks the OpenAI protocol, so the embedded provider and an OpenAI-compatible endpoint are one code path.
The server keeps the work it did on a prompt (its prefix cache): that is what makes many calls about the same
evidence cheap. Left out: GPU layers, which a `base_url` to a server of your own gives you.
"""

from __future__ import annotations

import asyncio
import atexit
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from psutil import cpu_count

from ragkit.weights import FILES, ensure

PUT_BY = 256
"""MiB for the work on prompts that had to leave their slot, some nine thousand tokens of the default model: a run comes
back to them. llama.cpp's own default is 32 times as much, and a long session fills it."""
ALIKE = 0.5
"""The share of a prompt that a slot must have read already for the prompt to go there. At llama.cpp's own 0.1 the first
passage is enough: after a look at it alone, the evidence goes where it was, and what was put by is not looked for."""

_starting = Lock()


class ServerFailed(RuntimeError):
    """The embedded server did not start; the message says what was asked and what to do."""


def gguf(model: str, cache: Path) -> tuple[Path, str]:
    """The file of a pinned model or of the user's own, and what identifies its weights."""
    if not model.endswith(".gguf"):
        return ensure(model, cache), FILES[model].files[0].sha256
    path = _there(Path(model).expanduser())
    return path, f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}"


def _there(model: Path) -> Path:
    if not model.is_file():
        raise ServerFailed(f"asked for the model file {model}, which is not there; run `python -m ragkit doctor`")
    return model


@dataclass(frozen=True)
class Server:
    """A running server: where it listens, and the random key without which it answers nobody."""

    url: str
    key: str = field(repr=False)
    handle: Any
    """Keeps the server alive: it stops when this is dropped."""


def serve(model: Path, context: int = 8192, slots: int = 2, threads: int | None = None) -> Server:
    """Start the server for a GGUF file, once per process, and return it; later calls return the same one.

    `context` is in tokens and holds for each of the `slots`; `threads` defaults to one a physical core.
    Raises `ServerFailed`.
    """
    with _starting:
        return _serve(model.resolve(), context, slots, threads or cpu_count(logical=False) or 1)


@cache
def _serve(model: Path, context: int, slots: int, threads: int) -> Server:
    with _there(model).open("rb") as file:
        if file.read(4) != b"GGUF":
            raise ServerFailed(f"asked for the model file {model}, which is no GGUF file; name another RAGKIT_MODEL")
    import xllamacpp  # late: it loads a native library of tens of megabytes

    key = secrets.token_urlsafe(24)
    try:
        handle = xllamacpp.Server(_params(xllamacpp.CommonParams(), model, context, slots, threads, key))
    except RuntimeError as error:
        raise ServerFailed(
            f"llama.cpp could not load {model.name} with {slots} x {context} tokens of context: {error}. "
            "Free some memory, or set RAGKIT_CONTEXT=4096 or RAGKIT_TIER=budget; a file that was cut short fails too"
        ) from error
    return Server(f"{handle.listening_address}/v1", key, handle)


def _params(params: Any, model: Path, context: int, slots: int, threads: int, key: str) -> Any:
    params.model.path = str(model)
    params.n_ctx = context * slots  # llama.cpp divides it among the slots
    params.n_parallel = slots
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.api_keys = [key]
    params.cache_ram_mib = PUT_BY
    params.slot_prompt_similarity = ALIKE
    params.port = 0  # any free one, on 127.0.0.1
    params.verbosity = -1  # else its log lands in notebook outputs
    params.ui = False
    return params


def at_first_request(start: Callable[[], Server]) -> tuple[Callable[[Any], None], Callable[[Any], Awaitable[None]]]:
    """Hooks for an HTTP client and an async one: start the server at the first request, and send every one there.

    So a notebook whose replies all lie on disk never loads the model.
    """

    def send_there(request: Any) -> None:
        server = start()
        request.url = request.url.copy_with(port=urlsplit(server.url).port)
        request.headers["Authorization"] = f"Bearer {server.key}"

    async def send_there_too(request: Any) -> None:
        await asyncio.to_thread(send_there, request)

    return send_there, send_there_too


@atexit.register
def stop() -> None:
    """Stop every server of this process. Runs by itself at exit; a kernel restart therefore leaves none behind."""
    with _starting:
        _serve.cache_clear()
