"""Rows with a bar or with dots, as a table: seen on any page, in its colours, without a script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ragkit.text.printable import printable

STYLE = """<style>
.rk-bars { border-collapse: collapse; width: 100%; max-width: 64rem; margin: .8rem 0 1.4rem; \
font-family: sans-serif; font-size: .9em; line-height: 1.4; color: inherit }
.rk-bars caption { text-align: left; font-weight: bold; padding: .3rem .4rem }
.rk-bars th, .rk-bars td { text-align: left !important; padding: .15rem .4rem; \
font-weight: normal; background: transparent; color: inherit; vertical-align: middle }
.rk-bars thead th { border-bottom: 1px solid #888; font-size: .9em }
.rk-bars .rk-group th { font-weight: bold; padding-top: .7rem }
.rk-bars .rk-aside td { opacity: .75 }
.rk-bars td.rk-number { text-align: right !important; white-space: nowrap }
.rk-bars th.rk-wide { width: 55% }
.rk-track { position: relative; height: 1.2rem; display: flex; align-items: center; \
border-left: 1px solid #888; margin-right: .5rem }
.rk-track > span { height: .8rem }
.rk-track > i { position: absolute; width: .5rem; height: .5rem; margin-left: -.25rem; \
border-radius: 50%; background: #1a7f8e; opacity: .5 }
.rk-track > b { position: absolute; width: .2rem; height: 1.1rem; background: #b3541e }
.rk-0 { background: #1a7f8e } .rk-1 { background: #9cc5cb } .rk-2 { background: #b3541e }
.rk-key { display: inline-block; width: .8rem; height: .8rem; margin: 0 .3rem 0 .9rem }
@media (max-width: 40rem) {
  .rk-bars tr { display: flex; flex-wrap: wrap; justify-content: space-between }
  .rk-bars th:first-child { flex: 1 } .rk-bars td, .rk-bars th { overflow-wrap: anywhere }
  .rk-bars td:last-child, .rk-bars th.rk-wide { flex: 0 0 100%; box-sizing: border-box }
}
</style>"""
PLACES = 200
"""Places on a track: dots that share one are drawn once."""


def group(name: str, columns: int) -> str:
    """A row with the name of those below it."""
    title = text(name)
    cell = f"<th colspan='{columns}'>{title}</th>"
    return f"<tr class='rk-group'>{cell}</tr>"


def aside(words: str, columns: int) -> str:
    """A row in words, for what has no bar."""
    shown = text(words)
    cell = f"<td colspan='{columns}'>{shown}</td>"
    return f"<tr class='rk-aside'>{cell}</tr>"


def row(name: str, numbers: Iterable[str], drawing: str) -> str:
    """A row: its name, its numbers, and its bar or dots."""
    cells = f"<th scope='row'>{text(name)}</th>"
    for number in numbers:
        cells += f"<td class='rk-number'>{text(number)}</td>"
    track = f"<div class='rk-track' aria-hidden='true'>{drawing}</div>"
    return f"<tr>{cells}<td>{track}</td></tr>"


def bar(parts: Sequence[float], whole: float) -> str:
    """Parts beside each other, as far as they are of the whole."""
    spans = ""
    for number, part in enumerate(parts):
        share = f"{part / whole:.2%}"
        spans += f"<span class='rk-{number}' style='width: {share}'></span>"
    return spans


def dots(values: Iterable[float], middle: float, whole: float) -> str:
    """A dot for each value, and a mark for the middle one."""
    places = set()
    for value in values:
        place = round(PLACES * value / whole)
        places.add(place)
    marks = ""
    for place in sorted(places):
        left = f"{place / PLACES:.1%}"
        marks += f"<i style='left: {left}'></i>"
    left = f"{middle / whole:.1%}"
    return f"{marks}<b style='left: {left}'></b>"


def bars(caption: str, head: Sequence[str], body: str, keys: Sequence[str] = ()) -> str:
    """The table; `keys` name the parts of its bars."""
    *names, last = map(text, head)
    cells = "".join(f"<th scope='col'>{name}</th>" for name in names)
    legend = ""
    for number, key in enumerate(keys):
        legend += f"<span class='rk-key rk-{number}'></span>{text(key)}"
    return (
        f"<table class='rk-bars'><caption>{text(caption)}</caption>"
        f"<thead><tr>{cells}<th scope='col' class='rk-wide'>{last}{legend}</th></tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def text(words: str) -> str:
    """A text of a file, which may contain anything, for a page."""
    return escape(printable(words))
