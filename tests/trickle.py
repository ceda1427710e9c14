"""A provider on loopback that writes slowly: an answer comes token by token, a judgement at once but late."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

TOKENS = ("Owls", " hunt", " at night", " [1].")
READING, WRITING, JUDGING = 0.3, 0.1, 0.1
"""Seconds before the first token of an answer, between two of its tokens, and for a judgement."""


class Trickle(BaseHTTPRequestHandler):
    """Streams the tokens when it is asked to; says yes with its odds when it is asked for one token."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        if body.get("stream"):
            return self._trickle()
        if body.get("logprobs"):
            time.sleep(JUDGING)
            top = [{"token": word, "logprob": odds} for word, odds in (("yes", -0.01), ("no", -4.6))]
            return self._whole("yes", {"content": [{"token": "yes", "top_logprobs": top}]})
        time.sleep(READING + WRITING * (len(TOKENS) - 1))
        return self._whole("".join(TOKENS), None)

    def _whole(self, text: str, logprobs: Any) -> None:
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "finish_reason": "stop", "message": message, "logprobs": logprobs}
        usage = {"prompt_tokens": 100, "completion_tokens": 4, "total_tokens": 104}
        self._send("application/json", json.dumps({"choices": [choice], "usage": usage}))

    def _trickle(self) -> None:
        self._send("text/event-stream", "")
        self._event({"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]})
        time.sleep(READING)
        for token in TOKENS:
            self._event({"choices": [{"index": 0, "delta": {"content": token}}]})
            time.sleep(WRITING)
        self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        usage = {"prompt_tokens": 100, "completion_tokens": 4, "total_tokens": 104}
        self._event({"choices": [], "usage": usage | {"prompt_tokens_details": {"cached_tokens": 60}}})
        self.wfile.write(b"data: [DONE]\n\n")

    def _event(self, data: dict[str, Any]) -> None:
        self.wfile.write(f"data: {json.dumps({'id': 'x', 'model': 'owl', **data})}\n\n".encode())
        self.wfile.flush()

    def _send(self, kind: str, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())
        self.wfile.flush()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def trickling() -> Iterator[ThreadingHTTPServer]:
    """The server, while the block runs; `asked` has the requests, `url` the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Trickle)
    server.asked, server.url = [], f"http://127.0.0.1:{server.server_port}/v1"
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
