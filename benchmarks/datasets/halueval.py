"""HaluEval general (Li et al., 2023): user queries, with responses that people judged.

The file `general_data.json` has a JSON object on each line: `user_query`, `chatgpt_response`, and
`hallucination`, which is yes or no. It has no documents, and no reference answers: only a response
without hallucination can stand for one. It is for measuring only, and nothing may be taught on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.datasets.published_files import UnknownFormat, json_lines
from ragkit.evaluate.golden.questions import Question

NAME = "HaluEval general"
NEEDED = ("user_query", "chatgpt_response", "hallucination")


@dataclass(frozen=True)
class Response:
    """A response to a query, and whether people found a hallucination in it."""

    query: str
    response: str
    hallucinated: bool


def responses(path: str | Path) -> list[Response]:
    """All responses of a HaluEval general file, to measure judges on.

    Raises `FileNotFoundError` and `UnknownFormat`.
    """
    found = []
    for record in json_lines(path, NAME, NEEDED):
        label = str(record["hallucination"]).strip().casefold()
        if label not in ("yes", "no"):
            raise UnknownFormat(
                f"{path}: asked for {NAME}, got the label {record['hallucination']!r:.40}; "
                "a response is labelled yes or no: take the file as its authors published it"
            )
        query, response = record["user_query"], record["chatgpt_response"]
        found.append(Response(str(query).strip(), str(response).strip(), label == "yes"))
    return found


def halueval_general(path: str | Path) -> list[Question]:
    """The queries of a HaluEval general file whose response has no hallucination, as questions.

    That response is the reference. There are no keys, so only the auditor can grade the answers, or
    a comparison in pairs. Raises `FileNotFoundError` and `UnknownFormat`.
    """
    found = []
    for number, one in enumerate(responses(path), start=1):
        if not one.hallucinated:
            found.append(_question(number, one))
    return found


def _question(number: int, one: Response) -> Question:
    return Question(
        f"halueval-{number}",
        one.query,
        "general-knowledge",
        one.response,
        (),
        (),
        "medium",
        ("halueval",),
    )
