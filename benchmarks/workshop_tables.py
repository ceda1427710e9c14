"""Do the parts of the workshops fit, and the tables of the plans in the docs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from benchmarks.workshop_plans import (
    OPENING,
    Day,
    Part,
    Plan,
    Plans,
    notebook_file,
    sections_of,
)
from ragkit.course.exercises.catalogue import words
from ragkit.course.exercises.checks import learners_file
from ragkit.text.markdown_table import markdown_table

NOT_YET = "Not measured yet."
HEAD = ("time", "minutes", "part", "machine", "say", "look for", "if behind")
BUSY = 0.2
"""Fraction of the processor from which on other programs may have slowed a measurement."""
Results = Mapping[str, Any]


class Fit(NamedTuple):
    """How long the machine takes in a part."""

    seconds: float | None
    """None where it was not measured, or failed."""
    most: float
    """What it may take, in seconds."""
    fault: str = ""
    """Why the part does not fit, or nothing."""


def fit_of(part: Part, plans: Plans, results: Results) -> Fit | None:
    """Whether a part fits; None for one that runs nothing.

    A notebook may take a fraction of the part, because its cells are read as well. Exercises may
    take what their learners leave of it.
    """
    if part.notebook:
        most = plans.most_waiting * 60 * part.minutes
        return _judged([part.notebook], part, most, results)
    if part.exercises:
        needed = sum(words(id).minutes for id in part.exercises)
        if needed > part.minutes:
            return Fit(None, 0.0, f"its exercises need {needed} minutes")
        return _judged(part.exercises, part, 60 * part.minutes, results)
    return None


def _judged(names: tuple[str, ...] | list[str], part: Part, most: float, results: Results) -> Fit:
    total = 0.0
    for name in names:
        result = results.get(name)
        if result is None:
            return Fit(None, most, f"{name} was not measured")
        if "failed" in result:
            return Fit(None, most, f"{name} failed: {result['failed']}")
        total += _seconds(part, result)
    if total > most:
        return Fit(total, most, f"it takes {span(total)}, and {span(most)} is the most")
    return Fit(total, most)


def _seconds(part: Part, result: Mapping[str, Any]) -> float:
    """What a part takes of a result: of a notebook, the sections that it runs."""
    by_section = result.get("sections")
    if by_section is None:
        return float(result["seconds"])
    chosen = sections_of(part, list(by_section))
    return sum(by_section[title] for title in chosen)


def fits(plans: Plans, results: Results) -> bool:
    """Whether every part of every plan fits."""
    for plan in plans.plans:
        for part in plan.parts:
            fit = fit_of(part, plans, results)
            if fit and fit.fault:
                return False
    return True


def fit_lines(plans: Plans, results: Results) -> list[str]:
    """A table as text: each part that runs something, its time, what it may take, a verdict."""
    lines = [f"{'plan':12} {'begins':7} {'takes':>8} {'at most':>8}  part"]
    for plan in plans.plans:
        for day in plan.days:
            for clock, part in day.clock():
                fit = fit_of(part, plans, results)
                if fit:
                    lines.append(_line(plan, clock, part, fit))
    return lines


def _line(plan: Plan, clock: str, part: Part, fit: Fit) -> str:
    took = "-" if fit.seconds is None else span(fit.seconds)
    verdict = f"DOES NOT FIT: {fit.fault}" if fit.fault else "fits"
    return f"{plan.key:12} {clock:7} {took:>8} {span(fit.most):>8}  {part.title}: {verdict}"


def span(seconds: float) -> str:
    """Seconds as minutes and seconds.

    >>> span(4.2), span(95)
    ('0:04', '1:35')
    """
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def day_table(day: Day, plans: Plans, results: Results) -> str:
    """A Markdown table of a day: what happens when, and what the machine takes of it."""
    rows = []
    for clock, part in day.clock():
        cell = _machine(fit_of(part, plans, results))
        row = [clock, f"{part.minutes}", _what(part), cell]
        rows.append([*row, part.say or None, part.look or None, part.behind or None])
    return markdown_table(HEAD, rows)


def _machine(fit: Fit | None) -> str | None:
    if fit is None:
        return None
    if fit.seconds is None:
        return NOT_YET
    late = " (too long)" if fit.fault else ""
    return f"{span(fit.seconds)}{late}"


def _what(part: Part) -> str:
    """The title of a part, with links to what it runs."""
    if part.notebook:
        name = notebook_file(part.notebook).name
        link = f"[{part.notebook}](../../notebooks/{name})"
        return f"**{part.title}.** Notebook {link}{_range(part)}"
    if part.exercises:
        links = ", ".join(_exercise(id) for id in part.exercises)
        return f"**{part.title}.** {links}"
    return f"**{part.title}**"


def _range(part: Part) -> str:
    begin = f" from *{part.first}*" if part.first else ""
    end = f" up to *{part.until}*, and not further" if part.until else ""
    return f"{begin}{end}"


def _exercise(id: str) -> str:
    one = words(id)
    file = learners_file(one.follows)
    return f"[{id}](../../exercises/{file.name}) ({one.minutes} minutes)"


def machine_note(results: Results) -> str:
    """A sentence about the machine that measured the plans."""
    on = results.get("machine")
    if not on:
        return f"{NOT_YET} `make workshop-check` measures them.\n"
    runs = [result for name, result in results.items() if name != "machine"]
    busy = sum(1 for result in runs if result["busy"] > BUSY)
    days = sorted({result["date"] for result in runs})
    also = f"; other programs were busy before {busy} of them" if busy else ""
    return (
        f"Measured with {on['cores']} cores and {on['memory']} GiB of memory, {on['system']}, "
        f"{' and '.join(days)}: {len(runs)} runs{also}.\n"
    )


def notebooks_table(results: Results) -> str:
    """A Markdown table of the measured notebooks: seconds in all, and the slowest section."""
    rows = []
    for name, result in sorted(results.items()):
        by_section = result.get("sections")
        if by_section:
            slowest = max(by_section, key=by_section.__getitem__)
            title = "the opening" if slowest == OPENING else f"*{slowest}*"
            total = span(sum(by_section.values()))
            rows.append([name, total, f"{title}, {span(by_section[slowest])}"])
    if not rows:
        return f"{NOT_YET}\n"
    return markdown_table(["notebook", "minutes in all", "its slowest section"], rows)
