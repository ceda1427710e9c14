"""An endpoint on loopback that sends whatever it is told to, byte by byte, and everything wrong that we could think of.

A fault is bytes, which are sent as they are, or a function that writes to the connection until the test is over.
"""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import Any

Fault = bytes | Callable[[Callable[[bytes], None], Event], None]
"""What is sent instead of a reply. A function gets `send` and an event that is set when the test is over."""
DEEP = 100_000
"""Levels of nesting, far more than any parser goes down."""
DIGITS = "9" * 5000
"""More digits than Python turns into a number."""
LETTERS = "x" * 500_000
ENDLESS = 2**40


class Wire(ThreadingTCPServer):
    """The endpoint. `fault` is what it sends next, or a function of the request's JSON that chooses it."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.fault: Any = b""
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.sent = 0
        self.over = Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_: Any) -> None:
        pass


class _Connection(StreamRequestHandler):
    def handle(self) -> None:
        headers = {}
        while (line := self.rfile.readline()) not in (b"\r\n", b""):
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
        length = int(headers.get("content-length", 0))
        body = json.loads(self.rfile.read(length) or b"{}")
        wire = self.server
        wire.asked.append(body)
        wire.headers.append(headers)
        fault = wire.fault
        if isinstance(fault, dict):
            fault = fault["odds" if body.get("logprobs") else "text"]
        if isinstance(fault, list):
            fault = fault[min(len(wire.asked), len(fault)) - 1]
        with suppress(OSError):
            if isinstance(fault, bytes):
                self._send(fault)
            else:
                fault(self._send, wire.over)

    def _send(self, data: bytes) -> None:
        self.request.sendall(data)
        self.server.sent += len(data)


@contextmanager
def wired() -> Iterator[Wire]:
    """The endpoint, while the block runs."""
    wire = Wire()
    Thread(target=wire.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield wire
    finally:
        wire.over.set()
        wire.shutdown()
        wire.server_close()


def http(body: Any = b"", status: int | str = 200, **headers: str) -> bytes:
    """A whole response. A body that is not bytes is sent as JSON; `_` in the name of a header is a hyphen."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    own = {"Content-Type": "application/json", "Content-Length": str(len(content)), "Connection": "close"}
    for name, value in headers.items():
        own[name.replace("_", "-").title()] = value
    lines = [f"HTTP/1.1 {status} Said", *(f"{name}: {value}" for name, value in own.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


# OpenAI's protocol


def completion(message: Any, usage: Any = None, **choice: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "finish_reason": "stop", "message": message} | choice], "usage": usage}


def says(content: Any, **more: Any) -> dict[str, Any]:
    """A reply whose only fault may be its content."""
    return completion({"role": "assistant", "content": content}, **more)


GOOD = http(says("Owls hunt mice at night [1]."))
TOP = [{"token": "yes", "logprob": -0.1}, {"token": "no", "logprob": -2.5}]
YES = http(says("yes", logprobs={"content": [TOP[0] | {"top_logprobs": TOP}]}))


def raw(text: str) -> bytes:
    """A reply whose content is this piece of JSON, which Python may not be able to write."""
    return http(b'{"choices": [{"message": {"role": "assistant", "content": ' + text.encode() + b"}}]}")


