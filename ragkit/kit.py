"""The kit: everything a graph's nodes work with, opened by one line and handed in at `invoke(...,
context=kit)`.

Frozen, and no globals: the same graph with another kit is another experiment.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel

from ragkit.documents.corpus import Corpus
from ragkit.documents.health import trouble
from ragkit.documents.tiers import Tier, tiers_of
from ragkit.evidence import Evidence
from ragkit.ingest import workers
from ragkit.judges import (
    Choice,
    ClaimJudge,
    Judge,
    OddsJudge,
    StructuredJudge,
    TaughtJudge,
    claims_by,
)
from ragkit.mcp import Tools, open_tools
from ragkit.model.chat import chat, with_adapter
from ragkit.model.llm import streamed
from ragkit.opening import (
    embedder_folder,
    index_folder,
    open_corpus,
    open_memory,
    open_retriever,
    say_whose_replies,
)
from ragkit.recommended import with_recommended
from ragkit.screen import Screen
from ragkit.search.domains import Domains
from ragkit.search.embedder import SentenceEmbedder
from ragkit.search.fuse import Retriever
from ragkit.search.memory import FailureMemory
from ragkit.search.profile import CorpusProfile, profile
from ragkit.search.rerank import Score, reranker
from ragkit.search.route_cache import RouteCache
from ragkit.settings import DepthInForce, ModelsInForce, Settings, models_in_force
from ragkit.thresholds import Thresholds, in_force, with_chosen
from ragkit.web import Web, open_web
from ragkit.weights import Adapter, adapters_of, taught_adapter, writer_adapter

if TYPE_CHECKING:
    from ragkit.telemetry import Collector

SIDE_BY_SIDE = 4
"""Number of judgements that an endpoint gets at a time; the embedded model gets one."""


@dataclass(frozen=True)
class Kit:
    """What nodes may use: chat models, retriever, corpus, settings.

    Models are loaded at first use.
    """

    settings: Settings
    corpus: Corpus
    retriever: Retriever
    model: BaseChatModel | None = None
    """Replaces the chat models of the settings; a `ScriptedLLM` in tests."""
    memory: FailureMemory | None = None
    """What earlier runs left behind; None when it is switched off."""
    web: Web | None = None
    """Where to ask when the documents do not have the answer; None when the web is off."""
    tools: Tools | None = None
    """Tools over MCP; their server is started at the first question."""

    @classmethod
    def open(
        cls,
        folder: str | Path,
        quiet: bool = False,
        model: BaseChatModel | str | None = None,
        **settings: Any,
    ) -> Kit:
        """The kit on a folder of documents (md, txt, html, pdf), with settings as keywords.

        `model` is a model's name, as in the settings, or a chat model of your own for every job.
        The first time, the documents are read and embedded, with a progress bar; after that only
        what changed. Settings that you do not set are those of the folder's `ragkit.yml`, and
        thresholds those that `python -m ragkit calibrate` chose, where there are any. Warnings say
        why the odds judge stands in for a taught one, what was lost of the folder, and where it is
        not in English. Lines say where another model replies, and what took long.

        Raises `EmptyCorpus`, `BadTiers`, `BadRecommendation`, `FileNotFoundError`, `StoreBusy`,
        `ChromaFailed`, `ClusterFailed`, `ModelFileError`, `RecordingError`, and `TypeError` for a
        setting that there is not.
        """
        own = None if isinstance(model, str) else model
        if isinstance(model, str):
            settings["model"] = model
        chosen = Settings(**settings)
        if own is None:
            say_whose_replies(chosen, quiet)
        weights = embedder_folder(chosen, quiet)
        embed = SentenceEmbedder(weights)
        with workers(chosen) as there:
            corpus = open_corpus(folder, chosen, weights, quiet, there.read)
            chosen = with_chosen(with_recommended(chosen, corpus.folder), corpus.folder, own)
            index = index_folder(corpus, chosen)
            retriever = open_retriever(corpus, chosen, index, embed, quiet, there.embed)
        memory = open_memory(corpus, chosen, index, embed)
        web = open_web(chosen, Path(folder), embed)
        tools = open_tools(chosen, corpus, Path(folder), embed)
        kit = cls(chosen, corpus, retriever, own, memory, web, tools)
        for note in () if quiet else kit._misfits:
            warnings.warn(note, stacklevel=2)
        return kit

    @property
    def depth(self) -> DepthInForce:
        """How deep a search is, and why. Print it."""
        return self.settings.depth_in_force()

    @property
    def models(self) -> ModelsInForce:
        """Which model does which job, here and in the other tiers, and its price. Print it. A
        chat model of your own does every job.
        """
        return models_in_force(self.settings, is_own=self.model is not None)

    @cached_property
    def thresholds(self) -> Thresholds:
        """The thresholds in force, where each comes from, and why they may not fit. Print it."""
        return in_force(self.settings, self.corpus.folder, self.model, self.corpus.fingerprint)

    @property
    def _misfits(self) -> list[str]:
        """What does not fit: the folder, the critics' thresholds, the judge of the settings."""
        notes = list(filter(None, [trouble(self.corpus)]))
        if self.thresholds.note:
            notes.append(f"the critics' thresholds: {self.thresholds.note}")
        _, writer_note = writer_adapter(self.settings, self.model)
        notes += [note for note in (self.judge_note, writer_note) if note]
        return notes

    @cached_property
    def llm(self) -> BaseChatModel:
        """The chat model that answers."""
        return self.model or chat(self.settings, "answer")

    @cached_property
    def writer(self) -> BaseChatModel:
        """The chat model that answers, as it writes: with its adapter and streamed, where set."""
        llm = self.llm
        adapter, _ = writer_adapter(self.settings, self.model)
        if adapter is not None:
            loaded = adapters_of(self.settings, self.settings.model_for("answer"))
            llm = with_adapter(llm, adapter, loaded.index(adapter))
        return streamed(llm) if self.settings.stream else llm

    @cached_property
    def judge_llm(self) -> BaseChatModel:
        """The chat model that judges; the one that answers, unless the tier names two."""
        judging = self.settings.model_for("judge")
        answering = self.settings.model_for("answer")
        if self.model or judging == answering:
            return self.llm
        return chat(self.settings, "judge")

    @cached_property
    def judge(self) -> Judge:
        """The judge of evidence and drafts. The odds judge stands in for a missing taught one."""
        if self.settings.judge == "structured":
            return StructuredJudge(self.judge_llm)
        embedded = self.settings.replier == "embedded"
        usual = 1 if embedded else SIDE_BY_SIDE
        side_by_side = self.settings.judges or usual
        adapter, _ = self._adapter
        if adapter is None:
            return OddsJudge(self.judge_llm, side_by_side)
        return TaughtJudge(self.judge_llm, adapter, side_by_side)

    @property
    def judge_note(self) -> str:
        """Why the odds judge stands in for the taught one; empty where it does not."""
        _, note = self._adapter
        return note

    @cached_property
    def _adapter(self) -> tuple[Adapter | None, str]:
        """The adapter of the taught judge, or why there is none."""
        return taught_adapter(self.settings, self.model)

    @cached_property
    def claim_judge(self) -> ClaimJudge:
        """The judge of whether the evidence states a claim: the judge, or an NLI cross-encoder.

        Raises `ModelMissing`.
        """
        if self.settings.judge == "nli":
            from ragkit.judges.nli import nli_judge

            return nli_judge(self.settings.nli)
        return claims_by(self.judge, self.settings.partly_above, self.settings.supported_above)

    @cached_property
    def tiers(self) -> tuple[Tier, ...]:
        """The tiers of the corpus, in the order in which they are asked. Raises `BadTiers`."""
        return tiers_of(self.corpus.folder, self.corpus.sources)

    @cached_property
    def domains(self) -> Domains:
        """The archives among the tiers, to be compared with questions."""
        dense = self.retriever.dense
        return Domains(self.tiers, list(dense.passages.values()), dense.vectors, dense.embed)

    @cached_property
    def routes(self) -> RouteCache[Choice]:
        """The routes of earlier questions, while this kit is open (teams)."""
        return RouteCache(self.retriever.dense.embed)

    @cached_property
    def profile(self) -> CorpusProfile:
        """The type, technical density and tags of each document, and their sum. Print it.

        With `ask_types` the model is asked once, at first use, about each document whose type no
        rule decides.
        """
        llm = self.judge_llm if self.settings.ask_types else None
        return profile(self.corpus, llm)

    @cached_property
    def evidence(self) -> Evidence:
        """The one seam for evidence: documents, web and tools, with the screen behind them."""
        settings = self.settings
        screen = Screen(
            self.retriever.sparse.rarity,
            self.corpus.passages,
            settings.order_filter,
            settings.poison_filter,
        )
        return Evidence(
            settings, self.retriever, screen, lambda: self.reranker, self.web, self.tools
        )

    @cached_property
    def reranker(self) -> tuple[Score | None, str]:
        """How passages are reranked, and a note when they are not."""
        return reranker(self.settings, lambda: self.judge_llm)

    @cached_property
    def collector(self) -> Collector | None:
        """Where finished runs are sent as spans of OpenTelemetry; None when the setting is off."""
        if self.settings.otlp is None:
            return None
        # Its libraries are slow to import, and most kits send nothing.
        from ragkit.telemetry import collector_of

        return collector_of(self.settings, is_own=self.model is not None)

    def failed_before(self, query: str) -> bool:
        """Whether a query resembles one that failed in an earlier run (adaptive, eq. 7)."""
        if self.memory is None:
            return False
        return self.memory.tried(query)

    def load(self) -> None:
        """Load the embedding model now, so that no step of a run is charged for it.

        The embedded chat model is loaded at its first request. Any other is opened now, so that a
        fault in its settings is told before the first step.
        """
        load = getattr(self.retriever.dense.embed, "load", None)
        if load is not None:
            load()
        if self.settings.provider != "embedded":
            _ = self.llm

    def close(self) -> None:
        """Let another process open this corpus's index and memory, and end the tools' server."""
        self.retriever.dense.close()
        if self.memory is not None:
            self.memory.close()
        if self.tools is not None:
            self.tools.close()
