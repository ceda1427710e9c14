"""Samples that tests of several rooms use: a row of results, runs, texts that mean harm, and the cells of a table."""

import re
from dataclasses import replace

import numpy as np
from fakes import OWL

from ragkit.evaluate.measures.rows import Row
from ragkit.model.meter import Call, Usage
from ragkit.state import Claim, Grade, Passage, Rule
from ragkit.trace import Step, Trace

ROW = Row(
    "k1", "owls", "factual", "naive", 0, "At night.", refused=False, failed="", right=True, held=None,
    agrees=0.9, faithfulness=None, hallucinated=None, answer_relevance=0.5, context_relevance=0.4, evidence_recall=1.0,
    retry_gain=None, retried=False, escalated=False, notes=("a note",), seconds=1.5, calls=1, cached=0,
    evaluated=10, reused=5, generated=3, cost=None,
)  # fmt: skip

ENDS = {
    "+": {"right": True}, "-": {"right": False}, "0": {"right": False, "refused": True},
    "/": {"right": 0.5, "kind": "ambiguous"}, "?": {"right": None, "failed": "gone"},
}  # fmt: skip


def rows_of(**ran: str) -> list[Row]:
    """A row for each sign of a system, by its name: correct, wrong, refused, half correct, failed."""
    rows = []
    for system, signs in ran.items():
        for at, sign in enumerate(signs):
            rows.append(replace(ROW, key=f"{system}{at}", system=system, question=str(at), **ENDS[sign]))
    return rows


def unit_vectors(count: int, seed: int = 0, dimensions: int = 16) -> np.ndarray:
    """Rows of length one in random directions."""
    vectors = np.random.default_rng(seed).standard_normal((count, dimensions), dtype=np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def cells(html: str) -> list[list[str]]:
    """The texts of a table's cells, row by row; a row of titles has none."""
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL)]
    return [row for row in rows if row]


def lacks(text: str, *words: str) -> list[str]:
    """Which of these key words a text does not have; a test asserts that it lacks none."""
    return [word for word in words if word not in text]


def trace_of(text: str, answer: str | None = None) -> Trace:
    passages = (Passage("a", text, source=text, section=text, score=0.5), Passage("b", "plain", source="b.md"))
    steps = (Step("retrieve", 0.1, Usage(), {}), Step("generate", 2.0, Usage(1, 1, 100, 500, 30, 2.0), {}))
    return Trace(text, steps, answer or f"{text} [1]", passages, 2.1, notes=(text,))


PAYLOADS = {
    "script": "<script>window.owned = 1</script>",
    "image": "<img src=x onerror='window.owned = 1'>",
    "svg": "<svg onload='window.owned = 1'><animate onbegin='window.owned = 1' attributeName=x dur=1s></svg>",
    "style": "</style><style>* { display: none !important }</style>",
    "attribute": "' onmouseover='window.owned = 1' x='\" onfocus=\"window.owned = 1\" autofocus tabindex=1 \"",
    "link": "<a href='javascript:window.owned = 1' id=trap>click</a>",
    "markdown": "[click](javascript:window.owned=1) ![x](https://evil.example/pixel.png) `<img src=x onerror=owned=1>`",
    "frame": "<iframe srcdoc='<script>parent.owned = 1</script>'></iframe>",
    "base": "<base href='https://evil.example/'><meta http-equiv=refresh content='0; url=https://evil.example/'>",
    "comment": "--><!--</section></table></svg><script>window.owned = 1</script>",
    "template": "{{constructor.constructor('window.owned=1')()}} ${window.owned=1}",
}


def hostile(text: str) -> Trace:
    passage, rule = Passage("p", f"{text} Owls hunt.", text, text, score=0.5), Rule(text, text, text)
    claim, grade = Claim(f"{text} Owls hunt.", 1.0, "p", 0.9, (text,)), Grade(0.9, 0.9, 0.9, 0.9, True, (), text)
    call = Call(text, text, Usage(1, 0, 5, 5, 1, 0.1), {text: 0.5})
    wrote = {"passages": [passage], "grades": [grade], "rankings": {text: [passage], "fused": [passage]}, text: text}
    read = {"question": text, "passages": [passage], text: text}
    steps = (
        Step("retrieve", 0.1, Usage(), wrote), Step(text, 0.1, Usage(), {"draft": text}, rule, (call,), read),
        Step("verify", 0.1, Usage(), {"claims": [claim], "risk": 0.0, "notes": [text]}),
    )  # fmt: skip
    return Trace(text, steps, f"{text} [1]", (passage, OWL), 1.0, (claim,), (text,))


RAGAS_SAYS = {
    "judge the faithfulness": '{"statements": [{"statement": "a", "reason": "r", "verdict": 1},'
    ' {"statement": "b", "reason": "r", "verdict": 0}]}',
    "Generate a question for the given answer": '{"question": "When do owls hunt?", "noncommittal": 0}',
    "verify if the context was useful": '{"reason": "r", "verdict": 1}',
    "classify if the statement can be attributed": '{"classifications": [{"statement": "a", "reason": "r",'
    ' "attributed": 1}]}',
    "": '{"statements": ["a", "b"]}',
}  # fmt: skip


def same_vector(texts):
    return np.array([[1.0, 0.0] for _ in texts])
