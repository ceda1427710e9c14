"""llama.cpp's own server in a process of its own, as a user would start one: an OpenAI-compatible
endpoint.

Run as a script this file is that process. It writes the server's address and key, and ends when its
input does.
"""

from __future__ import annotations

import argparse
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
def llama_server(model: str = MODEL, slots: int = 2, threads: int = 1) -> Iterator[Running]:
    """The server with a pinned model, as long as this is open.

    By default it has one thread: where the machine is busy, two wait for each other at every layer.
    """
    options = [model, f"--slots={slots}", f"--threads={threads}"]
    command = [sys.executable, __file__, *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout  # noqa: S101 - for the type checker
        try:
            yield Running(**json.loads(process.stdout.readline()))
        finally:
            process.stdin.close()
            process.wait(60)


def serve_until_told(model: str, slots: int, threads: int) -> None:
    from ragkit.model.embedded import gguf, serve
    from ragkit.weights import cache_dir

    path, _ = gguf(model, cache_dir())
    server = serve(path, CONTEXT, slots, threads)
    sys.stdout.write(json.dumps({"url": server.url, "key": server.key}) + "\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--slots", type=int)
    parser.add_argument("--threads", type=int)
    serve_until_told(**vars(parser.parse_args()))
