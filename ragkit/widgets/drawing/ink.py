"""The nodes and edges of a route map as SVG: what ran is numbered and heavy, what did not is thin and pale."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape

from langgraph.graph import END, START

from ragkit.meter import Usage
from ragkit.trace import Step
from ragkit.widgets.drawing.grid import Size
from ragkit.widgets.drawing.route import Way
from ragkit.widgets.drawing.wires import Box, Wire

NAMES = {START: "start", END: "end"}
BIG, SMALL = 13, 11
"""Letters of a node's name, and all others."""
LINE, PAD = 14, 8
LONGEST = 28
MANY = 10_000
WRAP = 18
BADGE = 74
"""Room for the numbers of the steps."""
COSTS = 204
"""Room for seconds and tokens."""
STYLE = """<style>
.rk-map { max-width: 60rem; margin: 0; overflow-x: auto; font-family: sans-serif; line-height: 1.5; color: inherit }
.rk-map svg { display: block; width: 100%; height: auto; font-family: sans-serif; color: inherit }
.rk-map svg text { fill: currentColor; stroke: none; font-size: 11px }
.rk-map svg .name { font-size: 13px; font-weight: bold }
.rk-map rect { fill: #888; fill-opacity: .08; stroke: currentColor; stroke-opacity: .6 }
.rk-map path.line { fill: none; stroke: currentColor; stroke-opacity: .6; stroke-width: 1.2 }
.rk-map path.head { fill: currentColor; fill-opacity: .7; stroke: none }
.rk-map .choice path.line { stroke-dasharray: 5 3 }
.rk-map .off text { fill-opacity: .75 } .rk-map .off rect { stroke-opacity: .5; fill-opacity: 0 }
.rk-map .on rect { fill: #1a7f8e; fill-opacity: .18; stroke: #1a7f8e; stroke-opacity: 1; stroke-width: 2 }
.rk-map .on path.line { stroke: #1a7f8e; stroke-opacity: 1; stroke-width: 3.5; stroke-dasharray: none }
.rk-map .on path.head { fill: #1a7f8e; fill-opacity: 1 }
.rk-map svg .fired { text-decoration: underline; font-weight: bold }
.rk-map .now rect { stroke: #b3541e; stroke-width: 3 }
.rk-map .now rect.inner { fill: none; stroke-width: 1.5 }
.rk-map rect.badge { fill: #1a7f8e; fill-opacity: 1; stroke: none }
.rk-map .now rect.badge { fill: #b3541e; stroke: none }
.rk-map svg .badge-text { fill: #fff; fill-opacity: 1; font-weight: bold }
.rk-map figcaption { font-size: .9em } .rk-map figcaption p { margin: .3rem 0 }
.rk-map details { margin: .3rem 0 } .rk-map summary { cursor: pointer }
</style>"""


