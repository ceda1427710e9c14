"""The kinds of pairs: what differs between a judgement that is yes and its twin that is no."""

from __future__ import annotations

from dataclasses import dataclass

IN_ORDER = "word pairs in evidence"
"""The baseline that compares a claim with the evidence word pair by word pair."""
IN_SENTENCE = "question in sentence"
"""The baseline that compares a question with the best sentence."""


@dataclass(frozen=True)
class Kind:
    """A kind of pairs."""

    line: str
    """What differs, in a few words."""
    about: str
    """What is judged: `claim`, `evidence` or `draft`."""
    by_form: str = ""
    """The baseline that tells yes from no by how the pair is made. It is measured and not held:
    a value that is put into a sentence breaks the order of its words, and the sentence about one
    name has more of a question about it than of one about another."""


KINDS = {
    "number swapped": Kind(
        "a number of the claim is another one of its passages", "claim", IN_ORDER
    ),
    "name swapped": Kind("a name of the claim is another one of its passages", "claim", IN_ORDER),
    "wrong row": Kind("the claim has the value of another row of a table", "claim"),
    "sentence removed": Kind("the sentence that answers is gone, or another one is", "evidence"),
    "passage exchanged": Kind(
        "another passage is in the place of the one that answers", "evidence"
    ),
    "other subject": Kind(
        "the question asks it of another name of its passages", "evidence", IN_SENTENCE
    ),
    "false premise": Kind(
        "a number of the question is another one of its passages", "evidence", IN_SENTENCE
    ),
    "wrong phrase": Kind("the draft is another phrase of the same type", "draft"),
    "wrong sentence": Kind(
        "the draft's sentence has another value of the same type", "draft", IN_ORDER
    ),
    "two-sided": Kind("a draft that names two values has them the wrong way round", "draft"),
    "beside the point": Kind("the draft is a true sentence that answers something else", "draft"),
}
"""Every kind of pairs by its name."""
GONE = ("negated", "relation turned", "values exchanged", "year denied")
"""Kinds of which the adapters that ship learnt some pairs. They are no longer made."""
