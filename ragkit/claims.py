"""A draft answer to claims that can be checked one by one (papers/000, section 4.7, step 1 and eq. 13).

A claim stands alone and states one fact; together they say what the draft says. Most drafts need no model for it: their
sentences are the claims. Where sentences lean on each other a model rewrites them, and rules check that it added and
lost nothing; if it did, the sentences are checked as they are. Left out: whether the model kept who did what. Claims
that swap two names of the draft pass here, and are left to the judge.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

from langchain_core.language_models import BaseChatModel
from pydantic import BaseModel, Field

from ragkit.anchors import missing
from ragkit.chat_errors import Unreadable
from ragkit.llm import ask
from ragkit.sparse import words
from ragkit.state import REFUSAL

LONG = 25
"""Words; a longer sentence may well state two facts."""
KEPT = 0.8
"""The share of the draft's words that the claims must have."""

PRONOUNS = {"it", "its", "he", "his", "she", "her", "they", "them", "their", "this", "that", "these", "those", "such"}
CONNECTIVES = {
    "therefore",
    "however",
    "then",
    "also",
    "thus",
    "hence",
    "so",
    "but",
    "and",
    "or",
    "otherwise",
    "instead",
}
LEANING = PRONOUNS | CONNECTIVES
GLUE = set(words("has have had do does did can may which who when while also both " + " ".join(PRONOUNS)))
"""Words, stemmed, that a claim may add or leave out: they carry no fact of their own."""
NEGATION = re.compile(r"\b(?:not|no|never|none|neither|nor|cannot|without)\b|n't\b", re.IGNORECASE)

CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_CITED = r"(?<!\b[A-Za-z])\[(\d+(?:\s*[,;]\s*\d+)*)\]"  # not a[1], an array's element
CITATION = re.compile(
    rf"(?P<code>{CODE.pattern})|(?:\b[Aa]ccording to (?:passages? )?{_CITED},?\s*|\s*{_CITED})", re.DOTALL
)
END = re.compile(r"(?<=[.!?])\s+|(?<=[.!?][\"')])\s+|\n\s*\n\s*|\n\s*(?=(?:[-*•]|\d+[.)])\s)")
NO_END = re.compile(r"(?:\b(?:e\.g|i\.e|vs|cf|ca|approx|resp|Dr|Mrs?|Prof|St|Fig|Eq|No)|(?:^|\n)\s*\d{1,2})\.$")
BULLET = re.compile(r"^(?:[-*•]|\d{1,2}[.)])\s+")

PROMPT = """Question: {question}

Answer: {draft}

Write the answer as a list of claims. Each claim is one sentence with one fact, in the words of the answer. A reader \
sees each claim alone: write what it, its, they, this or these stand for. Add nothing and leave nothing out."""


class Claims(BaseModel):
    """What the model fills in."""

    claims: list[Annotated[str, Field(max_length=240)]] = Field(min_length=1, max_length=8)


def split(llm: BaseChatModel, draft: str, question: str) -> tuple[list[str], str]:
    """The claims of a draft in order, and a note, empty unless the model's claims could not be used.

    A refusal and an empty draft claim nothing. A model that cannot be reached raises `ChatFailed`.
    """
    if not draft.strip() or draft.strip() == REFUSAL:
        return [], ""
    said = sentences(without_citations(draft))
    said = [sentence for sentence in said if not sentence.endswith("?")] or said  # a question states nothing
    if len(said) == 1:
        return _parts(said[0]), ""
    if all(map(_stands_alone, said)):
        return said, ""
    text = "\n".join(said)
    try:
        claims = ask(llm, PROMPT.format(question=question, draft=text), Claims, retries=0).claims
        why = faults(claims := [claim.strip() for claim in claims], text, question)
    except Unreadable as error:
        why = str(error).splitlines()[0]
    return (said, f"checked sentence by sentence: {why}") if why else (claims, "")


