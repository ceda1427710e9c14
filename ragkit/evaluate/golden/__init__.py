"""Golden questions and conversations: their sources, parts, and when an answer is right."""

from ragkit.evaluate.golden.answers import THING, asks_for, hints, holder, is_verdict, stems_of
from ragkit.evaluate.golden.carriers import Golden, golden
from ragkit.evaluate.golden.cells import Cell, cell_questions, has_row
from ragkit.evaluate.golden.conversation_drafts import draft_conversations
from ragkit.evaluate.golden.conversations import (
    Conversation,
    ConversationTurn,
    Reading,
    TurnKind,
    as_question,
    load_conversations,
    turn_of,
)
from ragkit.evaluate.golden.correct import (
    held_back,
    holds,
    holds_one,
    holds_some,
    keys_held,
    without_keys,
)
from ragkit.evaluate.golden.drafting import SHORTEST, SPEAKS_OF_IT, Drafted, draft_questions, spread
from ragkit.evaluate.golden.filled import id_of
from ragkit.evaluate.golden.follow_ups import NAME, follow_up, lowered
from ragkit.evaluate.golden.other_questions import NEAR, Other, may_answer
from ragkit.evaluate.golden.parts import of_part, part_of
from ragkit.evaluate.golden.phrases import VERDICTS, contains, exact_match, f1, normalised
from ragkit.evaluate.golden.questions import (
    BEYOND,
    PHRASED,
    SHARED,
    BadQuestions,
    Kind,
    Part,
    Question,
    Support,
    folded_passages,
    load_questions,
    relevant,
    unfair,
)
from ragkit.evaluate.golden.quotes import find_quote, letters_of
from ragkit.evaluate.golden.swaps import (
    Context,
    exchanged,
    is_false,
    is_said,
    of_a_size,
    others,
    typed,
)
from ragkit.evaluate.golden.turns import graded_turn, states_nothing
from ragkit.evaluate.golden.values import DAYS, MONTHS, Value, name_types
from ragkit.evaluate.golden.without import kit_without, left_out

__all__ = [
    "BEYOND",
    "BadQuestions",
    "Cell",
    "Context",
    "Conversation",
    "ConversationTurn",
    "DAYS",
    "Drafted",
    "Golden",
    "Kind",
    "MONTHS",
    "NAME",
    "NEAR",
    "Other",
    "PHRASED",
    "Part",
    "Question",
    "Reading",
    "SHARED",
    "SHORTEST",
    "SPEAKS_OF_IT",
    "Support",
    "THING",
    "TurnKind",
    "VERDICTS",
    "Value",
    "as_question",
    "asks_for",
    "cell_questions",
    "contains",
    "draft_conversations",
    "draft_questions",
    "exact_match",
    "exchanged",
    "f1",
    "find_quote",
    "folded_passages",
    "follow_up",
    "golden",
    "graded_turn",
    "has_row",
    "held_back",
    "hints",
    "holder",
    "holds",
    "holds_one",
    "holds_some",
    "id_of",
    "is_false",
    "is_said",
    "is_verdict",
    "keys_held",
    "kit_without",
    "left_out",
    "letters_of",
    "load_conversations",
    "load_questions",
    "lowered",
    "may_answer",
    "name_types",
    "normalised",
    "of_a_size",
    "of_part",
    "others",
    "part_of",
    "relevant",
    "spread",
    "states_nothing",
    "stems_of",
    "turn_of",
    "typed",
    "unfair",
    "without_keys",
]
