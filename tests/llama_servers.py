"""llama.cpp's own server in a process of its own, as a user would start one: an OpenAI-compatible endpoint.

Run as a script this file is that process. It writes the server's address and key, and ends when its input does.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

MODEL = "qwen2.5-coder-0.5b"
CONTEXT = 8192


class Running(NamedTuple):
    """Where the server is: its address ends in `/v1`."""

    url: str
    key: str


@contextmanager
def llama_server() -> Iterator[Running]:
    """The server with the smallest pinned model, as long as this is open."""
    command = [sys.executable, __file__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            yield Running(**json.loads(process.stdout.readline()))
        finally:
            process.stdin.close()
            process.wait(60)


def serve_until_told() -> None:
    from ragkit.model.embedded import gguf, serve
    from ragkit.weights import cache_dir

    path, _ = gguf(MODEL, cache_dir())
    # One thread: where the machine is busy, two wait for each other at every layer.
    server = serve(path, CONTEXT, threads=1)
    sys.stdout.write(json.dumps({"url": server.url, "key": server.key}) + "\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    serve_until_told()
