"""The kinds of pairs: what differs between a judgement that is yes and its twin that is no."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A kind of pairs."""

    line: str
    """What differs, in a few words."""
    about: str
    """What is judged: `claim`, `evidence` or `draft`."""


KINDS = {
    "number swapped": Kind("a number of the claim is another one of its passages", "claim"),
    "name swapped": Kind("a name of the claim is another one of its passages", "claim"),
    "values exchanged": Kind("two numbers or names of the claim have changed places", "claim"),
    "negated": Kind("a negation is put into the claim, or taken out of it", "claim"),
    "year denied": Kind("the claim denies what was done in the right year, or another", "claim"),
    "relation turned": Kind("a word such as before or more is its opposite", "claim"),
    "wrong row": Kind("the claim has the value of another row of a table", "claim"),
    "sentence removed": Kind("the sentence that answers is gone, or another one is", "evidence"),
    "passage exchanged": Kind(
        "another passage is in the place of the one that answers", "evidence"
    ),
    "other subject": Kind("the question asks it of another name of its passages", "evidence"),
    "false premise": Kind("a number of the question is another one of its passages", "evidence"),
    "wrong phrase": Kind("the draft is another phrase of the same type", "draft"),
    "wrong sentence": Kind("the draft's sentence has another value of the same type", "draft"),
    "two-sided": Kind("a draft that names two values has them the wrong way round", "draft"),
    "beside the point": Kind("the draft is a true sentence that answers something else", "draft"),
}
"""Every kind of pairs by its name."""
