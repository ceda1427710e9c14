"""16-tool: a node that asks a tool of a stranger, and stays within bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.telling import telling
from ragkit.state import Passage

QUESTION = "What do owls eat?"
ASKED = [QUESTION, "Who hunts by night?", "Where do newts live?"]
LONG = "Owls hunt by night, and sleep by day in a hollow tree or in a barn."
EDGES = ["Owls hunt by night.", "Hares run across the field."]
"""Texts that have just as many characters as are allowed."""
TEXTS = ["Owls eat mice.", "Newts eat worms.", "Hares eat grass.", "Toads eat flies."]
FAULTS = ["the server is away", "no reply within 4 s", "the reply is no JSON"]
OWN = Own(
    'The note on a passage that is too long is `"c {long}"`, and the one on a failure is '
    '`"{failed}: it is away"`.',
    long=("is too long", "exceeds the limit", "has too many characters", "was left out"),
    failed=("the tool failed", "no reply", "the tool is down", "nothing came"),
)
Wrote = dict[str, Any]
State = dict[str, Any]


@dataclass(frozen=True)
class Tool:
    """A tool that brings passages for one question, or fails."""

    brings: tuple[Passage, ...] = ()
    fault: str = ""
    question: str = ""
    """The question for which it has passages; empty: it has them for any."""

    def __call__(self, question: str) -> list[Passage]:
        """What the tool brings. Raises `RuntimeError`."""
        if self.fault:
            raise RuntimeError(self.fault)
        if self.question and question != self.question:
            return []
        return list(self.brings)


def runtime_with(tool: Tool, most: int) -> SimpleNamespace:
    """What a node is handed besides the state. Learners use the same function."""
    kit = SimpleNamespace(tool=tool, most=most)
    return SimpleNamespace(context=kit)


def ask_tool(state: State, runtime: Any) -> Wrote:
    """The first passages and the new ones that are short enough, the new ids, and the notes.

    >>> state = {"question": QUESTION, "passages": [Passage("a", "Owls hunt.")]}
    >>> ask_tool(state, runtime_with(Tool(fault="it is away"), 99))["notes"]
    ['the tool failed: it is away']
    """
    kit = runtime.context
    try:
        brought = kit.tool(state["question"])
    except RuntimeError as error:
        return _wrote(state, [], [f"{OWN.failed}: {error}"])
    return _added(state, brought, kit.most)


def _added(state: State, brought: Sequence[Passage], most: int) -> Wrote:
    known = {passage.id for passage in state["passages"]}
    new, notes = [], []
    for passage in brought:
        if passage.id in known:
            continue
        if len(passage.text) > most:
            notes.append(_too_long(passage))
            continue
        known.add(passage.id)
        new.append(passage)
    return _wrote(state, new, notes)


def _too_long(passage: Passage) -> str:
    return f"{passage.id} {OWN.long}"


def _wrote(state: State, new: Sequence[Passage], notes: list[str]) -> Wrote:
    return {
        "passages": [*state["passages"], *new],
        "added": _ids(new),
        "notes": notes,
    }


def _ids(passages: Sequence[Passage]) -> list[str]:
    return [passage.id for passage in passages]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """A reply that each mistake takes otherwise; a failure, nothing; then any."""
    wrong = list(MISCONCEPTIONS.values())
    cases = [telling(lambda: _drawn(rng), ask_tool, wrong[:-1])]
    state, _ = _drawn(rng)
    cases.append((state, runtime_with(Tool(fault=rng.choice(FAULTS)), 50)))
    cases.append((state, runtime_with(Tool(), 50)))
    for _ in range(6):
        cases.append(_drawn(rng))
    for state, runtime in cases:
        known = [*state["passages"], *runtime.context.tool.brings]
        expected = _told(ask_tool(state, runtime), known)
        trial = answer.on(state, runtime, expected=expected, asked=_asked(state, runtime))
        yield replace(trial, came=_told(trial.came, known))


def _asked(state: State, runtime: Any) -> str:
    """The call in words, with the ids of the passages."""
    tool = runtime.context.tool
    brought = [f"{one.id} ({len(one.text)} characters)" for one in tool.brings]
    brings = f"brings: {', '.join(brought) or 'nothing'}"
    if tool.fault:
        brings = f"raises: {tool.fault}"
    lines = [
        "ask_tool(state, runtime), where",
        f"  the question is: {state['question']}",
        f"  the passages are: {', '.join(_ids(state['passages']))}",
        f"  the tool {brings}",
        f"  most is: {runtime.context.most}",
    ]
    return "\n".join(lines)


def _told(wrote: Any, known: Sequence[Passage]) -> Any:
    """What a node wrote, with the ids of the passages in their place."""
    if not isinstance(wrote, dict) or not isinstance(wrote.get("passages"), list | tuple):
        return wrote
    passages = [_named(one, known) for one in wrote["passages"]]
    return wrote | {"passages": passages}


def _named(one: Any, known: Sequence[Passage]) -> Any:
    """The id of a passage, and that it was changed."""
    if not isinstance(one, Passage):
        return one
    return one.id if one in known else f"{one.id}, changed"


def _drawn(rng: Random) -> tuple[State, SimpleNamespace]:
    """Three passages, one of them long, and a tool that brings these and others, some twice."""
    texts = rng.sample(TEXTS, len(TEXTS))
    passages = [Passage(f"tool:{text[:4]}", text) for text in texts]
    edge = Passage("tool:edge", rng.choice(EDGES))
    long = Passage("tool:long", LONG)
    known = Passage("tool:known", LONG)
    question = rng.choice(ASKED)
    state = {"question": question, "passages": [*passages[:2], known]}
    count = rng.randint(5, 8)
    brought = rng.choices([*passages[1:], passages[2], edge, long, known], k=count)
    tool = Tool(tuple(brought), question=question)
    most = len(edge.text)
    return state, runtime_with(tool, most)


def _in_front(state: State, runtime: Any) -> Wrote:
    wrote = ask_tool(state, runtime)
    first = len(state["passages"])
    passages = wrote["passages"]
    return wrote | {"passages": passages[first:] + passages[:first]}


def _new_only(state: State, runtime: Any) -> Wrote:
    wrote = ask_tool(state, runtime)
    first = len(state["passages"])
    wrote["passages"] = wrote["passages"][first:]
    return wrote


def _known_again(state: State, runtime: Any) -> Wrote:
    """What is there already is added again."""
    empty = state | {"passages": []}
    wrote = ask_tool(empty, runtime)
    return wrote | {"passages": [*state["passages"], *wrote["passages"]]}


def _twice(state: State, runtime: Any) -> Wrote:
    """What the tool brings twice is there twice."""
    wrote = ask_tool(state, runtime)
    added = wrote["added"]
    brought = runtime.context.tool.brings
    new = [one for one in brought if one.id in added]
    return _wrote(state, new, wrote["notes"])


def _cut(state: State, runtime: Any) -> Wrote:
    """What is too long is cut, and not left out."""
    kit = runtime.context
    brought = []
    for passage in kit.tool.brings:
        short = replace(passage, text=passage.text[: kit.most])
        brought.append(short)
    return _added(state, brought, kit.most)


def _below_most(state: State, runtime: Any) -> Wrote:
    """A text with just as many characters as are allowed is too long."""
    kit = runtime.context
    below = kit.most - 1
    return _added(state, kit.tool.brings, below)


def _long_first(state: State, runtime: Any) -> Wrote:
    """A passage that is there already is noted as too long."""
    wrote = ask_tool(state, runtime)
    kit = runtime.context
    notes = []
    for passage in kit.tool.brings:
        if len(passage.text) > kit.most:
            notes.append(_too_long(passage))
    return wrote | {"notes": notes}


def _asks_nothing(state: State, runtime: Any) -> Wrote:
    """The tool is asked something else than the question."""
    return _wrote(state, [], [])


def _without_notes(state: State, runtime: Any) -> Wrote:
    wrote = ask_tool(state, runtime)
    return wrote | {"notes": []}


def _all_ids(state: State, runtime: Any) -> Wrote:
    wrote = ask_tool(state, runtime)
    wrote["added"] = _ids(wrote["passages"])
    return wrote


def _empty_on_failure(state: State, runtime: Any) -> Wrote:
    """A tool that fails leaves the run without its first passages."""
    wrote = ask_tool(state, runtime)
    if runtime.context.tool.fault:
        wrote["passages"] = []
    return wrote


MISCONCEPTIONS: dict[str, Callable[[State, Any], Wrote]] = {
    "the new passages are in front of the first ones, which then have to be read again": _in_front,
    "the first passages are gone": _new_only,
    "a passage that is there already is added again": _known_again,
    "a passage that the tool brings twice is added twice": _twice,
    "a passage that is too long is cut, and not left out": _cut,
    "a text with just as many characters as are allowed is taken to be too long": _below_most,
    "a passage that is there already is noted as too long": _long_first,
    "the tool is not asked the question of the state": _asks_nothing,
    "nothing is noted": _without_notes,
    "`added` has the ids of all passages, and not of the new ones": _all_ids,
    "a tool that fails takes the first passages with it": _empty_on_failure,
}
