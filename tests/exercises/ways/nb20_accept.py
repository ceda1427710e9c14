"""20-accept: another right way."""

from ragkit.course.exercises.checks.nb20_accept import refused
from ragkit.text.anchors import missing
from ragkit.text.sentences import sentences
from ragkit.text.words import words


def step_by_step(rewrite, typed, said):
    known = " ".join(said) + " " + typed
    reasons = {
        "no single sentence": len(sentences(rewrite)) != 1,
        "no shared word": not any(word in words(known) for word in words(rewrite)),
        "new name": len(missing(rewrite, known)) > 0,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


RIGHT = [step_by_step]
ANSWER = refused
