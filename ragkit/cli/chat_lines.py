"""What a chat prints of a turn: pure functions from what a session tells to lines."""

from __future__ import annotations

from ragkit.runs.chat_turns import ChatTurn, Conversation
from ragkit.text.excerpts import rests_on
from ragkit.text.one_line import shortened
from ragkit.text.wrapped import wrapped
from ragkit.trace import Trace

LABEL = 13
"""Width of the label of a line."""
LONGEST = 60
"""Length of a question in a list, in characters."""


def labelled(label: str, text: str) -> str:
    """A line with a label.

    >>> labelled("searched for", "owls")
    '  searched for owls'
    """
    beside = label.ljust(LABEL)
    return wrapped(f"  {beside}{text}")


def rest_of(answer: str, streamed: str) -> str:
    """What is left to print of an answer whose draft was printed as it came.

    >>> rest_of("Owls hunt. [1]", "Owls hunt."), rest_of("They sleep. [2]", "Owls hunt.")
    (' [1]', '\\nas it was checked: They sleep. [2]')
    """
    draft = streamed.strip()
    if not draft:
        return answer
    if answer.startswith(draft):
        return answer[len(draft) :]
    return f"\nas it was checked: {answer}"


def sources(trace: Trace) -> list[str]:
    """The passages with their numbers, places, and the sentence on which the answer rests."""
    sentences = rests_on(trace.answer, trace.passages)
    lines = []
    for number, passage in enumerate(trace.passages, start=1):
        lines.append(f"  [{number}] {passage.place}")
        if number in sentences:
            lines.append(wrapped(f'      "{sentences[number]}"'))
    return lines


def cost(trace: Trace) -> str:
    """What a turn took."""
    use = trace.usage
    spent = use.spent(trace.seconds)
    return labelled("cost", spent)


def readings(turn: ChatTurn) -> list[str]:
    """The readings of a question that was asked back, with the numbers by which one is chosen."""
    choices = enumerate(turn.readings, start=1)
    lines = [f"  {number}  {reading}" for number, reading in choices]
    if lines:
        lines.append("  A number chooses.")
    return lines


def ended(turn: ChatTurn) -> list[str]:
    """What is printed when a turn has ended, below its answer."""
    trace = turn.trace
    if trace is None:
        return []
    notes = [labelled("note", note) for note in trace.notes]
    return [*readings(turn), *sources(trace), cost(trace), *notes]


def tree(conversation: Conversation, at: str) -> list[str]:
    """The turns of a thread as a tree, with their numbers; a star is where one goes on."""
    lines = []
    numbers = conversation.numbers
    left = _below("", conversation, depth=0)
    while left:
        turn, depth = left.pop()
        mark = "*" if turn.id == at else " "
        indent = "   " * depth
        lines.append(f"{mark}{numbers[turn.id]:3}{indent} {_line(turn)}")
        left += _below(turn.id, conversation, depth)
    return lines


def _below(parent: str, conversation: Conversation, depth: int) -> list[tuple[ChatTurn, int]]:
    """The turns that follow one, each with its depth, in the order to take them from the end."""
    children = conversation.children(parent)
    # Only where there is a choice is a turn moved to the right.
    deeper = depth + (len(children) > 1)
    return [(turn, deeper) for turn in reversed(children)]


def _line(turn: ChatTurn) -> str:
    question = shortened(turn.question, LONGEST)
    changed = f" [{turn.change.words}]" if turn.change.words else ""
    if turn.trouble:
        return f"{question}{changed}: {turn.trouble}"
    resume = "; /resume goes on with it" if turn.state == "asked" else ""
    return f"{question}{changed}: {turn.ended}{resume}"


def greeting(corpus: str, file: str, note: str) -> list[str]:
    """What is printed before the first question."""
    lines = [corpus, f"kept in {file}; /help lists the commands, Ctrl-C stops an answer"]
    if note:
        lines.append(f"note: {note}")
    return lines
