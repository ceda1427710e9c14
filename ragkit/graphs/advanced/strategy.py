"""How to search a question: by meaning, by its words, or by both (advanced, feature 4).

The paper asks a model for each question. Here rules decide first, by signs that a reader can see:
what is quoted, a code or a file's name has to be in the passage as it stands, so it is searched by
words; a short question after a reason or an idea names nothing that could be matched, so it is
searched by meaning. Most questions have names and other words, and get both. A model is asked only
where no rule decides (`decide_strategy.py`).

Left out: what documents in other languages than English ask with. No rule decides about those,
unless by a sign of their form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ragkit.search import CorpusProfile, Way
from ragkit.text.anchors import OPENERS, anchors
from ragkit.text.words import WORD, words

__all__ = ["Strategy", "Way", "choose", "worded"]

SHORT = 12
"""Number of words up to which a question is short."""
QUOTED = re.compile(r"[\"“„»`][^\"“”„«»`\n]{2,80}[\"”“«»`]")
FILE = re.compile(
    r"\b[\w-]+\.(?:md|txt|html?|pdf|csv|json|ya?ml|toml|py|c|h|js|sh)\b", re.IGNORECASE
)
CODE = re.compile(
    r"""
    (?<!\w)(?:
        [^\W\d]\w*_\w+              # a name with an underscore: max_level
        | [a-z]+[A-Z]\w*            # or with a capital inside: fileName
        | [^\W\d]\w+\(\)            # a function: walk()
        | --[a-z][\w-]+             # an option of a command: --quiet
        | [A-Z]{2,5}-\d[\w-]*       # a code: WF-052
    )
    """,
    re.VERBOSE,
)
# A number that is no year, no count and no part of a name: 4.2, 12.5, 3,580, 0042.
EXACT = re.compile(r"(?<![\w.,-])(?:\d+\.\d+(?:\.\d+)*|\d{1,3}(?:,\d{3})+|0\d+|\d{5,})(?![\w-])")
MEANING = re.compile(
    r"^\W*(?:why\b|how (?:does|do|can|come|is|are|would|should)\b|explain\b|summari[sz]e\b"
    r"|(?:describe|tell me)\b|what (?:is|are) the (?:main )?(?:ideas?|point|purpose|reasons?)\b"
    r"|what does .{1,60} mean\b|what is .{1,60} good for\b)",
    re.IGNORECASE,
)
_ASKING = """
    am any can could did do does had has have how i is it its many me much my of please shall should
    tell than that they was were what when where which who whom whose why will would you your
"""
ASKING = {*_ASKING.split(), *OPENERS.split()}
"""Words that only ask, and are in no answer for that reason."""


@dataclass(frozen=True)
class Strategy:
    """A way to search, with the reason for it."""

    way: Way
    confidence: float | None
    """How sure the choice is, in [0, 1]; None where nothing says."""
    why: str


class Seen(NamedTuple):
    """What a rule looks at."""

    question: str
    names: set[str]
    """The names, numbers and formulas of the question."""
    telling: set[str]
    """Those of its words that tell documents of this folder from the others."""


class Rule(NamedTuple):
    """A way to search, and the sign that decides for it."""

    way: Way
    confidence: float
    sign: Callable[[Seen], str]
    """What of the question is the sign; empty where it has none."""
    why: str


def choose(question: str, profile: CorpusProfile) -> Strategy | None:
    """The strategy for a question by the first rule that fits; None where none does.

    >>> folder = CorpusProfile()
    >>> choose("What does `max_level` do?", folder)
    Strategy(way='keyword', confidence=0.8, why='it quotes `max_level`')
    >>> choose("Why do the pumps stop at night?", folder).way
    'semantic'
    >>> choose("What did Dijkstra publish?", folder).way
    'hybrid'
    >>> choose("Which pump is the best for a small garden?", folder) is None
    True
    """
    of_folder = profile.telling.intersection(words(question))
    seen = Seen(question, anchors(question), of_folder)
    for rule in RULES:
        sign = rule.sign(seen)
        if sign:
            return Strategy(rule.way, rule.confidence, rule.why.format(sign=sign))
    return None


def worded(question: str, strategy: Strategy | None) -> str:
    """A question as it suits a strategy: for a search by words, without those that only ask.

    Stop words are no help to BM25 either, and are gone too. A search by meaning gets the question
    as it is, because the embedding model was trained on whole sentences; so does a search by both.
    It is also left as it is where nothing else would remain.

    >>> keyword = Strategy("keyword", 0.8, "it has a code")
    >>> worded("What does the option max_level of Tidemark 4.2 do?", keyword)
    'option max_level Tidemark 4.2'
    >>> worded("Why so?", keyword), worded("Why?", None)
    ('Why so?', 'Why?')
    """
    if strategy is None or strategy.way != "keyword":
        return question
    kept = [part for part in question.split() if _says_something(part)]
    if not kept:
        return question
    return " ".join(kept).rstrip("?!. ")


def _says_something(part: str) -> bool:
    """Whether a part of a question has a word that does not only ask."""
    said = {word.lower() for word in WORD.findall(part)}
    left = " ".join(said - ASKING)
    return bool(words(left))


def _found(pattern: re.Pattern[str]) -> Callable[[Seen], str]:
    """The sign that a pattern finds in the question."""

    def sign(seen: Seen) -> str:
        found = pattern.search(seen.question)
        return found[0] if found else ""

    return sign


def _meaning_alone(seen: Seen) -> str:
    """The opening of a short question that names nothing, and has no word of a document's own."""
    opening = MEANING.search(seen.question)
    is_short = len(seen.question.split()) <= SHORT
    if not opening or not is_short:
        return ""
    if seen.names or seen.telling:
        return ""
    return opening[0].strip().lower()


def _names(seen: Seen) -> str:
    """The names of the question."""
    return ", ".join(sorted(seen.names))


# The first row that fits decides. The confidences are set by hand: among the golden questions too
# few have such a sign to measure them (docs/retrieval.md).
RULES = (
    Rule("keyword", 0.8, _found(QUOTED), "it quotes {sign}"),
    Rule("keyword", 0.8, _found(FILE), "it names the file {sign}"),
    Rule("keyword", 0.8, _found(CODE), "it has the identifier {sign}"),
    Rule("keyword", 0.6, _found(EXACT), "it has the exact number {sign}"),
    Rule("semantic", 0.5, _meaning_alone, 'it is short, asks "{sign}", and names nothing'),
    Rule("hybrid", 0.7, _names, "it names {sign}, and asks in other words"),
)
