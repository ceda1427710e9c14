"""What docs/study.md says about the race of a study."""

from __future__ import annotations

from typing import Any

from benchmarks.race import DRAWN, FOLDERS, PRICES
from benchmarks.statements.claim import claim, result


def _races() -> list[dict[str, Any]]:
    return list(result("race")["races"])


def every_folder_raced_at_every_price() -> None:
    """There is a row for each folder and each price, of samples of one size."""
    rows = {(own["folder"], own["price"]) for own in _races()}
    wanted = {(folder, price) for folder in FOLDERS for price in PRICES}
    claim(rows == wanted, rows=len(rows))
    claim(result("race")["drawn"] == DRAWN, drawn=result("race")["drawn"])


def the_race_loses_little() -> None:
    """Its choice is worth less by a fiftieth at most than that of asking everything, on average."""
    for own in _races():
        claim(own["lost"]["mean"] <= 0.02, folder=own["folder"], price=own["price"], **own["lost"])


def the_race_is_nearly_always_of_one_opinion() -> None:
    """In nine of ten races it chooses what asking every system everything chooses."""
    for own in _races():
        claim(own["same"]["mean"] >= 0.9, folder=own["folder"], same=own["same"]["mean"])


def the_race_saves_runs() -> None:
    """It leaves out runs everywhere, and the more, the more a wrong answer costs."""
    saved = {(own["folder"], own["price"]): 1 - own["runs"]["mean"] for own in _races()}
    for folder in FOLDERS:
        low, high = (saved[folder, price] for price in PRICES)
        claim(0 < low < high, folder=folder, low=low, high=high)


def the_winner_looks_better_where_it_was_chosen() -> None:
    """Averaged over the races of all folders, its value is flattered."""
    flattered = [own["flattered"]["mean"] for own in _races()]
    mean = sum(flattered) / len(flattered)
    claim(mean > 0, mean=mean)
