"""Golden questions and conversations: their sources, parts, and when an answer is right."""

from ragkit.evaluate.golden.carriers import Golden, golden
from ragkit.evaluate.golden.conversation_drafts import draft_conversations
from ragkit.evaluate.golden.conversations import (
    Conversation,
    ConversationTurn,
    Reading,
    TurnKind,
    as_question,
    load_conversations,
)
from ragkit.evaluate.golden.correct import (
    held_back,
    holds,
    holds_one,
    holds_some,
    keys_held,
    without_keys,
)
from ragkit.evaluate.golden.drafting import SHORTEST, Drafted, draft_questions
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
from ragkit.evaluate.golden.turns import graded_turn, states_nothing

__all__ = [
    "BEYOND",
    "BadQuestions",
    "Conversation",
    "ConversationTurn",
    "Drafted",
    "Golden",
    "PHRASED",
    "Part",
    "Question",
    "Reading",
    "SHARED",
    "SHORTEST",
    "Support",
    "TurnKind",
    "VERDICTS",
    "as_question",
    "contains",
    "draft_conversations",
    "draft_questions",
    "exact_match",
    "f1",
    "find_quote",
    "folded_passages",
    "golden",
    "graded_turn",
    "held_back",
    "holds",
    "holds_one",
    "holds_some",
    "keys_held",
    "letters_of",
    "load_conversations",
    "load_questions",
    "normalised",
    "of_part",
    "part_of",
    "relevant",
    "states_nothing",
    "without_keys",
]
