"""Which plain system took about as many tokens as an agent did, so that the two can be compared.

An agent that is better than a system with a tenth of its tokens may only have read more. So it is
compared with plain retrieval that reads more passages.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from statistics import mean

from ragkit.evaluate.measures.rows import Row


def tokens_by_system(rows: Sequence[Row]) -> dict[str, float]:
    """The mean number of tokens that each system made the model compute for a question.

    It is what was read and written; tokens whose work the model still had are not counted again.
    Runs that failed are left out.
    """
    found = defaultdict(list)
    for row in rows:
        if not row.failed:
            found[row.system].append(row.evaluated + row.generated)
    return {system: mean(own) for system, own in found.items()}


def nearest(tokens: Mapping[str, float], system: str, plain: Collection[str]) -> str:
    """The plain system whose tokens are nearest to those of a system, by their ratio.

    Raises `ValueError` where no plain system was measured.

    >>> nearest({"hybrid": 900, "hybrid, 20": 2500, "team": 2000}, "team", ["hybrid", "hybrid, 20"])
    'hybrid, 20'
    """
    measured = [one for one in plain if one in tokens]
    if not measured:
        asked = ", ".join(plain) or "no system"
        raise ValueError(f"asked for one of {asked}, got rows of {', '.join(tokens) or 'none'}")
    return min(measured, key=lambda one: abs(math.log(tokens[one] / tokens[system])))
