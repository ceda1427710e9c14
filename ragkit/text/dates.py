"""The dates in a text, and the date that a text gives itself.

A date is written as ISO 8601 does, as exactly as the text says it: 2031, 2031-05 or 2031-05-01. So
dates are compared as texts. Left out: dates of more than one reading, such as 05/06/2031, and years
outside 1000 to 2999.
"""

from __future__ import annotations

import re

from ragkit.text.forms import plain

_YEAR_ROUND = (
    "january february march april may june july august september october november december"
)
MONTHS = _YEAR_ROUND.split()
_MONTH = "|".join(f"{month}|{month[:3]}" for month in MONTHS)
_YEAR = r"(?<![\d.,])[12]\d{3}(?!\d|[.,]\d)"

# A date in one of the ways in which people write it, the most exact way first.
DATE = re.compile(
    rf"""
    (?P<iso>{_YEAR}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?(?!\d))   # 2031-05-01, 2031-05
    | (?:
        (?:(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\s+)?       # 1 May 2031
        \b(?P<month>{_MONTH})\b\.?,?\s+
        (?:(?P<late>[0-3]?\d)(?:st|nd|rd|th)?,?\s+)?    # May 1, 2031
        (?P<of>{_YEAR})
    )
    | (?P<year>{_YEAR})                                 # 2031
    """,
    re.VERBOSE | re.IGNORECASE,
)
# What introduces the date that a text gives itself: "As of May 2031", "Last revised: 2031-05-01".
_OWN = re.compile(
    r"(?:\bas (?:of|at)|\b(?:last )?(?:updated|revised|changed|reviewed|released)(?: on)?"
    r"|\b(?:date|dated|published|status|effective|valid from|version of))\W{1,6}(?=\w)",
    re.IGNORECASE,
)
# A line in emphasis, which many documents open with: "*Press office, 2 April 2031*".
_DATELINE = re.compile(r"^[*_]([^*_\n]+)[*_]$", re.MULTILINE)


def dates(text: str) -> list[str]:
    """Every date of a text, in order.

    >>> dates("Launched on 1 May 2031, moved in June 2032, lost in 2033; see 2034-02-03.")
    ['2031-05-01', '2032-06', '2033', '2034-02-03']
    """
    return [_iso(found) for found in DATE.finditer(plain(text))]


def years(text: str) -> list[int]:
    """The year of every date of a text, in order.

    >>> years("Between 2031 and June 2033.")
    [2031, 2033]
    """
    return [int(date[:4]) for date in dates(text)]


def own_date(text: str) -> str:
    """The date that a text gives itself; empty where there is none.

    It is the last one behind words such as "as of", or else the first one of a line in emphasis.

    >>> own_date("Last revised: 3 March 2031. The dam was built in 1950.")
    '2031-03-03'
    >>> own_date("*Press office, 2 April 2031*\\n\\nThe dam was built in 1950.")
    '2031-04-02'
    """
    text = plain(text)
    found = ""
    for opening in _OWN.finditer(text):
        date = DATE.match(text, opening.end())
        if date:
            found = _iso(date)
    if found:
        return found
    of_lines = [date for line in _DATELINE.finditer(text) for date in dates(line[1])]
    return of_lines[0] if of_lines else ""


def _iso(found: re.Match[str]) -> str:
    """A date that was found, as ISO 8601 writes it."""
    if found["iso"]:
        return found["iso"]
    if found["year"]:
        return found["year"]
    short = found["month"].lower()[:3]
    month = 1 + [name[:3] for name in MONTHS].index(short)
    date = f"{found['of']}-{month:02}"
    day = found["day"] or found["late"]
    if day:
        date += f"-{int(day):02}"
    return date
