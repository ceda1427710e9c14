"""A system of the kit behind HTTP, in which each group of users reads its own folders.

    uvicorn --factory docs.examples.service:app
    curl 127.0.0.1:8000/ask -H "X-Group: fans" --json '{"question": "Who won the cup final?"}'

It listens to this machine only. Whoever reaches it can name any group, so let a proxy that knows
its users set the header X-Group, and replace the one that a user sends.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel, StringConstraints

from ragkit import Kit, run
from ragkit.graphs import hybrid
from ragkit.permissions import only

READS = {"fans": ["league/*"], "engineers": ["basin/*", "orbit/*"]}
"""The globs of the documents that each group may read."""
Words = StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000)


class Asked(BaseModel):
    """What a user sends."""

    question: Annotated[str, Words]


class Answered(BaseModel):
    """What a user gets."""

    answer: str
    sources: list[str]


def service(kit: Kit, reads: Mapping[str, str | Sequence[str]]) -> FastAPI:
    """The web application: POST /ask with a question, for the groups that are listed."""
    views = {group: only(kit, globs) for group, globs in reads.items()}
    graph = hybrid().compile()
    api = FastAPI()

    @api.post("/ask")
    def ask(asked: Asked, x_group: Annotated[str, Header()] = "") -> Answered:
        if x_group not in views:
            raise HTTPException(403, "this group may read nothing")
        trace = run(graph, asked.question, views[x_group])
        if trace.failed:
            logging.error(trace.failed)
            raise HTTPException(503, "the question could not be answered now")
        return Answered(answer=trace.answer, sources=[passage.place for passage in trace.passages])

    return api


def app() -> FastAPI:
    """The service over the almanac, which uvicorn starts."""
    return service(Kit.open("corpora/almanac", memory=False), READS)