NOT_JSON: dict[str, Fault] = {
    "nothing": http(),
    "spaces": http(b"   \n"),
    "a page": http(b"<html><body>Please log in</body></html>", content_type="text/html"),
    "words": http(b"upstream connect error"),
    "json cut off": http(b'{"choices": [{"message": {"content": "Ow'),
    "json and more": http(json.dumps(says("Owls.")).encode() + b" and so on"),
    "deep lists": http(b"[" * DEEP),
    "deep objects": http(b'{"choices":' * DEEP),
    "deep content": raw("[" * DEEP + "]" * DEEP),
    "not utf-8": http(b'{"choices": [{"message": {"content": "\xff\xfe"}}]}'),
    "utf-16": http(json.dumps(says("Owls.")).encode("utf-16")),
    "a number of 5,000 digits": http(f'{{"choices": {DIGITS}}}'.encode()),
    "single quotes": http(b"{'choices': []}"),
    "binary": http(bytes(range(256)) * 10),
    "events, unasked": http(b'data: {"choices": []}\n\ndata: [DONE]\n\n', content_type="text/event-stream"),
}
NOT_A_REPLY: dict[str, Fault] = {
    f"json {value!r:.40}": http(value)
    for value in (None, True, 1, 1.5, "owl", [], [1], {}, {"status": "ok"}, {"detail": "x"}, {"object": "error"})
}
ERRORS: dict[str, Fault] = {
    f"200 with error {value!r:.60}": http({"error": value})
    for value in (
        "out of memory", {"message": "out of memory"}, {"message": None}, {"message": 5}, {"message": ["a"]},
        {"code": 500}, {}, [], ["x"], None, True, 0, "", "\x1b[31mred", LETTERS, {"message": LETTERS},
    )
}  # fmt: skip
ERRORS["200 with an error and choices"] = http({"error": {"message": "cut"}} | says("Owls."))
ERRORS["200 with an error of 1,000,000 lists"] = http(b'{"error": [' + b"[]," * 1_000_000 + b"[]]}")
CHOICES: dict[str, Fault] = {
    f"choices {value!r:.40}": http({"choices": value})
    for value in (None, [], {}, "owl", 1, [None], ["owl"], [[]], [{}], [1], {"0": says("x")["choices"][0]})
}
CHOICES["1,000,000 choices"] = http(b'{"choices": [' + b"{}," * 1_000_000 + b"{}]}")
MESSAGES: dict[str, Fault] = {
    f"message {value!r:.60}": http(completion(value)) for value in (None, "owl", [], {}, 5, ["owl"])
}
MESSAGES |= {
    f"role {role!r}": http(completion({"role": role, "content": "Owls hunt mice [1]."}))
    for role in (None, 5, [], {}, "", "system", "user", "tool", "function", "developer", "owl")
}
MESSAGES["no role"] = http(completion({"content": "Owls hunt mice [1]."}))
MESSAGES["no content"] = http(completion({"role": "assistant"}))
MESSAGES["a refusal and null"] = http(completion({"role": "assistant", "content": None, "refusal": "I cannot."}))
for key, values in {
    "tool_calls": ("x", [None], [{}], [{"function": None}], [{"id": 5, "function": {"name": 5, "arguments": 5}}], {}),
    "function_call": ("x", [], {"name": None}),
    "refusal": (5, [], {}),
    "audio": ("x", 5),
    "reasoning_content": (5, []),
    "annotations": (5, "x"),
}.items():
    for value in values:
        message = {"role": "assistant", "content": "Owls hunt mice [1].", key: value}
        MESSAGES[f"{key} {value!r}"] = http(completion(message))
