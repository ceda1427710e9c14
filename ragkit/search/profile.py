"""What a folder is about: the type, technical density and tags of each document, and their sum.

Types and density are found when a file is read, from all of its text, before it is cut into
passages (`documents/about.py`); so they are stored with what was read. The tags compare documents
with each other, and are computed when somebody asks. No model is asked, unless one is handed in:
then for the type of each document that no rule decides (advanced, "Document Profiling").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import mean

from langchain_core.language_models import BaseChatModel
from tqdm.auto import tqdm

from ragkit.documents.about import About
from ragkit.documents.corpus import Corpus
from ragkit.search.ask_type import asked_type
from ragkit.search.tags import MOST, tags_of
from ragkit.state import Passage
from ragkit.text.counted import counted
from ragkit.text.printable import shown
from ragkit.text.words import words

UNDECIDED = "not decided"


@dataclass(frozen=True)
class DocumentProfile:
    """What is known of one document."""

    type: str = UNDECIDED
    """A `DocumentType`, or that nothing decides."""
    why: str = ""
    """The sign that decides it."""
    density: float | None = None
    """How technical it is, in [0, 1); None where nobody looked."""
    tags: tuple[str, ...] = ()
    """At most five words that tell it from the others, the most telling first."""


@dataclass(frozen=True)
class CorpusProfile:
    """The profiles of a folder's documents, and their sum. Print it."""

    documents: Mapping[str, DocumentProfile] = field(default_factory=dict)
    """By the document's source."""
    notes: tuple[str, ...] = ()
    """Why a document's type could not be asked for."""

    @property
    def types(self) -> dict[str, int]:
        """How many documents are of each type, the commonest first."""
        found: Counter[str] = Counter()
        for one in self.documents.values():
            found[one.type] += 1
        return dict(found.most_common())

    @property
    def density(self) -> float | None:
        """The mean technical density of the documents, in [0, 1); None where none is known."""
        known = []
        for one in self.documents.values():
            if one.density is not None:
                known.append(one.density)
        if not known:
            return None
        return round(mean(known), 3)

    @property
    def tags(self) -> tuple[str, ...]:
        """The words that are tags of the most documents; at most five."""
        found: Counter[str] = Counter()
        for one in self.documents.values():
            found.update(one.tags)
        commonest = found.most_common(MOST)
        return tuple(tag for tag, _ in commonest)

    @property
    def telling(self) -> set[str]:
        """The stems of all tags: words by which some document is told from the others."""
        stems: set[str] = set()
        for one in self.documents.values():
            for tag in one.tags:
                stems.update(words(tag))
        return stems

    def __str__(self) -> str:
        total = counted(len(self.documents), "document")
        types = [f"{count} {type}" for type, count in self.types.items()]
        facts = [f"{total}: {', '.join(types)}"]
        if self.density is not None:
            facts.append(f"technical density {self.density:.2f}")
        if self.tags:
            tags = ", ".join(self.tags)
            facts.append(f"tags {tags}")
        facts.extend(self.notes)
        return shown("; ".join(facts))


def profile(corpus: Corpus, llm: BaseChatModel | None = None) -> CorpusProfile:
    """The profile of a corpus: by rule alone, or with a model for the types that no rule decides.

    The model is asked once for each such document, with a progress bar.
    """
    tags = tags_of(corpus.passages)
    found = {}
    for source, own in tags.items():
        known = corpus.about.get(source, About())
        type = known.type or UNDECIDED
        found[source] = DocumentProfile(type, known.why, known.density, own)
    by_rule = CorpusProfile(found)
    if llm is None:
        return by_rule
    return _asked(corpus, by_rule, llm)


def _asked(corpus: Corpus, known: CorpusProfile, llm: BaseChatModel) -> CorpusProfile:
    """The profile, with the types that a model chose where no rule does."""
    found = dict(known.documents)
    notes = []
    undecided = _undecided(corpus, known)
    bar = tqdm(undecided.items(), desc="types", unit="file", leave=False, delay=1)
    for source, passages in bar:
        decided, note = asked_type(llm, passages)
        if note:
            notes.append(f"{source}: {note}")
        if decided is None:
            continue
        before = found[source]
        found[source] = replace(before, type=decided.type, why=decided.why)
    return CorpusProfile(found, tuple(notes))


def _undecided(corpus: Corpus, known: CorpusProfile) -> dict[str, list[Passage]]:
    """The passages of each document whose type no rule decides."""
    found: dict[str, list[Passage]] = {}
    for passage in corpus.passages:
        document = known.documents[passage.source]
        if document.type == UNDECIDED:
            own = found.setdefault(passage.source, [])
            own.append(passage)
    return found