def letters(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is: sans-serif fonts differ, so rather too much than too little.

    >>> letters("iii", 10) < letters("WWW", 10) == letters("字字字", 10)
    True
    """
    wide = sum(1.0 if c in "MWmw@%" or ord(c) > 0x2E7F else 0.72 if c.isupper() else 0.58 for c in text)
    return wide * size * (1.1 if bold else 1)


def node_size(node: str) -> Size:
    """Room for the name, the numbers of some steps, seconds and tokens: the same with and without a run."""
    if node in NAMES:
        return 64, 24
    return max(letters(_short(node), BIG, bold=True) + BADGE + 2 * PAD, COSTS), 46


def label_size(way: Way) -> Size:
    """Room for what is written on an edge; none where nothing is."""
    lines = [", ".join(map(_short, line)) + "," for line in _lines(way.issues)]
    if not lines:
        return 0, 0
    return max(letters(line, SMALL, bold=True) for line in lines) + 2 * PAD, LINE * len(lines) + 6


def node_ink(node: str, box: Box, ran: Mapping[int, Step], kind: str) -> str:
    """A node as a group: its box and name; what ran has the numbers of its steps, and what they cost."""
    x, name, costs = box.x + box.width / 2, escape(NAMES.get(node, _short(node))), _costs(ran.values())
    badge = _numbers(list(ran))
    inner = _rect(Box(box.x + 3.5, box.y + 3.5, box.width - 7, box.height - 7), "inner") if "now" in kind else ""
    now = _badge("now", box.right - 20, box.y) if "now" in kind else ""
    room = letters(badge, SMALL, bold=True) + 16 if badge else 0
    left = x - (room + letters(_short(node), BIG, bold=True)) / 2
    y = box.y + (16 if ran else box.height / 2)
    marks = _badge(badge, left + room / 2 - 3, y) if badge else ""
    title = _text(name, x + room / 2, y, "name")
    second = _text(costs, x, box.y + 34) if ran else ""
    about = f"<title>{escape(_about(node, ran, costs))}</title>"
    return f"<g class='rk-node {kind}'>{about}{_rect(box)}{inner}{marks}{title}{second}{now}</g>"


def edge_ink(way: Way, wire: Wire, times: int, fired: Collection[str], kind: str) -> str:
    """An edge as a group: its line, its arrowhead, the issues that lead there, and how often it was taken."""
    why = "\n".join(f"{rule.when}: {rule.why}" for rule in way.rules) or way.word
    about = f"<title>{escape(why)}</title>" if why else ""
    return (
        f"<g class='rk-edge {kind}{' choice' if way.choice else ''}'>{about}"
        f"<path class='line' d='{wire.line}'/><path class='head' d='{wire.head}'/>"
        f"{_label(way.issues, fired, wire.label)}{_badge(f'{times}×', *wire.count) if times > 1 else ''}</g>"
    )


def _label(issues: Sequence[str], fired: Collection[str], box: Box) -> str:
    lines, texts = _lines(issues), []
    for number, line in enumerate(lines, start=1):
        comma = "," if number < len(lines) else ""
        y = box.y + 3 + LINE * (number - 0.5)
        texts.append(_text(_marked(line, fired) + comma, box.x + box.width / 2, y))
    return _rect(box) + "".join(texts) if lines else ""


def _marked(issues: Sequence[str], fired: Collection[str]) -> str:
    """Issues as escaped text, underlined where they were there."""
    texts = [escape(_short(issue)) for issue in issues]
    marked = (f"<tspan class='fired'>{t}</tspan>" if i in fired else t for i, t in zip(issues, texts, strict=True))
    return ", ".join(marked)


def _lines(issues: Sequence[str]) -> list[list[str]]:
    """Issues on short lines, as many on each as there is room for.

    >>> _lines(["unsure", "remembered", "beside the point"])
    [['unsure', 'remembered'], ['beside the point']]
    """
    lines: list[list[str]] = []
    for issue in issues:
        if lines and len(", ".join([*lines[-1], issue])) <= WRAP:
            lines[-1].append(issue)
        else:
            lines.append([issue])
    return lines


def _about(node: str, ran: Mapping[int, Step], costs: str) -> str:
    name = NAMES.get(node, node)
    return f"{name}: step {', '.join(map(str, ran))}; {costs}" if ran else name


def _numbers(numbers: Sequence[int]) -> str:
    """The numbers of the steps, or the first and the last where there is no room for all."""
    every = ", ".join(map(str, numbers))
    return every if letters(every, SMALL, bold=True) + 16 <= BADGE else f"{numbers[0]}, … {numbers[-1]}"


def _costs(steps: Iterable[Step]) -> str:
    """Seconds and tokens of some steps.

    >>> _costs([Step("a", 1.5, Usage(1, 0, 600, 500, 30), {}), Step("a", 2, Usage(1, 0, 12000, 0, 5), {})])
    '3.5 s · 12.1k/500/35 tokens'
    """
    steps = list(steps)
    use = sum((step.usage for step in steps), Usage())
    tokens = "/".join(f"{n / 1000:.1f}k" if n >= MANY else str(n) for n in (use.evaluated, use.reused, use.tokens_out))
    return f"{sum(step.seconds for step in steps):.1f} s" + (f" · {tokens} tokens" if use.calls else "")


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _badge(text: str, x: float, y: float) -> str:
    width = letters(text, SMALL, bold=True) + 10
    box = Box(x - width / 2, y - LINE / 2 - 1, width, LINE + 2)
    return _rect(box, "badge") + _text(text, x, y, "badge-text")


def _rect(box: Box, kind: str = "box") -> str:
    x, y, width, height = (f"{value:.1f}" for value in box)
    return f"<rect class='{kind}' x='{x}' y='{y}' width='{width}' height='{height}' rx='6'/>"


def _text(text: str, x: float, y: float, kind: str = "") -> str:
    """A text about its middle, escaped before; `kind` is its class."""
    return f"<text x='{x:.1f}' y='{y + 4:.1f}' text-anchor='middle'{f' class={kind!r}' if kind else ''}>{text}</text>"