CONTENTS: dict[str, Fault] = {
    f"content {value!r:.50}": http(says(value))
    for value in (None, 1, True, {}, [], [None], ["x"], [{"type": "text"}], [{"type": "text", "text": None}], [[]])
}
CONTENTS |= {
    "a lone surrogate": raw('"Owls \\ud800 hunt [1]."'),
    "a surrogate and a letter": raw('"Owls \\udc00x hunt [1]."'),
    "nul": raw('"Owls \\u0000 hunt mice [1]."'),
    "control characters": raw('"Owls \\u001b[31m\\u0007\\u0008 hunt mice [1]."'),
    "directions": raw('"Owls \\u202e\\u2066 hunt mice [1]."'),
    "nothing at all": raw('""'),
    "only spaces": raw('"  \\n "'),
}
CONTENTS |= {
    name: http(says(text))
    for name, text in {
        "a citation of 5,000 digits": f"Owls hunt mice [{DIGITS}].",
        "citations of other digits": "Owls hunt mice [١] [²] [१२].",
        "a number of 5,000 digits in words": f"Owls hunt {DIGITS} mice [1].",
        "a power of 5,000 digits": f"Owls hunt 2^{DIGITS} mice [1].",
        "a decimal of 5,000 digits": f"Owls hunt {DIGITS}.{DIGITS} mice [1].",
        "320 kB of sentences": "Owls hunt mice at night. " * 12_800,
        "320 kB of other sentences": " ".join(f"Owl {n} hunts mouse {n} at night." for n in range(9_000)),
        "320 kB of one word": "x" * 320_000,
        "320 kB of spaces": " " * 320_000,
        "320 kB of citations": "[1]" * 100_000,
        "320 kB of brackets": "[" * 320_000,
        "320 kB of parentheses": "a(" * 160_000,
        "320 kB of backticks": "`" * 320_000,
        "320 kB of fences": "```\n" * 80_000,
        "320 kB of stops": "." * 320_000,
        "320 kB of initials": "E. " * 100_000,
        "320 kB of lines": "\n" * 320_000,
        "320 kB of bars": "|a" * 160_000,
        "320 kB of digits": "1,234" * 64_000,
        "320 kB of capitals": "Aa" * 160_000,
        "320 kB of hyphens": "a-" * 160_000,
        "320 kB of list items": "1. a\n" * 64_000,
    }.items()
}
FINISHES: dict[str, Fault] = {
    f"finish_reason {value!r}": http(says("Owls hunt mice [1].", finish_reason=value))
    for value in (None, 5, [], {}, True, "content_filter", "length", "tool_calls", "owl")
}
USAGES: dict[str, Fault] = {
    f"usage {value!r:.90}": http(says("Owls hunt mice [1].", usage=value))
    for value in (
        None, "x", [], {}, 5, True, {"prompt_tokens": "70", "completion_tokens": "3"}, {"prompt_tokens": "many"},
        {"prompt_tokens": None}, {"prompt_tokens": -5}, {"prompt_tokens": 1.5}, {"prompt_tokens": 1e300},
        {"prompt_tokens": []}, {"prompt_tokens": {}}, {"completion_tokens": [1]}, {"total_tokens": "x"},
        {"prompt_tokens": 5, "prompt_tokens_details": None}, {"prompt_tokens": 5, "prompt_tokens_details": "x"},
        {"prompt_tokens": 5, "prompt_tokens_details": []}, {"prompt_tokens": 5, "prompt_tokens_details": {}},
        {"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": None}},
        {"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": "3"}},
        {"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": "x"}},
        {"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": -1}},
        {"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": 900}},
        {"prompt_tokens": 5, "prompt_tokens_details": {"audio_tokens": "x"}},
        {"completion_tokens": 5, "completion_tokens_details": "x"},
        {"completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": "x"}},
    )
}  # fmt: skip
USAGES["usage of 5,000 digits"] = http(
    f'{{"choices": [{{"message": {{"content": "Owls."}}}}], "usage": {{"prompt_tokens": {DIGITS}}}}}'.encode()
)
AROUND: dict[str, Fault] = {
    f"{key} {value!r:.40}": http(says("Owls hunt mice [1].") | {key: value})
    for key, values in {
        "id": (None, 5, [], {}),
        "model": (None, 5, [], {}),
        "created": ("x", None, []),
        "object": (5, None),
        "system_fingerprint": (5, [], {}),
        "service_tier": (5, [], {}, "priority", "flex"),
        "parsed": (5,),
    }.items()
    for value in values
}


def judged(logprobs: Any) -> bytes:
    return http(says("yes", logprobs=logprobs))


def tops(*likeliest: Any) -> bytes:
    return judged({"content": [{"token": "yes", "logprob": -0.1, "top_logprobs": list(likeliest)}]})


