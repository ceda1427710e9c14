"""An answer compared with gold phrases, as SQuAD and HotpotQA define it: exact match and F1.

Their answers are phrases of a few words ("Stephen King", "yes"), and so are the answers that they
expect. An answer in a sentence contains the phrase and much else: then the exact match is 0 and F1
is low, however right the sentence is. So `contains` is defined here too, which is no measure of
theirs. Citations are words to these functions; remove them first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from string import punctuation

ARTICLE = re.compile(r"\b(a|an|the)\b")
NO_PUNCTUATION = str.maketrans("", "", punctuation)
VERDICTS = {"yes", "no", "noanswer"}
"""Answers that are right or wrong as a whole: no word of one stands for a part of it."""


def normalised(text: str) -> str:
    """A text in lower case, without ASCII punctuation and articles, with single spaces.

    The definition is that of (squad, section 6.1), in the order of its evaluation script.

    >>> normalised("The  Broncos' a-team, in Denver.")
    'broncos ateam in denver'
    """
    bare = text.lower().translate(NO_PUNCTUATION)
    words = ARTICLE.sub(" ", bare).split()
    return " ".join(words)


def exact_match(answer: str, golds: Sequence[str]) -> float:
    """1 when the answer is one of the gold phrases, both normalised; else 0.

    >>> exact_match("the Broncos.", ["Denver Broncos", "Broncos"])
    1.0
    >>> exact_match("It was the Broncos.", ["Broncos"])
    0.0
    """
    said = normalised(answer)
    return float(any(said == normalised(gold) for gold in golds))


def f1(answer: str, golds: Sequence[str]) -> float:
    """The F1 of the answer's words against those of the gold phrase that they fit best, 0 to 1.

    Words are counted as often as they occur. Where the answer or the gold phrase is yes or no, it
    is 1 for the same and 0 for anything else, as HotpotQA has it (hotpotqa).

    >>> f1("Stephen King directed it", ["Stephen King"])   # 2 of 4 words, and both of the phrase's
    0.6666666666666666
    >>> f1("yes, both are", ["yes"])
    0.0
    """
    said = normalised(answer)
    return max((_f1(said, normalised(gold)) for gold in golds), default=0.0)


def _f1(said: str, gold: str) -> float:
    if said != gold and VERDICTS.intersection((said, gold)):
        return 0.0
    answered, wanted = said.split(), gold.split()
    shared = Counter(answered) & Counter(wanted)
    same = shared.total()
    if not same:
        return 0.0
    precision = same / len(answered)
    recall = same / len(wanted)
    return 2 * precision * recall / (precision + recall)


def contains(answer: str, golds: Sequence[str]) -> bool:
    """Whether the answer has all words of a gold phrase, side by side, both normalised.

    Yes and no are looked for at the beginning only, because "no" may be anywhere in a sentence.

    >>> contains("It was directed by Stephen King.", ["Stephen King"])
    True
    >>> contains("Yes, and no other is.", ["no"])
    False
    """
    said = normalised(answer)
    return any(_contains(said, normalised(gold)) for gold in golds)


def _contains(said: str, gold: str) -> bool:
    if not gold:
        return False
    if gold in VERDICTS:
        return said.split()[:1] == [gold]
    return f" {gold} " in f" {said} "
