"""When the reply to a turn of a conversation is right, by rule.

A question of the conversation counts by its keys. What lies beyond the documents counts when the
system abstains, and an unclear turn when it asks back. A greeting counts when the reply states
nothing.
"""

from __future__ import annotations

from ragkit.evaluate.golden.conversations import ConversationTurn, as_question
from ragkit.evaluate.golden.correct import correct
from ragkit.text.anchors import missing
from ragkit.text.sentences import without_citations


def graded_turn(
    turn: ConversationTurn, answer: str, refused: bool, asked_back: bool
) -> float | None:
    """Whether the reply to a turn is right: 1, 0, or None where no rule can tell.

    `refused` says that the system abstained, `asked_back` that it asked what the user means. An
    unclear turn counts as well when the answer has the keys of every reading. A question that is
    clear, and was asked back all the same, was not answered. After an assent ("go on") nothing is
    asked: to state nothing is right, and so are to ask back and to repeat the answer before. It may
    also go on with another fact, and whether that is right no rule can tell: None.

    >>> keys = (("1962", "62"),)
    >>> turn = ConversationTurn("and Kahn?", "ellipsis", "When did Kahn write?", "1962.", keys)
    >>> graded_turn(turn, "In 62.", refused=False, asked_back=False)
    1.0
    >>> graded_turn(turn, "Kahn or Korf?", refused=False, asked_back=True)
    0.0
    """
    if turn.kind == "beyond":
        return float(refused)
    if refused:
        return 0.0
    if turn.kind == "unclear":
        return float(asked_back or _is_correct(turn, answer))
    if turn.kind == "greeting":
        return float(states_nothing(answer, turn.user))
    if turn.kind == "assent":
        fits = asked_back or states_nothing(answer, turn.user) or _is_correct(turn, answer)
        return 1.0 if fits else None
    return float(not asked_back and _is_correct(turn, answer))


def states_nothing(answer: str, said: str) -> bool:
    """Whether a reply to small talk says nothing about the documents.

    It cites nothing, and has no number, name or formula that the user has not `said`. So a reply
    that names what it knows about ("Ask me about the Orle!") does state something: the rule is
    strict. It misses statements without any number or name ("A heap is a tree.").

    >>> states_nothing("You're welcome!", "thanks"), states_nothing("Ask about Kahn!", "thanks")
    (True, False)
    >>> states_nothing("It is fast [2].", "thanks")
    False
    """
    bare = without_citations(answer)
    if bare != answer.strip():
        return False
    strange = missing(bare, "", said)
    return not strange


def _is_correct(turn: ConversationTurn, answer: str) -> bool:
    question = as_question(turn)
    grade = correct(question, answer)
    return grade == 1
