"""How much a question asks for: a heuristic over its words (papers/000, section 4.4).

The paper names the three signs and the threshold, not the weights; those here are ours. Left out: asking a model,
which would cost more than the deeper search that it might save.
"""

from __future__ import annotations

import re

from ragkit.state import Complexity

LONG = 20
"""Words from which a question is fully long."""
MANY = 2
"""Named entities from which a question is full of them."""
WEIGHTS = {"length": 0.4, "connectives": 0.4, "entities": 0.2}

CONNECTIVE = re.compile(
    r"\b(compar\w+|differ\w*|versus|vs|than|relat\w+|instead|although|while|whose|between|both|if|since|because|after"
    r"|behind|inside|used by|on which|that|and (how|what|when|where|which|who|why|with))\b",
    re.IGNORECASE,
)
"""Words that compare, give causes, or hang one question on another."""
NAME = re.compile(r"(?<!^)(?<![.?!] )\b[A-Z][\w*'-]*")
"""A capital that does not begin a sentence."""


def complexity(question: str) -> Complexity:
    """The weighted sum of length, connectives and named entities, each in [0, 1].

    >>> complexity("What is a heap?").score     # 4 of 20 words: 0.4 x 0.2
    0.08
    >>> complexity("What is the difference between Prim's and Kruskal's method?").score  # .4 x .45 + .4 + .2
    0.78
    """
    signs = {
        "length": min(len(question.split()) / LONG, 1.0),
        "connectives": float(bool(CONNECTIVE.search(question))),
        "entities": min(len(set(NAME.findall(question))) / MANY, 1.0),
    }
    return Complexity(round(sum(WEIGHTS[sign] * value for sign, value in signs.items()), 3), **signs)
