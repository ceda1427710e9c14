"""07-split: other right ways, and an answer that knows only one draft."""

import re

from ragkit.state import REFUSAL
from ragkit.text.sentences import sentences, without_citations


def by_regex(draft):
    if draft.startswith("I cannot answer"):
        return []
    bare = re.sub(r"\s*\[[\d, ]+\]", "", draft)
    parts = [part.strip() for part in re.findall(r"[^.?]+[.?]", bare)]
    return list(dict.fromkeys(part for part in parts if part.endswith(".")))


def refusal_last(draft):
    claims = []
    for sentence in sentences(without_citations(draft)):
        if sentence[-1] != "?" and sentence not in claims:
            claims.append(sentence)
    return [] if claims == [REFUSAL] else claims


RIGHT = [by_regex, refusal_last]


def HARD_CODED(draft):
    return ["Owls hunt at night."]
