"""What a node that rewrites the question does in front of `hybrid`, with a scripted model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from pydantic import Field
from sklearn.feature_extraction.text import HashingVectorizer

from ragkit.course.capstones.rewrite import NAME, Node, before_hybrid
from ragkit.documents.corpus import Corpus
from ragkit.kit import Kit
from ragkit.model.briefing import SYSTEM, briefing
from ragkit.model.errors import ChatFailed
from ragkit.model.scripted import ScriptedLLM
from ragkit.search.dense import Dense
from ragkit.search.fuse import Retriever
from ragkit.search.sparse import Sparse
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.stores import ExactVectors
from ragkit.text.counted import counted
from ragkit.text.one_line import first_line
from ragkit.trace import Trace, run

QUESTION = "What do hunters of the night live on?"
REPLY = "Barn owls feed voles shrews"
"""What the model writes for every rewrite: words of the one passage that is wanted."""
WANTED = Passage("owl", "Barn owls feed on voles and shrews.", source="owls.md")
OTHERS = (
    "Night trains run to the coast.",
    "Hunters of old maps live in libraries.",
    "What lives on the moon?",
)
LONGEST = 150
"""Maximum length of a rewrite, in tokens."""
EVIDENCE = "Passages:\n["
"""What only a prompt about evidence contains."""
ABOUT_NODES = ("fields", "one call", "budget", "prefix", "falls back", "in hybrid")
"""The criteria of the rubric that are about the node."""
FAILS = "fails"
UNREADABLE = ("", " \n ", FAILS)
"""Replies of which no query can be made; with the last one, the model fails."""


class NodeLLM(ScriptedLLM):
    """A scripted model that keeps the limits of the calls without evidence, and may fail there."""

    limits: list[int | None] = Field(default_factory=list)
    fails: bool = False

    def _generate(self, messages: list[BaseMessage], *_: Any, **more: Any) -> ChatResult:
        prompt = "\n".join(str(message.content) for message in messages)
        if EVIDENCE not in prompt:
            self.limits.append(more.get("max_tokens"))
            if self.fails:
                raise ChatFailed("the model is away")
        return super()._generate(messages)


@dataclass(frozen=True)
class Ran:
    """A run with the node, or the error that ended it."""

    llm: NodeLLM
    trace: Trace | None
    error: str = ""

    @property
    def first_query(self) -> str:
        """What was searched for; empty where nothing was."""
        if self.trace is None or not self.trace.steps:
            return ""
        queries = self.trace.steps[0].wrote.get("queries")
        for query in queries or ():
            return str(query)
        return QUESTION


def examined(node: Node, folder: Path) -> dict[str, tuple[bool, str]]:
    """What came of the criteria about a node; the index of its documents is written to a folder."""
    ran = _ran(node, REPLY, folder)
    if ran.trace is None or not ran.trace.steps or ran.trace.steps[0].node != NAME:
        why = ran.error or "no step of the node"
        return dict.fromkeys(ABOUT_NODES, (False, why))
    calls = counted(len(ran.llm.limits), "call")
    is_one = len(ran.llm.limits) == 1
    limits = ", ".join(map(str, ran.llm.limits)) or "no call"
    is_bounded = all(limit is not None and limit <= LONGEST for limit in ran.llm.limits)
    found = any(passage.id == WANTED.id for passage in ran.trace.passages)
    searched = f"searched for {ran.first_query[:80]!r}"
    if ran.first_query == QUESTION:
        # A node that does nothing reads, breaks and costs nothing either.
        nothing = dict.fromkeys(ABOUT_NODES, (False, f"{searched}: nothing is rewritten"))
        return nothing | {"one call": (is_one, calls)}
    return {
        "fields": _fields(ran.trace),
        "one call": (is_one, calls),
        "budget": (bool(ran.llm.limits) and is_bounded, f"maximum of tokens: {limits}"),
        "prefix": _prefix(ran),
        "falls back": _falls_back(node, folder),
        "in hybrid": (found and bool(ran.trace.answer), searched),
    }


def scripted_kit(llm: ScriptedLLM, folder: Path) -> Kit:
    """A kit on four passages, in which a word is a direction; a search keeps one of them."""
    others = [Passage(f"other {text}", text, source="others.md") for text in OTHERS]
    passages = (*others, WANTED)
    hashing = HashingVectorizer(n_features=512, alternate_sign=False)

    def embed(texts: Sequence[str]) -> np.ndarray:
        vectors = hashing.transform(texts)
        return np.asarray(vectors.toarray())

    store = ExactVectors(folder, passages, embed, quiet=True)
    retriever = Retriever(Dense(store), Sparse(passages))
    settings = Settings(k=1, rival_from=2.0, provider="embedded")
    corpus = Corpus(folder, passages, {}, {})
    return Kit(settings, corpus, retriever, llm)


def _ran(node: Node, reply: str, folder: Path) -> Ran:
    llm = NodeLLM(replies={EVIDENCE: "Voles and shrews [1].", "": reply}, fails=reply == FAILS)
    kit = scripted_kit(llm, folder)
    try:
        return Ran(llm, run(before_hybrid(node), QUESTION, kit))
    except Exception as error:  # noqa: BLE001 - whatever a stranger's node raises is its result
        return Ran(llm, None, first_line(error))


def _fields(trace: Trace) -> tuple[bool, str]:
    step = trace.steps[0]
    wrote = sorted(step.wrote)
    read = sorted(step.read or ())
    queries = step.wrote.get("queries")
    is_list = isinstance(queries, list)
    wrote_right = is_list and {"queries", "notes"}.issuperset(wrote)
    read_right = {"question"}.issuperset(read)
    came = f"reads {', '.join(read) or 'nothing'}; writes {', '.join(wrote) or 'nothing'}"
    if isinstance(queries, str):
        came += "; `queries` is a text, and has to be a list: `[text]`"
    return wrote_right and read_right, came


def _prefix(ran: Ran) -> tuple[bool, str]:
    """Whether each call about the evidence begins as every such call of the kit."""
    assert ran.trace is not None
    beginning = briefing(QUESTION, ran.trace.passages)
    shared = f"{SYSTEM}\n{beginning}"
    about = [prompt for prompt in ran.llm.prompts if EVIDENCE in prompt]
    same = [prompt for prompt in about if prompt.startswith(shared)]
    is_met = bool(about) and same == about
    return is_met, f"{len(same)} of {len(about)} calls about the evidence"


def _falls_back(node: Node, folder: Path) -> tuple[bool, str]:
    for reply in UNREADABLE:
        ran = _ran(node, reply, folder)
        what = "the model fails" if reply == FAILS else f"the reply is {reply!r}"
        if ran.trace is None or ran.trace.failed:
            why = ran.error or (ran.trace.failed if ran.trace else "")
            return False, f"where {what}, the run ends: {why}"
        if ran.first_query != QUESTION:
            return False, f"where {what}, {ran.first_query!r} is searched for"
    return True, "the question itself is searched for"
