"""How complex a question is: a heuristic over its words (adaptive, section 4.4).

The paper names the three signs and the threshold, but not the weights, which are ours.

Left out: asking a model, which would cost more than the deeper search that it might save.
"""

from __future__ import annotations

import re

from ragkit.state import Complexity

LONG = 20
"""Number of words from which a question has the full length score of 1."""
MANY = 2
"""Number of named entities from which a question has the full entity score of 1."""
WEIGHTS = {"length": 0.4, "connectives": 0.4, "entities": 0.2}
"""The weight of each sign; they add up to 1."""

CONNECTIVE = re.compile(
    r"\b("
    # Words that compare or relate: "How does Prim differ from Kruskal?"
    r"compar\w+|differ\w*|versus|vs|than|relat\w+|instead|although|while|whose|between|both"
    # Words of condition, cause or time: "What happens if two keys collide?"
    r"|if|since|because|after"
    # Words that hang one question on another: "Who published the method behind span?"
    r"|behind|inside|used by|on which|that|and (how|what|when|where|which|who|why|with)"
    r")\b",
    re.IGNORECASE,
)
"""Words that compare, give conditions or causes, or make one question depend on another."""
# A word with a capital that begins neither the text nor a sentence: Kruskal's, IDA*, WF-052.
NAME = re.compile(r"(?<!^)(?<![.?!] )\b[A-Z][\w*'-]*")
"""A named entity."""


def complexity(question: str) -> Complexity:
    """The weighted sum of length, connectives and named entities, each in [0, 1].

    >>> complexity("What is a heap?").score     # 4 of 20 words: 0.4 x 0.2
    0.08
    >>> question = "What is the difference between Prim's and Kruskal's method?"
    >>> complexity(question).score              # 0.4 x 9/20 + 0.4 x 1 + 0.2 x 2/2
    0.78
    """
    length = len(question.split())
    has_connective = CONNECTIVE.search(question) is not None
    entities = set(NAME.findall(question))
    signs = {
        "length": min(length / LONG, 1.0),
        "connectives": float(has_connective),
        "entities": min(len(entities) / MANY, 1.0),
    }
    total = sum(WEIGHTS[sign] * value for sign, value in signs.items())
    return Complexity(round(total, 3), **signs)