ODDS: dict[str, Fault] = {
    f"logprobs {value!r:.60}": judged(value)
    for value in (
        None, [], "x", 5, True, {}, {"content": None}, {"content": "x"}, {"content": {}}, {"content": []},
        {"content": [None]}, {"content": ["x"]}, {"content": [[]]}, {"content": [{}]}, {"content": [5]},
        {"content": [{"token": "yes"}]}, {"content": [{"token": "yes", "top_logprobs": None}]},
        {"content": [{"token": "yes", "top_logprobs": "x"}]}, {"content": [{"token": "yes", "top_logprobs": {}}]},
        {"content": [{"token": "yes", "top_logprobs": []}]}, [{"token": "yes", "logprob": -0.1}],
        {"tokens": ["yes"], "token_logprobs": [-0.1]},
    )
}  # fmt: skip
ODDS |= {
    f"top {value!r:.60}": tops(value)
    for value in (
        None, "x", 5, [], {}, {"token": "yes"}, {"logprob": -0.1}, {"token": None, "logprob": -0.1},
        {"token": 5, "logprob": -0.1}, {"token": [], "logprob": -0.1}, {"token": "yes", "logprob": None},
        {"token": "yes", "logprob": "x"}, {"token": "yes", "logprob": []}, {"token": "yes", "logprob": 800},
        {"token": "yes", "logprob": 1e308}, {"token": "yes", "logprob": -1e308},
        {"token": "", "logprob": -0.1}, {"token": "maybe", "logprob": -0.1}, {"token": LETTERS, "logprob": -0.1},
    )
}  # fmt: skip
ODDS |= {
    f"logprob {number:.20}": http(
        b'{"choices": [{"message": {"content": "yes"}, "logprobs": {"content": [{"token": "yes", "logprob": -0.1,'
        b' "top_logprobs": [{"token": "yes", "logprob": ' + number.encode() + b"}]}]}}]}"
    )
    for number in ("Infinity", "-Infinity", "NaN", "1e999", "-1e999", DIGITS, f"-{DIGITS}", "nan", "-")
}
ODDS["a surrogate as token"] = http(
    b'{"choices": [{"message": {"content": "yes"}, "logprobs": {"content": [{"token": "yes", "logprob": -0.1,'
    b' "top_logprobs": [{"token": "\\ud800", "logprob": -0.1}]}]}}]}'
)
ODDS["1,000,000 tokens"] = http(
    b'{"choices": [{"message": {"content": "yes"}, "logprobs": {"content": [' + b"{}," * 1_000_000 + b"{}]}}]}"
)
ODDS["100,000 tokens"] = tops(*[{"token": "yes", "logprob": -0.1}] * 100_000)


# What HTTP itself can do


STATUSES: dict[str, Fault] = {
    f"status {status}": http({"error": {"message": "no"}}, status)
    for status in (204, 205, 304, 400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 418, 422, 451, 500, 501, 502, 599)
}
STATUSES |= {
    f"status 400 with {value!r:.60}": http(value, 400)
    for value in (
        b"", b"<html>", None, [], 5, "owl", {"error": None}, {"error": 5}, {"error": []}, {"error": {"message": 5}},
        {"error": {"message": None, "code": []}}, {"message": "no"}, {"detail": [{"msg": "no"}]},
        {"error": {"message": LETTERS}}, LETTERS.encode(), {"error": {"message": "\x1b[31mred\x00"}},
    )
}  # fmt: skip
STATUSES["status 400 with a surrogate"] = http(b'{"error": {"message": "\\ud800"}}', 400)
STATUSES["status 400 not utf-8"] = http(b"\xff\xfe\xfa", 400)
STATUSES["status 400 and deep"] = http(b"[" * DEEP, 400)
STATUSES["status 400 of another charset"] = http(b"no", 400, content_type="text/plain; charset=owl")
STATUSES["status 400, too long"] = http({"error": {"message": "exceed_context_size", "code": 400}}, 400)
STATUSES["status 206"] = http(says("Owls hunt mice [1]."), 206)
STATUSES["status 299 without body"] = http(b"", 299)
STATUSES["status 999"] = http(b"", 999)
STATUSES["moved nowhere"] = http(b"", 301)
STATUSES["moved in a circle"] = http(b"", 307, location="/v1/chat/completions")
STATUSES["moved to another scheme"] = http(b"", 307, location="ftp://127.0.0.1/")
STATUSES["moved to no address"] = http(b"", 307, location="http://[")
STATUSES["moved to a file"] = http(b"", 302, location="file:///etc/passwd")
STATUSES["moved to a closed port"] = http(b"", 307, location="http://127.0.0.1:9/v1")

