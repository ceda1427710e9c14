"""How technical a document is, by what is counted in it: no model is asked.

Three things are signs of technical text: formulas, identifiers, and numbers with a unit. With t of
them in 100 words the technical density is t / (t + 5): none give 0, five in 100 words one half, and
however many give less than 1. The paper asks a model for such a number (advanced, "Document
Profiling"), which nobody can recompute.

Left out: rare words. Which words are rare in a language is not known here, and those that tell a
document from others of its folder are its tags (`search/profile.py`).
"""

from __future__ import annotations

import re

from ragkit.text.anchors import TOKEN
from ragkit.text.questions import UNITS

SAMPLE = 50_000
"""Number of characters at the beginning of a document that are looked at."""
HALF = 5
"""Number of technical signs in 100 words at which the density is one half."""
IDENTIFIER = re.compile(
    r"""
    `[^`\n]{1,80}`                          # what is written as code
    | (?<![\w.])[^\W\d]\w*_\w+              # a name with an underscore: max_level
    | \b[a-z]{2,}[A-Z]\w*                   # or with a capital inside: fileName
    | (?<![\w-])--?[a-z][\w-]+              # an option of a command: --quiet
    | \b[A-Z]{1,5}-?\d[\w-]*                # a code: WF-052, G07
    """,
    re.VERBOSE,
)
_SPELT = [spelling for spelling in sorted(set.union(*UNITS), key=len) if len(spelling) > 2]
MEASURE = re.compile(
    rf"""
    \d\s?(?:
        %
        | °[CF]?
        | [kMGTcmµn]?(?:m|g|s|h|l|t|A|V|W|N|J|B|Hz|Pa|bit|Wh)[²³]?  # with a prefix: km², kW
            (?:/(?:s|h|d|m|kg|min)[²³]?)?                           # and what it is per: m³/s
        | dB | min | ha | {"|".join(reversed(_SPELT))}
    )(?!\w)
    """,
    re.VERBOSE,
)


def density(text: str) -> float:
    """The technical density of a text, in [0, 1): t / (t + 5) for t technical signs in 100 words.

    Of a text without words it is 0.

    >>> density("It lifts 40 litres in 3 h, and `pump_on` starts it.")   # 3 signs in 11 words
    0.845
    >>> density("The red pump is in the hall.")
    0.0
    """
    text = text[:SAMPLE]
    words = len(text.split())
    if not words:
        return 0.0
    per_hundred = 100 * technical(text) / words
    return round(per_hundred / (per_hundred + HALF), 3)


def technical(text: str) -> int:
    """Number of formulas, identifiers and numbers with a unit in a text.

    >>> technical("A search takes O(n log n), or 5 ms."), technical("It was printed in 1962.")
    (2, 0)
    """
    found = 0
    for token in TOKEN.finditer(text):
        if token["formula"]:
            found += 1
    for sign in (IDENTIFIER, MEASURE):
        all_of_it = sign.findall(text)
        found += len(all_of_it)
    return found
