"""The door to a provider: the one way by which replies come in.

It is a transport of httpx, beneath the clients of OpenAI and Ollama. It asks, asks again where that
may help, and has one deadline for all of that. It reads each reply by its schema (`reply.py`),
removes the key that was sent (`hidden.py`), and cuts what is too long. What leaves it is a reply in
the form of its protocol, or an error. That is `BadReply`, or httpx's own for an endpoint that
cannot be reached or is too slow, or `Stopped`, upon which nobody is asked again.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable, Iterator

import httpx
from pydantic import BaseModel

from ragkit.model.deadline import timed, until
from ragkit.model.errors import BadReply
from ragkit.model.fields import Fields
from ragkit.model.hidden import Hidden, HiddenStream
from ragkit.model.pause import BUSY, is_busy, pause, retry_after
from ragkit.model.remarks import remark
from ragkit.model.reply import Event, Line, Piece, Schema, StreamPiece, Whole, read
from ragkit.model.stopping import rest
from ragkit.model.stream import OneText

LARGEST = 2**22
"""Maximum size of a reply, in bytes."""
ERROR = 2**16
"""How much is read of an error, in bytes."""
PER_TOKEN = 32
"""Maximum length of a reply, in characters for each token that was asked for.

An ordinary token has about four. So only a reply is cut whose endpoint does not keep to the limit.
"""


class Door(httpx.BaseTransport):
    """A transport for one protocol."""

    silent = "stranger"
    """What to do when a streamed reply has no piece (a key of `REMEDY`)."""

    def __init__(
        self,
        seconds: float,
        tokens: int | None,
        proxy: str | None = None,
        keys: Iterable[str] = (),
    ) -> None:
        """A reply may take so many seconds, have so many tokens, and repeat none of the keys."""
        self.seconds = seconds
        self.hidden = Hidden(keys)
        self.fields = Fields()
        self.longest = LARGEST if tokens is None else PER_TOKEN * tokens
        self.network = timed(proxy=proxy)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The reply to a request. Raises `BadReply` and `httpx.TransportError`.

        Where the endpoint refuses a field, it is asked without it.
        """
        left_out: list[str] = []
        while True:
            shorter = self.fields.request(request, left_out)
            try:
                response = self._answered(shorter)
            except BadReply as error:
                named = self.fields.named_in(error, shorter)
                if not named:
                    raise
                left_out += named
            else:
                self.fields.refused += left_out
                return response

    def _answered(self, request: httpx.Request) -> httpx.Response:
        """The reply to a request; where it may help, the endpoint is asked again."""
        # A request that was redirected has the deadline of the first one.
        deadline = request.extensions.setdefault("deadline", time.monotonic() + self.seconds)
        request.extensions["timeout"] = until(deadline)
        # Nothing packed: a small reply could unpack to a thousand times its size.
        request.headers["Accept-Encoding"] = "identity"
        tries = 0
        while True:
            tries += 1
            try:
                return self.asked(request)
            except (httpx.TransportError, BadReply) as error:
                wait = pause(error, tries)
                if wait is None or time.monotonic() + wait >= deadline:
                    raise
                if is_busy(error):
                    remark(f"the endpoint was busy (status {BUSY}), so {wait:.3g} s were waited")
            rest(wait)

    def close(self) -> None:
        self.network.close()

    def asked(self, request: httpx.Request) -> httpx.Response:
        """The reply to one request, or the redirection to another place."""
        response = self.network.handle_request(request)
        if response.is_success and self.streams(request):
            pieces = _Pieces(self, response)
            return httpx.Response(200, stream=pieces)
        try:
            if response.has_redirect_location:
                location = {"Location": response.headers["Location"]}
                return httpx.Response(response.status_code, headers=location)
            if not response.is_success:
                raise self.hidden.error(_refused(response))
            return self._whole(response)
        finally:
            response.close()

    def _whole(self, response: httpx.Response) -> httpx.Response:
        body = b"".join(_limited(_unpacked(response)))
        reply: Piece = self.read(Whole, body)
        if len(reply.text) > self.longest:
            reply = self.cut(reply, self.longest)
        headers = {"Content-Type": "application/json"}
        return httpx.Response(200, headers=headers, content=_json(reply))

    def read(self, schema: type[Schema], body: bytes) -> Schema:
        """JSON from the endpoint as a reply, or as a piece of one. Raises `BadReply`."""
        try:
            return self.hidden.cleaned(read(schema, body))
        except BadReply as error:
            raise self.hidden.error(error) from None

    def cut(self, piece: Piece, length: int) -> Piece:
        """A piece with so many characters, which is the last one."""
        remark(f"a reply was cut after {self.longest:,} characters")
        return piece.cut(length)

    def streams(self, request: httpx.Request) -> bool:
        """Whether the reply comes piece by piece."""
        raise NotImplementedError

    def piece(self, line: bytes) -> StreamPiece | None:
        """The piece in a line of a streamed reply, if there is one. Raises `BadReply`."""
        raise NotImplementedError

    def ends(self, line: bytes) -> bool:
        """Whether a line without a piece says that the stream is over."""
        return False

    def packed(self, piece: Piece) -> bytes:
        """A piece as its protocol sends it."""
        raise NotImplementedError