WIRE: dict[str, Fault] = {
    "hangs up": b"",
    "no http": b"220 mail.example ESMTP\r\n",
    "garbage": bytes(range(256)) * 100,
    "http/0.9": b"<html>hello</html>",
    "http/3.0": b"HTTP/3.0 200 OK\r\n\r\n",
    "status of letters": b"HTTP/1.1 owl OK\r\n\r\n",
    "headers only": b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n",
    "half a header": b"HTTP/1.1 200 OK\r\nContent-Le",
    "body cut off": http(says("Owls hunt mice [1]."), content_length="9999"),
    "length of letters": http(says("Owls."), content_length="owl"),
    "negative length": http(says("Owls."), content_length="-5"),
    "two lengths": http(says("Owls.")).replace(b"Content-Length", b"Content-Length: 5\r\nContent-Length"),
    "length of 5,000 digits": http(says("Owls."), content_length=DIGITS),
    "chunks of letters": http(b"zz\r\nowl\r\n", transfer_encoding="chunked"),
    "chunks cut off": http(b"ff\r\nowl", transfer_encoding="chunked"),
    "another transfer": http(says("Owls."), transfer_encoding="owl"),
    "gzip that is none": http(says("Owls."), content_encoding="gzip"),
    "br that is none": http(says("Owls."), content_encoding="br"),
    "an unknown encoding": http(says("Owls hunt mice [1]."), content_encoding="owl"),
    "an unknown charset": http(says("Owls hunt mice [1]."), content_type="application/json; charset=owl"),
    "one header of 200 kB": http(says("Owls."), owl="x" * 200_000),
    "100,000 headers": b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 100_000 + b"\r\n",
    "headers of bytes": http(says("Owls hunt mice [1].")).replace(b"Connection", b"Ow\xff"),
    "switches protocols": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: owl\r\nConnection: Upgrade\r\n\r\n\x00\x01",
    "informs and hangs up": b"HTTP/1.1 100 Continue\r\n\r\n" * 50,
}


# Streams


def events(*pieces: Any, done: bool = True) -> bytes:
    """A stream of server-sent events: JSON, or text that is sent as it is."""
    lines = [piece if isinstance(piece, str) else json.dumps(piece) for piece in pieces]
    text = "".join(f"data: {line}\n\n" for line in [*lines, *(["[DONE]"] if done else [])])
    return http(text.encode(), content_type="text/event-stream")


