"""When checking pays, in three sentences for the front page, and as the pictures of the docs.

python -m benchmarks.pays    # writes the pictures; needs Chrome or Chromium
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.critics_tables import held_out
from benchmarks.steps import STEPS
from ragkit.evaluate.measures.rows import Row
from ragkit.evaluate.measures.value import (
    Outcomes,
    advantage,
    break_even,
    outcomes,
    precision,
    ranking,
)
from ragkit.report.figures import write_pngs
from ragkit.report.systems_table import GROWN
from ragkit.score import Score
from ragkit.widgets.charts.pays import pays_chart
from ragkit.widgets.charts.value import value_chart

IMAGES = Path(__file__).parent.parent / "docs" / "images"
PLAIN, COPIED = "hybrid", "extract"
"""The system that answers everything, and the one that copies and has no model."""
CHECKED = ("adaptive", "tiered")
"""The systems that check their drafts."""


def pays_block(rows: Sequence[Row]) -> str:
    """Three sentences: what to take where a wrong answer is free, and where it costs as much as a
    correct one is worth; and from which price on checking pays."""
    if not rows:
        return "Not run yet.\n"
    found = outcomes(rows)
    systems = {name: found[name] for name in GROWN}
    return "\n".join([_free(systems), _even(systems), _from(systems)]) + "\n"


def _free(systems: Mapping[str, Outcomes]) -> str:
    best, worth = ranking(systems, 0)[0]
    gap = advantage(systems[best], systems[COPIED], 0)
    how = "a clear lead over" if gap.low > 0 else "no clear lead over"
    return (
        f"- **If a wrong answer costs nothing, take `{best}`.** It has the most correct answers, "
        f"{_interval(worth)} of all questions: {how} `{COPIED}`, which copies three sentences "
        f"without a model ({_interval(gap, '+')})."
    )


def _even(systems: Mapping[str, Outcomes]) -> str:
    (best, worth), (after, _) = ranking(systems, 1)[:2]
    others = []
    for name in (PLAIN, COPIED):
        gap = advantage(systems[best], systems[name], 1)
        others.append(f"{_interval(gap, '+')} over `{name}`")
    closest = advantage(systems[best], systems[after], 1)
    how = "a clear difference" if closest.low > 0 else "no clear difference"
    return (
        f"- **If it costs as much as a correct answer is worth, take `{best}`.** It abstains when "
        f"it is unsure, and each question is worth {_interval(worth)} to you: "
        f"{' and '.join(others)}. Of its answers {precision(systems[best]).mean:.2f} are correct, "
        f"of `{PLAIN}`'s {precision(systems[PLAIN]).mean:.2f}. The next best is `{after}`, with "
        f"{how}."
    )


def _from(systems: Mapping[str, Outcomes]) -> str:
    parts = []
    for name in CHECKED:
        price = break_even(systems[name], systems[PLAIN])
        parts.append(f"for `{name}` {price}")
    return (
        f"- **Checking pays from a price between the two**, compared with `{PLAIN}`: "
        f"{', '.join(parts)}. Accuracy cannot show that, because it counts an abstention as a "
        "mistake."
    )


def _interval(one: Score, sign: str = "") -> str:
    numbers = [format(number, f"{sign}.2f") for number in (one.mean, one.low, one.high)]
    return f"{numbers[0]} [{numbers[1]}, {numbers[2]}]"


def main() -> None:
    found = outcomes(held_out())
    steps = {step.added: (found[step.after], found[step.before]) for step in STEPS}
    pictures = {
        "value": value_chart({name: found[name] for name in GROWN}),
        "pays": pays_chart(steps),
    }
    for file in write_pngs(pictures, IMAGES):
        print(file)


if __name__ == "__main__":
    main()
