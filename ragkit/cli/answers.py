"""What `ask` prints of runs: whether an answer was checked, and how several differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragkit.model.meter import cost
from ragkit.settings import PRICES
from ragkit.state import Claim, Passage
from ragkit.text.anchors import missing
from ragkit.text.cite import cited
from ragkit.text.one_line import shortened
from ragkit.text.printable import shown
from ragkit.text.sentences import citations, without_citations
from ragkit.text.words import all_words
from ragkit.text.wrapped import wrapped
from ragkit.trace import Trace

SUPPORTS = {1.0: "supported", 0.5: "partly", 0.0: "not supported", None: "not graded"}
"""What a claim's support is called."""
HOST = "gpt-4.1-mini"
"""The hosted model whose price is named."""
LONGEST = 200
"""Maximum length of a claim that is shown, in characters."""


def is_checked(trace: Trace) -> bool:
    """Whether the system verified the draft that became the answer.

    Its answer critic passed the draft, or each of its claims was graded. An abstention and a failed
    run have no draft that became an answer.
    """
    if trace.failed or trace.refused:
        return False
    if _last_verdict(trace) == "grounded":
        return True
    supports = [claim.support for claim in trace.claims]
    return bool(supports) and None not in supports


def checks(trace: Trace) -> str:
    """Whether the answer was checked, and the support of each claim, in lines."""
    lines = [f"checked:  {_verdict(trace)}"]
    for claim in trace.claims:
        place = _place(claim, trace.passages)
        said = shortened(claim.text, LONGEST)
        lines.append(f"  {SUPPORTS.get(claim.support, 'partly')}: {said}{place}")
    return wrapped(shown("\n".join(lines)))


def _verdict(trace: Trace) -> str:
    if trace.failed:
        return "no, because the run failed"
    if is_checked(trace):
        return "yes, a critic compared the answer with the passages"
    last = _last_verdict(trace)
    if trace.refused and last not in ("", "refused"):
        return f"yes, and the draft was withheld: {last}"
    if trace.refused:
        return "no, because there is no answer to check"
    if trace.claims:
        return "no, its claims were not graded by the documents"
    return "no, this system does not verify its answers"


def _last_verdict(trace: Trace) -> str:
    """What the answer critic said of the last draft; empty where none was asked."""
    verdicts = [step.wrote.get("verdict") for step in trace.steps]
    said = [str(verdict) for verdict in verdicts if verdict]
    return said[-1] if said else ""


def _place(claim: Claim, passages: Sequence[Passage]) -> str:
    for number, passage in enumerate(passages, start=1):
        if passage.id == claim.evidence:
            return f" [{number}]"
    return ""


def compared(traces: Mapping[str, Trace]) -> str:
    """The answers of several systems one below the other, what they cost, and how they differ."""
    parts = []
    for name, trace in traces.items():
        mark = " (checked)" if is_checked(trace) else ""
        parts.append(f"=== {name}{mark}\n{_brief(trace)}\n{checks(trace)}")
    below = {"what differs": differences(traces), "what it cost": _costs(traces)}
    for title, lines in below.items():
        text = "\n".join([f"=== {title}", *lines])
        parts.append(wrapped(shown(text)))
    return "\n\n".join(parts)


def _brief(trace: Trace) -> str:
    """The answer and the passages that it cites."""
    lines = [f"answer:   {trace.answer}"]
    if trace.failed:
        lines = [f"failed:   {trace.failed}"]
    for number in sorted(set(citations(trace.answer))):
        if number <= len(trace.passages):
            lines.append(f"  [{number}] {trace.passages[number - 1].place}")
    lines += [f"note: {note}" for note in trace.notes]
    return wrapped(shown("\n".join(lines)))


def elsewhere(traces: Sequence[Trace], load: float, cores: int) -> list[str]:
    """What to know of the seconds and tokens of runs: a busy machine, and the price of a host.

    `load` is the number of processes that wanted a processor in the last minute.

    >>> for line in elsewhere([Trace("When?", (), "In 1962.", (), 1.0)], load=5.2, cores=2):
    ...     print(line)
    note: the machine was busy (5 processes for 2 processors), and a quiet one takes less time
    """
    lines = []
    if load > 2 * cores:
        busy = f"{load:.0f} processes for {cores} processors"
        lines.append(f"note: the machine was busy ({busy}), and a quiet one takes less time")
    if any(trace.usage.calls for trace in traces):
        dollars = sum(cost(trace.usage, PRICES[HOST]) for trace in traces)
        lines.append(f"note: at the list price of {HOST}, this would cost {dollars:.4f} dollars")
    return lines


def _costs(traces: Mapping[str, Trace]) -> list[str]:
    width = max(map(len, traces))
    lines = []
    for name, trace in traces.items():
        spent = trace.usage.spent(trace.seconds)
        lines.append(f"{name:{width}}  {spent}")
    return lines


def differences(traces: Mapping[str, Trace]) -> list[str]:
    """A line for each system after the first: how its answer differs from the first one's.

    >>> runs = {
    ...     "naive": Trace("When?", (), "In 1962.", (), 1.0),
    ...     "crag": Trace("When?", (), "In 1963.", (), 1.0),
    ... }
    >>> differences(runs)
    ['crag, compared with naive: it alone says 1963; naive alone says 1962']
    """
    (first, basis), *others = traces.items()
    return [
        f"{name}, compared with {first}: {_difference(trace, basis, first)}"
        for name, trace in others
    ]


def _difference(trace: Trace, basis: Trace, first: str) -> str:
    if trace.failed or basis.failed:
        return "not to be compared, because a run failed"
    if trace.refused != basis.refused:
        return "it abstains" if trace.refused else f"it answers, and {first} abstains"
    mine, other = without_citations(trace.answer), without_citations(basis.answer)
    if list(all_words(mine)) == list(all_words(other)):
        return "the same answer"
    found = []
    only_mine, only_other = missing(mine, other), missing(other, mine)
    if only_mine:
        found.append(f"it alone says {', '.join(only_mine)}")
    if only_other:
        found.append(f"{first} alone says {', '.join(only_other)}")
    if not found:
        found.append("other words, with the same numbers and names")
    elsewhere = sorted(_documents(trace) - _documents(basis))
    if elsewhere:
        found.append(f"it alone cites {', '.join(elsewhere)}")
    return "; ".join(found)


def _documents(trace: Trace) -> set[str]:
    """The documents that an answer cites."""
    if not citations(trace.answer):
        return set()
    return {passage.source for passage in cited(trace.answer, trace.passages)}
