"""A system of the kit behind HTTP, in which each group of users reads its own folders.

    uvicorn --factory docs.examples.service:app
    curl 127.0.0.1:8000/ask -H "X-Group: fans" -d '{"question": "Who won the cup final?"}'

It listens to this machine only. Whoever reaches it can name any group, so let a proxy that knows
its users set the header X-Group, and replace the one that a user sends.
"""

import logging
from collections.abc import Mapping, Sequence

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from ragkit import Kit, run
from ragkit.graphs import hybrid
from ragkit.permissions import only

READS = {"fans": ["league/*"], "engineers": ["basin/*", "orbit/*"]}
"""The globs of the documents that each group may read."""
LONGEST = 1_000
"""Maximum length of a question, in characters."""


def service(kit: Kit, reads: Mapping[str, str | Sequence[str]]) -> Starlette:
    """The web application: POST /ask with a question, for the groups that are listed."""
    views = {group: only(kit, globs) for group, globs in reads.items()}
    graph = hybrid().compile()

    async def ask(request: Request) -> JSONResponse:
        view = views.get(request.headers.get("X-Group", ""))
        if view is None:
            return JSONResponse({"error": "this group may read nothing"}, 403)
        try:
            question = (await request.json())["question"].strip()
            question.encode()  # half of a surrogate pair is no text
        except (ValueError, LookupError, TypeError, AttributeError):
            question = ""
        if not 0 < len(question) <= LONGEST:
            error = f'send {{"question": "..."}} with 1 to {LONGEST} characters'
            return JSONResponse({"error": error}, 400)
        trace = await run_in_threadpool(run, graph, question, view)
        if trace.failed:
            logging.error(trace.failed)
            return JSONResponse({"error": "the question could not be answered now"}, 503)
        sources = [passage.place for passage in trace.passages]
        return JSONResponse({"answer": trace.answer, "sources": sources})

    return Starlette(routes=[Route("/ask", ask, methods=["POST"])])


def app() -> Starlette:
    """The service over the almanac, which uvicorn starts."""
    return service(Kit.open("corpora/almanac", memory=False), READS)
