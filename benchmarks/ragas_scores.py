"""RAGAS's four metrics, computed on the evidence each run used, with a chat model of the kit.

The metrics are faithfulness, answer relevancy, context precision and context recall (ragas), in
RAGAS's own code and prompts. The model is called through `ask`, as everywhere in the kit. So
replies come from disk the second time, and a reply that cannot be read leaves the run ungraded. The
outer loop is over metrics, the inner one over runs: the prompts of one metric begin alike, and the
server reuses that beginning.
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

from benchmarks.agreement import Grade, Opinion
from ragkit.evaluate.golden.questions import Question
from ragkit.model.errors import ChatFailed, Unreadable
from ragkit.model.llm import ask
from ragkit.model.special_tokens import as_letters
from ragkit.stores import Embed
from ragkit.text.sentences import without_citations
from ragkit.trace import Trace

Form = TypeVar("Form", bound=BaseModel)
Asking = Callable[[Trace, Question], Awaitable[Any]]
"""A metric of a run, computed by RAGAS; the result has a `value`."""
NAMES = ("faithfulness", "answer_relevancy", "context_precision", "context_recall")
"""Names of the metrics, as RAGAS spells them."""


class KitLLM(InstructorBaseRagasLLM):
    """A chat model of the kit, with the interface that RAGAS expects."""

    def __init__(self, llm: BaseChatModel) -> None:
        self.llm = llm

    def generate(self, prompt: str, response_model: type[Form]) -> Form:
        """The reply as a filled-in form. Raises `Unreadable` and `ChatFailed`."""
        return ask(self.llm, as_letters(prompt), response_model)

    async def agenerate(self, prompt: str, response_model: type[Form]) -> Form:
        """The same as `generate`, for RAGAS's event loop."""
        return await asyncio.to_thread(self.generate, prompt, response_model)


class KitEmbedding(BaseRagasEmbedding):
    """The kit's embedding model, with the interface that RAGAS expects."""

    def __init__(self, embed: Embed) -> None:
        super().__init__()
        self.embed = embed

    def embed_text(self, text: str, **_: Any) -> list[float]:
        """The text's embedding, a unit vector."""
        (vector,) = self.embed([text])
        return [float(x) for x in vector]

    async def aembed_text(self, text: str, **_: Any) -> list[float]:
        """The same as `embed_text`, for RAGAS's event loop."""
        return await asyncio.to_thread(self.embed_text, text)


def ragas_scores(
    runs: Sequence[tuple[Trace, Question]], llm: BaseChatModel, embed: Embed, quiet: bool = False
) -> list[Opinion]:
    """RAGAS's grades of each run, in the order of the runs.

    No metric applies to a refusal or a failed run; the two context metrics need a reference answer.
    Give `llm` a limit of a thousand tokens per reply.
    """
    opinions = [Opinion({}) for _ in runs]
    ragas_llm = KitLLM(llm)
    metrics = _metrics(ragas_llm, KitEmbedding(embed))
    total = len(NAMES) * len(runs)
    with tqdm(total=total, desc="RAGAS", disable=quiet) as bar:
        for name in NAMES:
            for at, (trace, question) in enumerate(runs):
                if _applies(name, trace, question):
                    grade, note = _graded(metrics[name], trace, question)
                    opinions[at] = _with_grade(opinions[at], name, grade, note)
                bar.update()
    return opinions


def _with_grade(opinion: Opinion, name: str, grade: Grade, note: str) -> Opinion:
    notes = opinion.notes
    if note:
        notes = (*notes, f"{name}: {note}")
    return Opinion(opinion.grades | {name: grade}, notes)


def _applies(name: str, trace: Trace, question: Question) -> bool:
    if trace.refused or trace.failed:
        return False
    if not trace.answer.strip() or not trace.passages:
        return False
    needs_reference = name.startswith("context")
    return question.answer is not None or not needs_reference


def _metrics(llm: KitLLM, embedding: KitEmbedding) -> dict[str, Asking]:
    """The metrics by name."""
    faithful = Faithfulness(llm=llm)
    # asked once per answer: greedy decoding gives nearly the same question the second time
    relevant = AnswerRelevancy(llm=llm, embeddings=embedding, strictness=1)
    precise = ContextPrecision(llm=llm)
    complete = ContextRecall(llm=llm)

    def answer(trace: Trace) -> str:
        return without_citations(trace.answer)

    def context(trace: Trace) -> list[str]:
        return [passage.text for passage in trace.passages]

    return {
        "faithfulness": lambda t, _: faithful.ascore(t.question, answer(t), context(t)),
        "answer_relevancy": lambda t, _: relevant.ascore(t.question, answer(t)),
        "context_precision": lambda t, q: precise.ascore(t.question, q.answer or "", context(t)),
        "context_recall": lambda t, q: complete.ascore(t.question, context(t), q.answer or ""),
    }


def _graded(asking: Asking, trace: Trace, question: Question) -> tuple[Grade, str]:
    """One metric of one run, in [0, 1], and why there is none."""

    async def value_of_run() -> float:
        result = await asking(trace, question)
        return float(result.value)

    try:
        # in a thread of its own: a notebook's thread already runs an event loop
        with ThreadPoolExecutor(1) as thread:
            value = thread.submit(lambda: asyncio.run(value_of_run())).result()
    except (Unreadable, ChatFailed) as error:
        return None, str(error).splitlines()[0]
    if math.isnan(value):
        return None, "no number"
    return min(1.0, max(0.0, value)), ""
