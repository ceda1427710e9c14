"""A kit without model files: an embedder to which a word is a direction, a model that says what a table says."""

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import shake_256
from pathlib import Path
from typing import Any

import numpy as np
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage
from langchain_core.outputs import ChatResult

from ragkit.documents.corpus import Corpus
from ragkit.graphs.advanced import (
    aspects,
    decide_strategy,
    evaluate_answer,
    judge_evidence,
    query_expansion,
    rewrite_and_refine,
)
from ragkit.graphs.hierarchy import review
from ragkit.graphs.single import router, use_tool
from ragkit.graphs.tiered.early_exit import KNOWN, WISH
from ragkit.graphs.tiered.gate.answerability import PREMISE
from ragkit.judges.claim_judge import STATED
from ragkit.judges.fit_judge import FITS
from ragkit.judges.helps import HELPS
from ragkit.kit import Kit
from ragkit.model.scripted import ScriptedLLM
from ragkit.nodes.context_critic import ANSWERABLE, RELEVANT, SUFFICIENT
from ragkit.nodes.generate import ANSWER
from ragkit.nodes.retry import KEYWORDS
from ragkit.search.dense import Dense
from ragkit.search.fuse import Retriever
from ragkit.search.memory import FailureMemory
from ragkit.search.sparse import Sparse
from ragkit.settings import Settings
from ragkit.state import Found, Passage
from ragkit.stores import ExactVectors

DIMENSIONS = 64


class FakeEmbed:
    """The same text gets the same unit vector; texts that share words are near. `asked` counts texts."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        sums = np.array([np.sum([direction(word) for word in text.casefold().split()], axis=0) for text in texts])
        return sums / np.linalg.norm(sums, axis=1, keepdims=True)


@cache
def direction(word: str) -> np.ndarray:
    return np.frombuffer(shake_256(word.encode()).digest(DIMENSIONS), dtype=np.uint8) - 127.5


OWL = Passage("owl", "Most owls hunt mice at night.", source="owls.md", section="Owls")
CAT = Passage("cat", "Most cats hunt mice by day.", source="cats.md", section="Cats")
TREE = Passage("tree", "Trees stand still for years.", source="trees.md", section="Trees")
FISH = Passage("fish", "Fish swim in the river.", source="fish.md", section="Fish")
MOSS = Passage("moss", "Moss grows on stones.", source="moss.md", section="Moss")
BAT = Passage("bat", "Bats hunt moths at dusk.", source="https://bats.example")


class FakeWeb:
    """A web that finds these passages, whatever it is asked. `asked` keeps the queries."""

    def __init__(self, *passages: Passage, notes: Sequence[str] = ()) -> None:
        self.found, self.asked = Found(list(passages), list(notes)), []

    def search(self, query: str) -> Found:
        self.asked.append(query)
        return self.found


def small_kit(
    folder: Path, model: BaseChatModel | None = None, memory: bool = False, web: Any = None,
    embed: FakeEmbed | None = None, **settings: Any,
) -> Kit:  # fmt: skip
    """A kit on five passages, whose index in `folder` is made by `FakeEmbed`.

    By default it has no memory, web and readings, and takes three passages.
    """
    usual = {"rival_from": 2.0, "retry": True, "k": 3, "fusion": "rrf"}
    chosen, passages = Settings(**usual | settings), (OWL, CAT, TREE, FISH, MOSS)
    embed = embed or FakeEmbed()
    retriever = Retriever(
        Dense(ExactVectors(folder, passages, embed, quiet=True)), Sparse(passages), fusion=chosen.fusion
    )
    remembered = FailureMemory(folder / "memory", embed) if memory else None
    return Kit(chosen, Corpus(folder, passages, {}, {}), retriever, model, remembered, web)


ASKED = {
    "relevant": RELEVANT,
    "sufficient": SUFFICIENT,
    "answerable": ANSWERABLE,
    "helps": HELPS.partition("]")[2],
    "keywords": KEYWORDS,
    "draft": ANSWER.partition("{")[0],
    "stated": STATED.partition("\n")[2],
    "fits": FITS.partition("\n")[2],
    "premise": PREMISE.partition("{")[0],
    "recalled": WISH.partition("\n\n")[2],
    "known": KNOWN.partition("\n")[2],
    "strategy": decide_strategy.ASKED.partition("\n")[0],
    "variants": query_expansion.PROMPT.partition("\n")[0],
    "says": aspects.SAYS.partition("{")[0],
    "states": aspects.STATES.partition("{")[0],
    "evidence_issue": judge_evidence.ASKED,
    "reworded": rewrite_and_refine.WISH.partition("{")[0],
    "draft_issue": evaluate_answer.ASKED.partition("\n")[2],
    "route": router.ASKED.partition("}")[2].strip(),
    "next": use_tool.ASKED,
    "plan_move": review.ASKED,
    "refined": review.WISH["refine"],
    "added": review.WISH["add"],
}
"""What only the prompt of each call holds, by a short name."""
CONTENT: dict[str, Any] = {
    "relevant": 0.9, "sufficient": 0.8, "answerable": 0.9, "helps": 0.9, "keywords": "night",
    "draft": "Owls hunt mice at night [1].", "stated": 0.95, "fits": 0.95,
    "premise": 0.9, "recalled": "I do not know.", "known": 0.9,
    "variants": '{"technical": "Which animals forage?", "simple": "What hunts mice?", "aspect": "Where do owls eat?"}',
    "strategy": {"C": 1.0}, "says": 0.1, "states": 0.9, "reworded": "Which owls hunt mice?",
    "evidence_issue": {"B": 1.0}, "draft_issue": {"D": 1.0}, "route": {"A": 1.0}, "next": {"A": 1.0},
    "plan_move": {"A": 1.0}, "refined": "", "added": "",
}  # fmt: skip
"""What a model says that approves everything: a text, or the odds of yes."""


class Turns(ScriptedLLM):
    """A model whose mind changes: a list in `turns` is said one after the other, its last item from then on."""

    turns: dict[str, list[Any]]

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        prompt = "\n".join(str(message.content) for message in messages)
        for key, left in self.turns.items():
            if key in prompt and left:
                self.replies[key] = yes(left.pop(0))
        return super()._generate(messages, *args, **kwargs)

    def count(self, call: str) -> int:
        """How often a call of `ASKED` was made."""
        return sum(ASKED[call] in prompt for prompt in self.prompts)


def model(**said: Any) -> Turns:
    """A model for whole runs, which is content with everything but what is `said` otherwise, by the name of a call."""
    table = {ASKED.get(call, call): reply for call, reply in (CONTENT | said).items()}
    turns = {key: list(reply) for key, reply in table.items() if isinstance(reply, list)}
    return Turns(replies={key: yes(reply) for key, reply in table.items() if key not in turns}, turns=turns)


def yes(reply: Any) -> Any:
    """A number as the odds of yes; a text as it is."""
    return {"yes": reply, "no": 1 - reply} if isinstance(reply, int | float) else reply


def served(llm: ScriptedLLM) -> Callable[[dict[str, Any]], tuple[int, Any]]:
    """What an OpenAI-compatible endpoint replies when this model is behind it; for the `endpoint` fixture."""

    def answer(body: dict[str, Any]) -> tuple[int, Any]:
        said = llm._generate([HumanMessage(message["content"]) for message in body["messages"]]).generations[0].message
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said.content}}
        return 200, {"choices": [choice | {"logprobs": said.response_metadata.get("logprobs")}]}

    return answer
