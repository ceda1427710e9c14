"""A draft answer to claims that can be checked one by one (papers/000, section 4.7, step 1 and eq. 13).

A claim stands alone and states one fact; together they say what the draft says. Most drafts need no model for it: their
sentences are the claims. Where sentences lean on each other a model rewrites them, and rules check that it added and
lost nothing; if it did, the sentences are checked as they are. Left out: whether the model kept who did what. Claims
that swap two names of the draft pass here, and are left to the judge.
"""

from __future__ import annotations

import re
from collections import Counter
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

KEPT = 0.8  # of a sentence's words, by the claims that tell it

PRONOUNS = {"it", "its", "he", "his", "she", "her", "they", "them", "their", "this", "that", "these", "those", "such"}
LEANING = PRONOUNS.union(
    ("therefore", "however", "then", "also", "thus", "hence", "so", "but", "and", "or", "otherwise", "instead")
)
GLUE = set(words("has have had do does did can may which who when while both " + " ".join(LEANING)))
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

PROMPT = """Rewrite an answer as claims. Each claim is one sentence with one fact, in the words of the answer, and \
says by name what "it", "its", "they" or "this" stands for. Add nothing and leave nothing out.

Question: How do owls live?
Answer: The barn owl hunts at night. It eats 3 mice a day and hides by day. Its ears were studied in 1971. They hear \
mice under snow.
Claims: ["The barn owl hunts at night.", "The barn owl eats 3 mice a day.", "The barn owl hides by day.", \
"The barn owl's ears were studied in 1971.", "The barn owl's ears hear mice under snow."]

Question: {question}
Answer: {draft}
Claims:"""


class Claims(BaseModel):
    """What the model fills in."""

    claims: list[Annotated[str, Field(max_length=240)]] = Field(min_length=1, max_length=8)


def split(llm: BaseChatModel, draft: str, question: str) -> tuple[list[str], str]:
    """The claims of a draft in order, and a note, empty unless the model's claims could not be used.

    A refusal and an empty draft claim nothing. A model that cannot be reached raises `ChatFailed`.
    """
    if not draft.strip() or draft.strip() == REFUSAL:
        return [], ""
    said = list(dict.fromkeys(sentences(without_citations(draft))))
    said = [sentence for sentence in said if not sentence.endswith("?")] or said  # a question states nothing
    parts = [part for sentence in said for part in _parts(sentence)]
    if len(said) == 1 or all(map(_stands_alone, parts)):
        return parts, ""
    text = " ".join(said)
    try:
        claims = ask(llm, PROMPT.format(question=question, draft=text), Claims, retries=0).claims
        claims = [one for claim in claims for one in sentences(claim) or [""]]
        why = faults(claims, text, question)
    except Unreadable as error:
        why = str(error).splitlines()[0]
    return (parts, f"checked sentence by sentence: {why}") if why else (claims, "")


def faults(claims: Sequence[str], draft: str, question: str) -> str:
    """What is wrong with a model's claims of a draft; empty when nothing is.

    >>> faults(["Owls hunt at night.", "Owls eat 3 mice."], "Owls hunt at night. They eat 3 mice.", "")
    ''
    >>> faults(["Owls hunt at night."], "Owls hunt at night. They eat 3 mice.", "")
    'the model lost 3'
    """
    everything, given = "\n".join(claims), GLUE.union(words(f"{draft} {question}"))
    if not all(claims) or len({tuple(words(claim)) for claim in claims}) < len(claims):
        return "the model gave an empty claim, or one twice"
    if leaning := [claim for claim in claims if PRONOUNS.intersection(_lower(claim)[:1])]:
        return f"the model's claim does not stand alone: {leaning[0]}"
    if added := missing(everything, draft, question) or [word for word in words(everything) if word not in given]:
        return f"the model added {', '.join(dict.fromkeys(added))}"
    if gone := missing(draft, everything):
        return f"the model lost {', '.join(gone)}"
    for sentence, told in _told(sentences(draft), claims):
        wanted = set(words(sentence)) - GLUE
        if len(wanted.intersection(words(told))) < KEPT * len(wanted):
            return f"the model lost much of: {sentence}"
        if NEGATION.search(sentence) and not NEGATION.search(told):
            return f"the model lost a not of: {sentence}"
    return "the model added a not" if NEGATION.search(everything) and not NEGATION.search(draft) else ""


def _told(said: Sequence[str], claims: Sequence[str]) -> list[tuple[str, str]]:
    """Each sentence with the claims that have more of it than of others: in words, or in share of its own words."""
    held = [set(words(sentence)) - GLUE for sentence in said]
    seen = Counter(word for one in held for word in one)
    told: list[list[str]] = [[] for _ in said]
    for claim in claims:
        have = [one.intersection(words(claim)) for one in held]
        shares = [sum(seen[w] == 1 for w in h) / (sum(seen[w] == 1 for w in one) or 1) for h, one in zip(have, held)]
        for own, has, share in zip(told, have, shares, strict=True):
            if len(has) == max(map(len, have)) or share == max(shares):
                own.append(claim)
    return [(sentence, " ".join(own)) for sentence, own in zip(said, told, strict=True)]


def sentences(text: str) -> list[str]:
    """A text's sentences, and its list items without their bullets.

    >>> sentences("E. W. Dijkstra found it, e.g. in 1.5 h. It takes O(n log n). `a. b` runs.")
    ['E. W. Dijkstra found it, e.g. in 1.5 h.', 'It takes O(n log n).', '`a. b` runs.']
    """
    return [plain for piece in _cut(text, END) if (plain := BULLET.sub("", " ".join(piece.split())))]


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
    parts = _cut(sentence, re.compile("; "))
    closed = all(len(part.split()) > 3 and part.count("(") == part.count(")") for part in parts)
    leaning = any(_leans(part) or PRONOUNS.intersection(_lower(part)) for part in parts[1:])
    return parts if closed and not leaning else [sentence]


def _stands_alone(sentence: str) -> bool:
    return sentence[-1] != ":" and not _leans(sentence)


def _leans(sentence: str) -> bool:
    """Whether a sentence begins with what another one says: "It takes", "With it", "Therefore"; not "Note that"."""
    begun = _lower(sentence)[:3]
    return bool(LEANING.intersection(begun[:1]) or PRONOUNS.difference({"that"}).intersection(begun))


def _lower(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


def _cut(text: str, where: re.Pattern[str]) -> list[str]:
    masked = CODE.sub(_masked, text)  # as long as the text, without the full stops and line breaks of code
    cuts = [cut.span() for cut in where.finditer(masked) if not _goes_on(masked, *cut.span())]
    return [text[start:stop] for (_, start), (stop, _) in pairwise([(0, 0), *cuts, (len(text), 0)])]


def _masked(code: re.Match[str]) -> str:
    """As many letters; a block of code ends a sentence."""
    return "x" * (len(code[0]) - 1) + ("." if "\n" in code[0] else "x")


def _goes_on(text: str, stop: int, start: int) -> bool:
    """Whether the full stop before `stop` ends an abbreviation or an initial, and no sentence."""
    before, after = text[:stop], text[start:]
    if NO_END.search(before) or (after[:1].islower() and re.search(r"(?:\b(?:etc|al)|\.\.)\.$", before)):
        return True
    surname = after[:1].isupper() and words(after.split()[0]) and not LEANING.intersection(_lower(after)[:1])
    return bool(surname and re.search(r"(?<!\w)[A-Z]\.$", before))  # in "edge E. The" a sentence ends
