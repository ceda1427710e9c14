"""Golden questions: their sources, their parts, and when an answer to one is right."""

from ragkit.evaluate.golden.carriers import Golden, golden
from ragkit.evaluate.golden.correct import held_back, holds, holds_one, holds_some, keys_held
from ragkit.evaluate.golden.drafting import Drafted
from ragkit.evaluate.golden.parts import of_part, part_of
from ragkit.evaluate.golden.phrases import VERDICTS, contains, exact_match, f1, normalised
from ragkit.evaluate.golden.questions import (
    BEYOND,
    PHRASED,
    SHARED,
    BadQuestions,
    Part,
    Question,
    Support,
    folded_passages,
    load_questions,
    relevant,
)
from ragkit.evaluate.golden.quotes import find_quote, letters_of

__all__ = [
    "BEYOND",
    "BadQuestions",
    "Drafted",
    "Golden",
    "PHRASED",
    "Part",
    "Question",
    "SHARED",
    "Support",
    "VERDICTS",
    "contains",
    "exact_match",
    "f1",
    "find_quote",
    "folded_passages",
    "golden",
    "held_back",
    "holds",
    "holds_one",
    "holds_some",
    "keys_held",
    "letters_of",
    "load_questions",
    "normalised",
    "of_part",
    "part_of",
    "relevant",
]
