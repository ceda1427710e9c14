"""Split a draft into claims that can be checked one by one (adaptive, section 4.7 and eq. 13).

A claim is a sentence that stands alone and states one fact. Together, the claims say what the draft
says. Most drafts need no model for that: their sentences are the claims. Where sentences refer to
each other a model rewrites them, and rules check that it added nothing and lost nothing. If it did,
the sentences are checked as they are.

Left out: whether the model kept who did what. Claims that swap two names of the draft pass these
rules, and are left to the judge.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from langchain_core.language_models import BaseChatModel
from pydantic import BaseModel, Field

from ragkit.model.errors import Unreadable
from ragkit.model.llm import ask
from ragkit.model.special_tokens import as_letters
from ragkit.state import REFUSAL
from ragkit.text.anchors import missing
from ragkit.text.sentences import (
    LEANING,
    PRONOUNS,
    READING,
    cut,
    lower_words,
    sentences,
    without_citations,
)
from ragkit.text.words import words

KEPT = 0.8
"""Minimum fraction of a sentence's words that its claims must contain."""
LONGEST = 300
"""Maximum length of what a note says of a model's claims, in characters."""
SMALL_WORDS = "has have had do does did can may which who when while both"
GLUE = set(words(f"{SMALL_WORDS} {' '.join(LEANING)}"))
"""Stems of words that a claim may add or leave out, because they state no fact of their own."""
# A word of negation, in capitals or not: not, Never, cannot; or the end of one: n't in doesn't.
NEGATION = re.compile(r"\b(?:not|no|never|none|neither|nor|cannot|without)\b|n't\b", re.IGNORECASE)
# A semicolon within a sentence: "Mice hide; owls hunt".
SEMICOLON = re.compile("; ")
REFERRING = PRONOUNS - {"that"}
"""Words that refer to another sentence even as its second or third word; not as in "Note that"."""

PROMPT = """\
Rewrite an answer as claims. Each claim is one sentence with one fact, in the words of the answer, \
and says by name what "it", "its", "they" or "this" stands for. Add nothing and leave nothing out.

Question: How do owls live?
Answer: The barn owl hunts at night. It eats 3 mice a day and hides by day. Its ears were studied \
in 1971. They hear mice under snow.
Claims: ["The barn owl hunts at night.", "The barn owl eats 3 mice a day.", \
"The barn owl hides by day.", "The barn owl's ears were studied in 1971.", \
"The barn owl's ears hear mice under snow."]

Question: {question}
Answer: {draft}
Claims:"""


class Claims(BaseModel):
    """What the model fills in."""

    claims: list[Annotated[str, Field(max_length=240)]] = Field(min_length=1, max_length=8)


def split(llm: BaseChatModel, draft: str, question: str) -> tuple[list[str], str]:
    """The claims of a draft in order, and a note when the model's claims could not be used.

    A refusal and an empty draft have no claims. Raises `ChatFailed` when the model cannot be
    reached.
    """
    if draft.strip() in ("", REFUSAL):
        return [], ""
    statements = _statements(draft)
    parts = [part for sentence in statements for part in _parts(sentence)]
    if len(statements) == 1 or all(map(_stands_alone, parts)):
        return parts, ""
    claims, fault = _rewritten(llm, " ".join(statements), question)
    if fault:
        return parts, f"checked sentence by sentence: {fault[:LONGEST]}"
    return claims, ""


def _statements(draft: str) -> list[str]:
    """The sentences of a draft, each once, without its questions, which state nothing.

    A draft of questions alone keeps them.
    """
    text = READING.sub("", without_citations(draft))
    unique = list(dict.fromkeys(sentences(text)))
    statements = [sentence for sentence in unique if not sentence.endswith("?")]
    return statements or unique


def _rewritten(llm: BaseChatModel, draft: str, question: str) -> tuple[list[str], str]:
    """The model's claims of a draft, and what is wrong with them."""
    prompt = as_letters(PROMPT.format(question=question, draft=draft))
    try:
        reply = ask(llm, prompt, Claims, retries=0)
    except Unreadable as error:
        first_line, *_ = str(error).splitlines()
        return [], first_line
    claims = []
    for claim in reply.claims:
        # An empty claim has no sentence; it stays, and is a fault.
        claims += sentences(claim) or [""]
    return claims, faults(claims, draft, question)


def faults(claims: Sequence[str], draft: str, question: str) -> str:
    """What is wrong with a model's claims of a draft; empty when nothing is.

    >>> draft = "Owls hunt at night. They eat 3 mice."
    >>> faults(["Owls hunt at night.", "Owls eat 3 mice."], draft, "")
    ''
    >>> faults(["Owls hunt at night."], draft, "")
    'the model lost 3'
    """
    return (
        _malformed(claims)
        or _added(claims, draft, question)
        or _lost(claims, draft)
        or _negated(claims, draft)
    )


