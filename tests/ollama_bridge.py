"""Ollama's protocol on loopback, in front of a server of the OpenAI protocol: what the client sees is an Ollama.

It speaks `/api/chat` (a line of JSON for each piece) and `/api/tags`. Left out: pulling, embedding, tools and whole
replies, for which the kit does not ask. `num_ctx` cannot be passed on, because a llama.cpp server has one size of
context for all requests.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpx

OPTIONS = {"temperature": "temperature", "seed": "seed", "num_predict": "max_tokens", "top_p": "top_p", "stop": "stop"}
"""Options of Ollama that the OpenAI protocol has, under its own names."""
WHEN = "2026-01-01T00:00:00Z"
SECONDS = 300.0
Json = dict[str, Any]


class Bridge(ThreadingHTTPServer):
    """An Ollama with one model, whose replies come from `upstream`, an address that ends in `/v1`."""

    daemon_threads = True

    def __init__(self, upstream: str, model: str, key: str = "none", logprobs: bool = True) -> None:
        """Without `logprobs` it is an Ollama of before version 0.12.11, which ignores the wish for them."""
        super().__init__(("127.0.0.1", 0), _Handler)
        self.upstream, self.model, self.key, self.logprobs = upstream, model, key, logprobs
        self.asked: list[Json] = []
        self.url = f"http://127.0.0.1:{self.server_port}"

    def pieces(self, body: Json) -> Iterator[Json]:
        """The reply to a request, piece by piece. Raises `httpx.HTTPError`, and `ValueError` for no JSON."""
        headers = {"Authorization": f"Bearer {self.key}"}
        wish = translated(body, self.logprobs)
        with httpx.stream(
            "POST", f"{self.upstream}/chat/completions", json=wish, headers=headers, timeout=SECONDS
        ) as reply:
            if reply.is_error:
                reply.read()
            reply.raise_for_status()
            yield from translated_back(_events(reply.iter_lines()), body["model"])


class _Refused(Exception):
    """A request that Ollama would refuse: the status and the reason."""


class _Handler(BaseHTTPRequestHandler):
    server: Bridge

    def do_GET(self) -> None:
        if self.path == "/api/tags":
            name = self.server.model
            self._send(200, {"models": [{"name": name, "model": name, "modified_at": WHEN}]})
        else:
            self._send(404, {"error": "not found"})

    def do_POST(self) -> None:
        try:
            body = self._asked()
            if self.path != "/api/chat":
                raise _Refused(404, "not found")
            self._chat(body)
        except _Refused as refused:
            status, reason = refused.args
            self._send(status, {"error": reason})

    def _asked(self) -> Json:
        """The request, of which Ollama checks that it is JSON and that it has the model."""
        try:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        except ValueError as error:
            raise _Refused(400, str(error)) from None
        model = body.get("model", "")
        if not model:
            raise _Refused(400, "model is required")
        if model not in (self.server.model, f"{self.server.model}:latest"):
            raise _Refused(404, f"model '{model}' not found")
        return body

    def _chat(self, body: Json) -> None:
        self.server.asked.append(body)
        pieces = self._until_failed(self.server.pieces(body))
        first = next(pieces)
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.end_headers()
        self._write(first)
        for piece in pieces:
            self._write(piece)

    def _until_failed(self, pieces: Iterator[Json]) -> Iterator[Json]:
        """The pieces. What fails before the first is a status, and what fails later is a last piece that says so."""
        begun = False
        try:
            for piece in pieces:
                yield piece
                begun = True
        except httpx.HTTPStatusError as error:
            raise _Refused(error.response.status_code, error.response.text) from None
        except (httpx.HTTPError, ValueError) as error:
            if not begun:
                raise _Refused(500, f"llama runner: {error}") from None
            yield {"error": f"llama runner: {error}"}

    def _write(self, piece: Json) -> None:
        self.wfile.write(json.dumps(piece).encode() + b"\n")

    def _send(self, status: int, said: Json) -> None:
        payload = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, *_: Any) -> None:
        pass


def translated(body: Json, logprobs: bool = True) -> Json:
    """A request of Ollama as one of the OpenAI protocol, which is always streamed.

    >>> wish = translated({"model": "owl", "messages": [], "options": {"num_predict": 1, "num_ctx": 512}})
    >>> wish["max_tokens"], "num_ctx" in wish
    (1, False)
    """
    options = body.get("options") or {}
    wish = {"model": body["model"], "messages": body.get("messages", []), "stream": True}
    wish["stream_options"] = {"include_usage": True}
    wish |= {OPTIONS[name]: value for name, value in options.items() if name in OPTIONS}
    if logprobs and body.get("logprobs"):
        wish |= {"logprobs": True, "top_logprobs": body.get("top_logprobs") or 0}
    form = body.get("format")
    if form:
        wish["response_format"] = {"type": "json_schema", "json_schema": {"name": "form", "schema": form}}
    return wish


def translated_back(events: Iterator[Json], model: str) -> Iterator[Json]:
    """The pieces of a reply as Ollama sends them: the texts, and last the one that counts tokens."""
    head = {"model": model, "created_at": WHEN}
    reason, usage = "stop", {}
    for event in events:
        if event.get("error"):
            raise httpx.HTTPError(str(event["error"]))
        usage = event.get("usage") or usage
        for choice in event.get("choices", ()):
            reason = choice.get("finish_reason") or reason
            text = choice["delta"].get("content")
            if text:
                yield head | {"message": {"role": "assistant", "content": text}, "done": False} | _odds(choice)
    counts = {"prompt_eval_count": usage.get("prompt_tokens", 0), "eval_count": usage.get("completion_tokens", 0)}
    yield head | {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": reason} | counts


def _odds(choice: Json) -> Json:
    """The log-probabilities in a choice: a list in Ollama's protocol, and one field deeper in OpenAI's."""
    tokens = (choice.get("logprobs") or {}).get("content")
    return {"logprobs": tokens} if tokens else {}


def _events(lines: Iterator[str]) -> Iterator[Json]:
    """The events of a stream that have data."""
    for line in lines:
        name, _, data = line.partition(":")
        if name == "data" and data.strip() != "[DONE]":
            yield json.loads(data)


@contextmanager
def ollama_bridge(upstream: str, model: str, **how: Any) -> Iterator[Bridge]:
    """A bridge, as long as this is open."""
    bridge = Bridge(upstream, model, **how)
    Thread(target=bridge.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield bridge
    finally:
        bridge.shutdown()
        bridge.server_close()
