"""RAGAS's four metrics of runs, on the evidence that they really used, judged by any chat model of the kit.

Faithfulness, answer relevancy, context precision and context recall (Es et al. 2023, arXiv:2309.15217), in RAGAS's own
code and prompts. The model is asked through `ask`, like everywhere in the kit, so replies come from disk the second
time, and a reply that cannot be read is ungraded. Metrics are the outer loop, runs the inner one: the calls of one
metric begin alike, and the server reuses that.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from langchain_core.language_models import BaseChatModel
from pydantic import BaseModel
from ragas.embeddings.base import BaseRagasEmbedding
from ragas.llms.base import InstructorBaseRagasLLM
from ragas.metrics.collections import AnswerRelevancy, ContextPrecision, ContextRecall, Faithfulness
from tqdm.auto import tqdm

from ragkit.chat_errors import ChatFailed, Unreadable
from ragkit.claims import without_citations
from ragkit.dense import Embed
from ragkit.evaluate.agreement import Grade, Opinion
from ragkit.evaluate.questions import Question
from ragkit.llm import ask
from ragkit.trace import Trace

Form = TypeVar("Form", bound=BaseModel)
NAMES = ("faithfulness", "answer_relevancy", "context_precision", "context_recall")


class KitLLM(InstructorBaseRagasLLM):
    """A chat model of the kit, as RAGAS wants to ask it."""

    def __init__(self, llm: BaseChatModel) -> None:
        self.llm = llm

    def generate(self, prompt: str, response_model: type[Form]) -> Form:
        """The filled-in form; raises `Unreadable` and `ChatFailed`."""
        return ask(self.llm, prompt, response_model)

    async def agenerate(self, prompt: str, response_model: type[Form]) -> Form:
        """The same, from RAGAS's event loop."""
        return await asyncio.to_thread(self.generate, prompt, response_model)


class KitEmbedding(BaseRagasEmbedding):
    """The kit's embedding model, as RAGAS wants to ask it."""

    def __init__(self, embed: Embed) -> None:
        super().__init__()
        self.embed = embed

    def embed_text(self, text: str, **_: Any) -> list[float]:
        """A unit vector."""
        return [float(x) for x in self.embed([text])[0]]

    async def aembed_text(self, text: str, **_: Any) -> list[float]:
        """The same, from RAGAS's event loop."""
        return await asyncio.to_thread(self.embed_text, text)


def ragas_scores(
    runs: Sequence[tuple[Trace, Question]], llm: BaseChatModel, embed: Embed, quiet: bool = False
) -> list[Opinion]:
    """What RAGAS says of each run, in their order; `llm` should be allowed a thousand tokens a reply.

    Nothing applies to a refusal or a failed run; the two context metrics need a reference answer.
    """
    found: list[Opinion] = [Opinion({}) for _ in runs]
    asking = _asking(KitLLM(llm), KitEmbedding(embed))
    with tqdm(total=len(NAMES) * len(runs), desc="RAGAS", disable=quiet) as bar:
        for name in NAMES:
            for at, (trace, question) in enumerate(runs):
                if _applies(name, trace, question):
                    grade, note = _graded(asking[name], trace, question)
                    notes = (*found[at].notes, f"{name}: {note}") if note else found[at].notes
                    found[at] = Opinion(found[at].grades | {name: grade}, notes)
                bar.update()
    return found


def _applies(name: str, trace: Trace, question: Question) -> bool:
    went_out = not (trace.refused or trace.failed) and bool(trace.answer.strip()) and bool(trace.passages)
    return went_out and (not name.startswith("context") or question.answer is not None)


def _asking(llm: KitLLM, embedding: KitEmbedding) -> dict[str, Callable[[Trace, Question], Awaitable[Any]]]:
    """How each metric is asked about a run; once, since greedy decoding says nearly the same the second time."""
    faithful, relevant = Faithfulness(llm=llm), AnswerRelevancy(llm=llm, embeddings=embedding, strictness=1)
    precise, complete = ContextPrecision(llm=llm), ContextRecall(llm=llm)

    def said(trace: Trace) -> str:
        return without_citations(trace.answer)

    def read(trace: Trace) -> list[str]:
        return [passage.text for passage in trace.passages]

    return {
        "faithfulness": lambda t, _: faithful.ascore(t.question, said(t), read(t)),
        "answer_relevancy": lambda t, _: relevant.ascore(t.question, said(t)),
        "context_precision": lambda t, q: precise.ascore(t.question, q.answer or "", read(t)),
        "context_recall": lambda t, q: complete.ascore(t.question, read(t), q.answer or ""),
    }


def _graded(asking: Callable[[Trace, Question], Awaitable[Any]], trace: Trace, question: Question) -> tuple[Grade, str]:
    """A metric of one run in [0, 1], and why there is none."""

    async def asked() -> float:
        return float((await asking(trace, question)).value)

    try:
        with ThreadPoolExecutor(1) as thread:  # a notebook has an event loop already, and a thread has none
            value = thread.submit(lambda: asyncio.run(asked())).result()
    except (Unreadable, ChatFailed) as error:
        return None, str(error).splitlines()[0]
    return (None, "no number") if math.isnan(value) else (min(1.0, max(0.0, value)), "")
