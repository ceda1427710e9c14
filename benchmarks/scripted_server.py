"""An OpenAI-compatible server on loopback that says what a script says, as slowly as it is told to.

A request waits for a free slot, and then keeps it for a fixed time. So what a class waits for is
known exactly: other learners, and not the work of a model.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import log
from threading import Semaphore, Thread
from typing import Any

from benchmarks.llama_server import Running

ODDS = {"Yes": 0.7, "No": 0.3}
"""What it replies to a judge: approved by a lenient critic, and not by a strict one."""
TEXT = "The documents do not say how much memory it needs [1]."


class Server(ThreadingHTTPServer):
    """A server with so many slots, each kept for so many seconds."""

    daemon_threads = True
    request_queue_size = 512  # by default, a sixth connection at a time would be refused

    def __init__(self, slots: int, seconds: float) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.free = Semaphore(slots)
        self.seconds = seconds


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(length))
        with self.server.free:
            time.sleep(self.server.seconds)
        reply = json.dumps(reply_to(body)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_: Any) -> None:
        """Write no log."""


def reply_to(body: dict[str, Any]) -> dict[str, Any]:
    """What is replied to a request: odds where log-probabilities are asked for, else a sentence.

    >>> reply_to({"logprobs": True})["choices"][0]["message"]["content"]
    'Yes'
    """
    choice: dict[str, Any] = {"index": 0, "finish_reason": "stop"}
    text = TEXT
    if body.get("logprobs"):
        top = [{"token": token, "logprob": log(odds)} for token, odds in ODDS.items()]
        text = top[0]["token"]
        choice["logprobs"] = {"content": [top[0] | {"top_logprobs": top}]}
    choice["message"] = {"role": "assistant", "content": text}
    return {"choices": [choice]}


@contextmanager
def scripted_server(slots: int, seconds: float) -> Iterator[Running]:
    """The server, as long as this is open."""
    server = Server(slots, seconds)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Running(f"http://127.0.0.1:{server.server_port}/v1", "any")
    finally:
        server.shutdown()
        server.server_close()
