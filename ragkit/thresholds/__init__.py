"""The critics' thresholds that were chosen for a model and a corpus: kept, found, and put in force.

- entry: what was chosen, for which models, under which settings
- file: `thresholds.json`, where it is, reading and writing it
- compare: evidence and drafts compared with their thresholds, in one place
- gates: what the gates of `advanced` judge, compared with theirs
- in_force: settings with chosen thresholds, and where the thresholds in force come from

How they are chosen is in `evaluate/judging/choice.py`.
"""

from ragkit.thresholds.compare import grounded, passes, supported, surer, ungraded, verdict
from ragkit.thresholds.entry import CHOSEN, OPEN, Entry, Models, conditions
from ragkit.thresholds.file import NAME, BadThresholds, home, keep, places, read
from ragkit.thresholds.gates import Bars, is_poor, sufficient
from ragkit.thresholds.in_force import (
    KITS_CORPUS,
    SHIPPED,
    Thresholds,
    in_force,
    origin,
    with_chosen,
)

__all__ = [
    "CHOSEN",
    "KITS_CORPUS",
    "NAME",
    "OPEN",
    "SHIPPED",
    "BadThresholds",
    "Bars",
    "Entry",
    "Models",
    "Thresholds",
    "conditions",
    "grounded",
    "home",
    "in_force",
    "is_poor",
    "keep",
    "origin",
    "passes",
    "places",
    "read",
    "sufficient",
    "supported",
    "surer",
    "ungraded",
    "verdict",
    "with_chosen",
]