def _malformed(claims: Sequence[str]) -> str:
    """The fault that one of the claims is empty, or there twice, or begins with a pronoun."""
    distinct = {tuple(words(claim)) for claim in claims}
    repeats = len(distinct) < len(claims)
    if repeats or not all(claims):
        return "the model gave an empty claim, or one twice"
    for claim in claims:
        first_word = lower_words(claim)[:1]
        if PRONOUNS.intersection(first_word):
            return f"the model's claim does not stand alone: {claim}"
    return ""


def _added(claims: Sequence[str], draft: str, question: str) -> str:
    """The fault that the claims have numbers, names or other words that the draft does not have."""
    everything = "\n".join(claims)
    added = missing(everything, draft, question)
    if not added:
        source_words = words(f"{draft} {question}")
        known = GLUE.union(source_words)
        added = [word for word in words(everything) if word not in known]
    if added:
        return f"the model added {', '.join(dict.fromkeys(added))}"
    return ""


def _lost(claims: Sequence[str], draft: str) -> str:
    """The fault that the claims lack a number or name, most of a sentence, or a negation."""
    everything = "\n".join(claims)
    lost = missing(draft, everything)
    if lost:
        return f"the model lost {', '.join(lost)}"
    for sentence, retold in _retold(sentences(draft), claims):
        sentence_words = set(words(sentence)) - GLUE
        kept = sentence_words.intersection(words(retold))
        if len(kept) < KEPT * len(sentence_words):
            return f"the model lost much of: {sentence}"
        if NEGATION.search(sentence) and not NEGATION.search(retold):
            return f"the model lost a not of: {sentence}"
    return ""


def _negated(claims: Sequence[str], draft: str) -> str:
    """The fault that a claim has a negation, and the draft has none."""
    everything = "\n".join(claims)
    if NEGATION.search(everything) and not NEGATION.search(draft):
        return "the model added a not"
    return ""


def _retold(statements: Sequence[str], claims: Sequence[str]) -> list[tuple[str, str]]:
    """Each sentence with the text of the claims that retell it.

    A claim retells the sentences with which it shares most words. It also retells those of which it
    has the largest share of the words that no other sentence contains: a claim may spell out a long
    name, and so share most words with the sentence that the name is from.
    """
    vocabularies = [set(words(sentence)) - GLUE for sentence in statements]
    distinctive = _distinctive(vocabularies)
    retold: list[list[str]] = [[] for _ in statements]
    for claim in claims:
        claim_words = set(words(claim))
        counts = [len(vocabulary & claim_words) for vocabulary in vocabularies]
        shares = [_share(vocabulary, claim_words) for vocabulary in distinctive]
        for texts, count, share in zip(retold, counts, shares, strict=True):
            if count == max(counts) or share == max(shares):
                texts.append(claim)
    joined = [" ".join(texts) for texts in retold]
    return list(zip(statements, joined, strict=True))


def _distinctive(vocabularies: Sequence[set[str]]) -> list[set[str]]:
    """The words of each vocabulary that no other one contains."""
    frequency: Counter[str] = Counter()
    for vocabulary in vocabularies:
        frequency.update(vocabulary)
    unique = {word for word, count in frequency.items() if count == 1}
    return [vocabulary & unique for vocabulary in vocabularies]


def _share(vocabulary: set[str], claim_words: set[str]) -> float:
    """Fraction of a vocabulary that a claim contains; 0 for an empty vocabulary."""
    if not vocabulary:
        return 0.0
    common = vocabulary & claim_words
    return len(common) / len(vocabulary)


def _parts(sentence: str) -> list[str]:
    """A sentence cut at its semicolons, if each part is complete and none refers to another."""
    parts = cut(sentence, SEMICOLON)
    if not all(map(_is_complete, parts)):
        return [sentence]
    for part in parts[1:]:
        has_pronoun = PRONOUNS.intersection(lower_words(part))
        if has_pronoun or _leans(part):
            return [sentence]
    return parts


def _is_complete(part: str) -> bool:
    """Whether a part of a sentence has more than three words, and no bracket without its pair."""
    length = len(part.split())
    if length <= 3:
        return False
    return part.count("(") == part.count(")")


def _stands_alone(sentence: str) -> bool:
    """Whether a sentence can be understood without the ones before and after it."""
    introduces_a_list = sentence.endswith(":")
    if introduces_a_list:
        return False
    return not _leans(sentence)


def _leans(sentence: str) -> bool:
    """Whether a sentence begins with a reference to another one.

    >>> _leans("It takes time."), _leans("With it mice hide."), _leans("Note that mice hide.")
    (True, True, False)
    """
    opening = lower_words(sentence)[:3]
    first_word = opening[:1]
    if LEANING.intersection(first_word):
        return True
    return bool(REFERRING.intersection(opening))
