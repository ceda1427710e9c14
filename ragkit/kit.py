"""The kit: everything a graph's nodes work with, opened by one line and handed in at `invoke(..., context=kit)`.

Frozen, and no globals: the same graph with another kit is another experiment.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil
from pathlib import Path
from typing import Any

from langchain_core.language_models import BaseChatModel
from tokenizers import Tokenizer

from ragkit.chat import chat
from ragkit.corpus import Corpus, load
from ragkit.dense import Dense, SentenceEmbedder
from ragkit.judges import ClaimJudge, Judge, OddsJudge, StructuredJudge, claims_by
from ragkit.memory import FailureMemory
from ragkit.rerank import Score, reranker
from ragkit.retrieve import Retriever
from ragkit.settings import Settings
from ragkit.sparse import Sparse
from ragkit.web import Web, open_web
from ragkit.weights import ensure

SIDE_BY_SIDE = 4
"""Judgements that an endpoint gets at a time; the embedded model gets one."""


@dataclass(frozen=True)
class Kit:
    """What nodes may use: chat models, retriever, corpus, settings. Models are loaded at first use."""

    settings: Settings
    corpus: Corpus
    retriever: Retriever
    model: BaseChatModel | None = None
    """Stands in for the chat models of the settings; a `ScriptedLLM` in tests."""
    memory: FailureMemory | None = None
    """What earlier runs left behind; None when it is switched off."""
    web: Web | None = None
    """Where to ask when the documents do not hold it; None when nobody may be asked."""

    @classmethod
    def open(
        cls, folder: str | Path, quiet: bool = False, model: BaseChatModel | str | None = None, **settings: Any
    ) -> Kit:
        """The kit on a folder of documents (md, txt, html, pdf), with settings as keywords.

        `model` is the name of one, as in the settings, or a chat model of your own that stands in for all.

        The first time, the documents are read and embedded, with a progress bar; after that only what changed.
        Raises `EmptyCorpus`, `FileNotFoundError`, `StoreBusy`, `ModelFileError`, and `TypeError` for a setting that
        there is not.
        """
        named, own = ({"model": model}, None) if isinstance(model, str) else ({}, model)
        chosen = Settings(**settings, **named)
        weights = ensure(chosen.embedder, chosen.cache, quiet=quiet)
        corpus = load(folder, chosen, _counter(weights), quiet)
        embed, index = SentenceEmbedder(weights), _index_folder(corpus, chosen)
        dense = Dense(index, corpus.passages, embed, quiet)
        sparse = Sparse(corpus.passages, chosen.bm25_k1, chosen.bm25_b, chosen.bm25s_above)
        memories = chosen.memories or index / "memory"
        memory = FailureMemory(memories, embed, corpus.fingerprint) if chosen.memory else None
        web = open_web(chosen, Path(folder), embed)
        return cls(chosen, corpus, Retriever(dense, sparse, chosen.rrf_k), own, memory, web)

    @cached_property
    def llm(self) -> BaseChatModel:
        """The chat model that answers."""
        return self.model or chat(self.settings, "answer")

    @cached_property
    def judge_llm(self) -> BaseChatModel:
        """The chat model that judges; the one that answers, unless the tier names two."""
        same = self.model or self.settings.model_for("judge") == self.settings.model_for("answer")
        return self.llm if same else chat(self.settings, "judge")

    @cached_property
    def judge(self) -> Judge:
        """Who judges evidence and drafts."""
        if self.settings.judge == "structured":
            return StructuredJudge(self.judge_llm)
        here = self.settings.provider == "embedded"
        return OddsJudge(self.judge_llm, self.settings.judges or (1 if here else SIDE_BY_SIDE))

    @cached_property
    def claim_judge(self) -> ClaimJudge:
        """Who says whether the evidence states a claim: the judge, or an NLI cross-encoder. Raises `ModelMissing`."""
        if self.settings.judge == "nli":
            from ragkit.judges.nli import nli_judge

            return nli_judge(self.settings.nli)
        return claims_by(self.judge, self.settings.partly_above, self.settings.supported_above)

    @cached_property
    def reranker(self) -> tuple[Score | None, str]:
        """How passages are reranked, and a note when they are not."""
        return reranker(self.settings, lambda: self.judge_llm)

    def failed_before(self, query: str) -> bool:
        """Whether a query resembles one that failed in an earlier run (papers/000, eq. 7)."""
        return self.memory is not None and self.memory.tried(query, self.settings.repeat_above)

    def load(self) -> None:
        """Load the models now, so that no step of a run is charged for it."""
        _ = getattr(self.retriever.dense.embed, "model", None), self.llm

    def close(self) -> None:
        """Let another process open this corpus's index and memory."""
        self.retriever.dense.close()
        if self.memory is not None:
            self.memory.close()


def _counter(weights: Path) -> Callable[[str], int]:
    """Length in tokens of the embedding model, which is the one that drops what is too long.

    A word of a million letters is one unknown token to it; so each ten characters count as one at least.
    """
    tokenizer = Tokenizer.from_file(str(weights / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()

    @lru_cache(maxsize=50_000)  # a text without spaces is counted letter by letter
    def count(text: str) -> int:
        return max(len(tokenizer.encode(text, add_special_tokens=False).ids), ceil(len(text) / 10))

    return count


def _index_folder(corpus: Corpus, settings: Settings) -> Path:
    """A vector store for each corpus and way of cutting it, so that experiments do not undo each other."""
    documents = corpus.folder.resolve()
    what = (str(documents), settings.chunk_tokens, settings.chunk_overlap, settings.embedder)
    root = settings.indexes or settings.cache / "indexes"
    name = documents.parent.name if documents.name == "docs" else documents.name
    return root / f"{name[:40]}-{hashlib.sha256(repr(what).encode()).hexdigest()[:12]}"