class OpenAIDoor(Door):
    """The door of the OpenAI protocol: a whole reply, or server-sent events."""

    silent = "stream"

    def streams(self, request: httpx.Request) -> bool:
        return bool(json.loads(request.read() or b"{}").get("stream"))

    def piece(self, line: bytes) -> StreamPiece | None:
        field, _, data = line.partition(b":")
        if field != b"data" or self.ends(line):
            return None
        return self.read(Event, data)

    def ends(self, line: bytes) -> bool:
        return line.removeprefix(b"data:").strip() == b"[DONE]"

    def packed(self, piece: Piece) -> bytes:
        return b"data: " + _json(piece) + b"\n\n"


class OllamaDoor(Door):
    """The door of Ollama's protocol: lines of JSON."""

    def streams(self, request: httpx.Request) -> bool:
        return True

    def piece(self, line: bytes) -> StreamPiece | None:
        return self.read(Line, line) if line.strip() else None

    def packed(self, piece: Piece) -> bytes:
        return _json(piece) + b"\n"


class AsyncDoor(httpx.AsyncBaseTransport):
    """A door for asynchronous clients: a thread waits for the reply, which comes as a whole."""

    def __init__(self, door: Door) -> None:
        self.door = door

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The reply to a request. Raises as `Door` does."""
        return await asyncio.to_thread(self._whole, request)

    def _whole(self, request: httpx.Request) -> httpx.Response:
        response = self.door.handle_request(request)
        content = response.read()
        return httpx.Response(response.status_code, headers=response.headers, content=content)


class _Pieces(httpx.SyncByteStream):
    """A streamed reply, read piece by piece."""

    def __init__(self, door: Door, response: httpx.Response) -> None:
        self.door = door
        self.response = response

    def __iter__(self) -> Iterator[bytes]:
        left = self.door.longest
        hidden = HiddenStream(self.door.hidden)
        text = OneText()
        count = 0
        for line in _lines(_limited(_unpacked(self.response))):
            text.ended = text.ended or self.door.ends(line)
            piece = self.door.piece(line)
            if piece is None:
                continue
            count += 1
            if count > self.door.longest:
                raise BadReply("its pieces have no end", remedy="stranger")
            text.next(piece)
            hidden.next(piece)
            if len(piece.text) > left:
                yield self.door.packed(self.door.cut(piece, left))
                return
            left -= len(piece.text)
            yield self.door.packed(piece)
        if not count:
            raise BadReply("it sent no piece of a reply", remedy=self.door.silent)
        for piece in hidden.rest():
            yield self.door.packed(piece)
        if not text.ended:
            raise BadReply(
                "its reply broke off: the stream did not say that it ends", remedy="broken"
            )

    def close(self) -> None:
        self.response.close()


def _json(piece: Piece) -> bytes:
    assert isinstance(piece, BaseModel)
    return piece.model_dump_json().encode()


def _refused(response: httpx.Response) -> BadReply:
    """The words of an endpoint that does not reply, and its status."""
    words = b"".join(first_bytes(response.iter_raw(), ERROR))
    text = words.decode(errors="replace").strip() or "it gave no reason"
    return BadReply(text, response.status_code, after=retry_after(response.headers))


def _unpacked(response: httpx.Response) -> Iterator[bytes]:
    """The bytes of a reply. Raises `BadReply` where they are packed."""
    encoding = response.headers.get("Content-Encoding", "identity")
    if encoding.lower() != "identity":
        raise BadReply("its reply is packed, which was not asked for", remedy="stranger")
    return response.iter_raw()


def first_bytes(chunks: Iterable[bytes], most: int) -> Iterator[bytes]:
    """The first chunks, with about so many bytes.

    >>> list(first_bytes([b"hoo", b"hoo", b"hoo"], 4))
    [b'hoo', b'hoo']
    """
    for chunk in chunks:
        yield chunk
        most -= len(chunk)
        if most <= 0:
            return


def _limited(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The chunks of a reply. Raises `BadReply` when it has no end."""
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > LARGEST:
            raise BadReply(f"its reply has more than {LARGEST:,} bytes", remedy="stranger")
        yield chunk


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = bytearray()
    for chunk in chunks:
        rest += chunk
        if b"\n" not in chunk:
            continue
        *lines, last = rest.split(b"\n")
        rest = last
        for line in lines:
            yield bytes(line)
    yield bytes(rest)