def faults(claims: Sequence[str], draft: str, question: str) -> str:
    """What is wrong with a model's claims of a draft; empty when nothing is.

    >>> faults(["Owls hunt at night.", "Owls eat 3 mice."], "Owls hunt at night. They eat 3 mice.", "")
    ''
    >>> faults(["Owls hunt at night."], "Owls hunt at night. They eat 3 mice.", "")
    'the model lost 3'
    """
    everything, stems = "\n".join(claims), set(words(draft)) - GLUE
    new = [word for word in words(everything) if word not in GLUE.union(words(f"{draft} {question}"))]
    lost = stems.difference(words(everything))
    if not all(claims) or len({tuple(words(claim)) for claim in claims}) < len(claims):
        return "the model gave an empty claim, or one twice"
    if leaning := [claim for claim in claims if PRONOUNS.intersection(_lower(claim)[:1])]:
        return f"the model's claim does not stand alone: {leaning[0]}"
    if added := missing(everything, draft, question) or new:
        return f"the model added {', '.join(dict.fromkeys(added))}"
    if gone := missing(draft, everything) or (sorted(lost) if len(lost) > (1 - KEPT) * len(stems) else []):
        return f"the model lost {', '.join(gone)}"
    if bool(NEGATION.search(draft)) != bool(NEGATION.search(everything)):
        return "the model added or lost a not"
    return ""


def sentences(text: str) -> list[str]:
    """A text's sentences, and its list items without their bullets.

    >>> sentences("E. W. Dijkstra found it, e.g. in 1.5 h. It takes O(n log n). `a. b` runs.")
    ['E. W. Dijkstra found it, e.g. in 1.5 h.', 'It takes O(n log n).', '`a. b` runs.']
    """
    masked = CODE.sub(_masked, text)  # as long as the text, without the full stops and line breaks of code
    ends = [end.span() for end in END.finditer(masked) if not _goes_on(masked, *end.span())]
    pieces = [text[start:stop] for (_, start), (stop, _) in pairwise([(0, 0), *ends, (len(text), 0)])]
    return [plain for piece in pieces if (plain := BULLET.sub("", " ".join(piece.split())))]


def citations(text: str) -> list[int]:
    """The numbers of the passages that a text cites, in order of appearance; brackets in code cite nothing.

    >>> citations("Owls hunt [2] at night [1, 3], as `row[2]` and d[7] say. [2]")
    [2, 1, 3, 2]
    """
    return [int(n) for cited in CITATION.finditer(text) if not cited["code"] for n in re.findall(r"\d+", cited[0])]


def without_citations(text: str) -> str:
    """A text without the passages that it cites.

    >>> without_citations("[1] Owls hunt at night [2, 3]. According to [2], mice hide; so says `row[2]`.")
    'Owls hunt at night. mice hide; so says `row[2]`.'
    """
    return CITATION.sub(lambda cited: cited["code"] or "", text).strip()


def _parts(sentence: str) -> list[str]:
    """A sentence cut at its semicolons, if every part stands alone and none speaks of another."""
    cuts = [(0, 0), *(cut.span() for cut in re.finditer("; ", CODE.sub(_masked, sentence))), (len(sentence), 0)]
    parts = [sentence[start:stop] for (_, start), (stop, _) in pairwise(cuts)]
    closed = all(len(part.split()) > 3 and part.count("(") == part.count(")") for part in parts)
    leaning = any(_leans(part) or PRONOUNS.intersection(_lower(part)) for part in parts[1:])
    return parts if closed and not leaning else [sentence]


def _stands_alone(sentence: str) -> bool:
    return len(sentence.split()) <= LONG and "; " not in sentence and sentence[-1] != ":" and not _leans(sentence)


def _leans(sentence: str) -> bool:
    """Whether a sentence begins with what another one says: "It takes", "With it", "Therefore"; not "Note that"."""
    begun = _lower(sentence)[:3]
    return bool(
        PRONOUNS.union(CONNECTIVES).intersection(begun[:1]) or PRONOUNS.difference({"that"}).intersection(begun)
    )


def _lower(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _masked(code: re.Match[str]) -> str:
    """As many letters; a block of code ends a sentence."""
    return "x" * (len(code[0]) - 1) + ("." if "\n" in code[0] else "x")


def _goes_on(text: str, stop: int, start: int) -> bool:
    """Whether the full stop before `stop` ends an abbreviation or an initial, and no sentence."""
    before, after = text[:stop], text[start:]
    if NO_END.search(before):
        return True
    if re.search(r"(?:\b(?:etc|al)|\.\.)\.$", before):
        return after[:1].islower()
    surname = after[:1].isupper() and words(after.split()[0]) and not LEANING.intersection(_lower(after)[:1])
    return bool(surname and re.search(r"(?<!\w)[A-Z]\.$", before))  # in "edge E. The" a sentence ends