def delta(content: Any, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": content}} | more]}


GOOD_STREAM = events(delta("Owls hunt"), delta(" mice [1]."), {"choices": [{"delta": {}, "finish_reason": "stop"}]})
STREAMS: dict[str, Fault] = {
    "no event": http(b"", content_type="text/event-stream"),
    "only the end": events(),
    "only comments": http(b": ping\n\n" * 50, content_type="text/event-stream"),
    "a page instead": http(b"<html>log in</html>", content_type="text/html"),
    "a whole reply instead": http(says("Owls hunt mice [1].")),
    "no end": events(delta("Owls hunt mice [1]."), done=False),
    "not utf-8 in an event": http(b"data: \xff\xfe\n\n", content_type="text/event-stream"),
    "two events in one": http(b"data: {}\ndata: {}\n\n", content_type="text/event-stream"),
}
STREAMS |= {
    f"event {value!r:.60}": events(delta("Owls "), value)
    for value in (
        "{", "owl", "[" * 1000, "null", "5", "[]", '"owl"', "{}", '{"choices": null}', '{"choices": []}',
        {"choices": [None]}, {"choices": ["x"]}, {"choices": [{}]}, {"choices": [{"delta": None}]},
        {"choices": [{"delta": "x"}]}, {"choices": [{"delta": []}]}, delta(None), delta(5), delta([]), delta({}),
        delta([{"type": "text", "text": "x"}]), delta("x", finish_reason=5), delta("x", logprobs="x"),
        {"choices": [{"delta": {"content": "x", "role": 5}}]},
        {"choices": [{"delta": {"content": "x", "role": "tool"}}]},
        {"choices": [{"delta": {"content": "x", "tool_calls": "x"}}]}, delta("x") | {"usage": "x"},
        {"choices": [{"delta": {"content": "x", "tool_calls": [{}]}}]}, delta("x") | {"model": 5},
        delta("x") | {"usage": {"prompt_tokens": "x"}}, {"choices": [], "usage": {"prompt_tokens": "5"}},
        {"error": "out of memory"}, {"error": {"message": "out of memory"}}, {"error": {"message": 5}},
        {"error": []}, '{"choices": [{"delta": {"content": "\\ud800"}}]}', delta(f"[{DIGITS}]"),
    )
}  # fmt: skip


# Ollama's protocol


def line(content: Any = "", **more: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": content}
    return {"model": "owl", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": False} | more


END = line(done=True, done_reason="stop", prompt_eval_count=7, eval_count=2)


def lines(*values: Any) -> bytes:
    text = "".join((value if isinstance(value, str) else json.dumps(value)) + "\n" for value in values)
    return http(text.encode(), content_type="application/x-ndjson")


GOOD_OLLAMA = lines(line("Owls hunt mice [1]."), END)
OLLAMA: dict[str, Fault] = {
    f"line {value!r:.60}": lines(line("Owls "), value, END)
    for value in (
        "", "{", "owl", "null", "5", "[]", '"owl"', "{}", "[" * 1000, {"error": "out of memory"}, {"error": None},
        {"error": {"message": "x"}}, {"error": []}, {"error": LETTERS}, line(None), line(5), line([]), line({}),
        line("x", message=None), line("x", message="x"), line("x", message=[]), line("x", message={}),
        line("x", message={"role": 5, "content": "x"}), line("x", message={"content": "x"}),
        line("x", message={"role": "assistant", "content": "x", "tool_calls": "x"}),
        line("x", message={"role": "assistant", "content": "x", "tool_calls": [{}]}),
        line("x", message={"role": "assistant", "content": "x", "thinking": 5}),
        line("x", message={"role": "assistant", "content": "x", "images": 5}),
        line("x", model=5), line("x", created_at=5), line("x", done="owl"), line("x", done=None),
        line("x", logprobs="x"), line("x", logprobs=[None]), line("x", logprobs=[{}]), line("x", logprobs={}),
        line("x", logprobs=[{"token": "x", "logprob": None}]),
        '{"message": {"role": "assistant", "content": "\\ud800"}}',
        '{"message": {"role": "assistant", "content": "x"}, "logprobs": [{"token": "x", "logprob": 1e999}]}',
        f'{{"message": {{"role": "assistant", "content": "x"}}, "eval_count": {DIGITS}}}',
    )
}  # fmt: skip
OLLAMA |= {
    f"end {value!r:.60}": lines(line("Owls hunt mice [1]."), END | value)
    for value in (
        {"done_reason": 5}, {"done_reason": None}, {"done_reason": "load"}, {"prompt_eval_count": "7"},
        {"prompt_eval_count": "many"}, {"prompt_eval_count": -7}, {"prompt_eval_count": None}, {"eval_count": []},
        {"eval_count": 1.5}, {"total_duration": "x"}, {"total_duration": -1}, {"load_duration": []}, {"message": None},
    )
}  # fmt: skip
OLLAMA |= {
    "no line": lines(),
    "only the end": lines(END),
    "only loads": lines(line(done=True, done_reason="load")),
    "no end": lines(line("Owls hunt mice [1].")),
    "a page": http(b"<html>log in</html>", content_type="text/html"),
    "not utf-8": http(b"\xff\xfe\n"),
    "a reply of OpenAI": http(says("Owls hunt mice [1].")),
}


# Slow and without end


def silence(send: Callable[[bytes], None], over: Event) -> None:
    """Nothing."""
    over.wait(60)


def silence_in_the_middle(send: Callable[[bytes], None], over: Event) -> None:
    send(GOOD[:-20])
    over.wait(60)


def trickle(data: bytes, first: int, every: float = 0.02) -> Callable[[Callable[[bytes], None], Event], None]:
    """`first` bytes of the data at once, then one byte after the other, and spaces without end."""

    def sends(send: Callable[[bytes], None], over: Event) -> None:
        send(data[:first])
        for byte in data[first:]:
            if over.wait(every):
                return
            send(bytes([byte]))
        while not over.wait(every):
            send(b" ")

    return sends


def endless(start: bytes, piece: bytes) -> Callable[[Callable[[bytes], None], Event], None]:
    """`start`, then one piece after the other as fast as they are taken."""

    def sends(send: Callable[[bytes], None], over: Event) -> None:
        send(start)
        while not over.is_set():
            send(piece)

    return sends


def headers(kind: str = "application/json") -> bytes:
    """The headers of a body without end."""
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {ENDLESS}\r\n\r\n".encode()


SLOW: dict[str, Fault] = {
    "silence": silence,
    "silence in the middle": silence_in_the_middle,
    "a trickle of headers": trickle(b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 9_000, 15),
    "a trickle of a body": trickle(headers() + b'{"choices": [{"message": {"content": "' + b"x" * 9_000, 100),
    "a trickle of an error": trickle(headers().replace(b"200", b"500") + b"x" * 9_000, 100),
    "a trickle of informations": trickle(b"HTTP/1.1 100 Continue\r\n\r\n" * 900, 20, 0.002),
}
GREEDY: dict[str, Fault] = {
    "a body without end": endless(headers() + b'{"choices": [{"message": {"content": "', b"x" * 65_536),
    "spaces without end": endless(headers(), b" " * 65_536),
    "an error without end": endless(headers().replace(b"200 OK", b"400 No"), b"x" * 65_536),
    "headers without end": endless(b"HTTP/1.1 200 OK\r\n", b"a: b\r\n" * 1_000),
    "one header without end": endless(b"HTTP/1.1 200 OK\r\nOwl: ", b"x" * 65_536),
    "informations without end": endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
}
GREEDY_STREAMS: dict[str, Fault] = {
    "events without end": endless(
        headers("text/event-stream"), b"data: " + json.dumps(delta("owl ")).encode() + b"\n\n"
    ),
    "an event without end": endless(headers("text/event-stream") + b"data: ", b"x" * 65_536),
    "comments without end": endless(headers("text/event-stream"), b": ping\n\n" * 1_000),
    "empty events without end": endless(
        headers("text/event-stream"), b"data: " + json.dumps(delta("")).encode() + b"\n\n"
    ),
}
GREEDY_LINES: dict[str, Fault] = {
    "lines without end": endless(headers(), json.dumps(line("owl ")).encode() + b"\n"),
    "a line without end": endless(headers(), b"x" * 65_536),
    "empty lines without end": endless(headers(), b"\n" * 65_536),
}


def busy(after: str | None = None, status: int = 429) -> bytes:
    """An endpoint that has too much to do, and says when to come back."""
    more = {} if after is None else {"retry_after": after}
    return http({"error": {"message": "too many requests"}}, status, **more)


def later(seconds: float) -> str:
    """A moment as HTTP writes it."""
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


def refused_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
