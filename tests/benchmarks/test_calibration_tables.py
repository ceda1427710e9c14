"""Tables of thresholds show what was chosen, and what it does to questions that did not choose it."""

from benchmarks.calibration_tables import calibration_table, judges_table, prices_table

NAMES = ("answerable_from", "fit_from", "partly_above")
HALVES = {"out-of-domain": 1.0, "hold back": 0.75, "answerable": 0.5}


def share(mean, n):
    return {"mean": mean, "low": mean - 0.1, "high": mean + 0.1, "n": n, "ungraded": 0}


PRICE = {
    "target": 0.8,
    "thresholds": dict(zip(NAMES, (0.2, 0.3, 0.4), strict=True)),
    "ends well": {"out-of-domain": share(1.0, 8), "hold back": share(0.8, 30), "answerable": share(0.6, 99)},
    "in halves": HALVES,
}
RESULT = {
    "thresholds": {
        **{name: {"threshold": 0.2, "auc": 0.7} for name in NAMES},
        "first pass": {"out-of-domain": 1.0, "hold back": 0.81, "answerable": 0.52},
        "targets": {"out-of-domain": 0.95, "hold back": 0.8, "answerable": 0.75},
    },
    "unlearnt": {"auc": dict(zip(NAMES, (0.5, 0.6, 0.65), strict=True))},
    "in halves": HALVES,
    "prices": [PRICE],
}


def test_a_price_is_shown_where_the_thresholds_were_chosen_and_where_others_chose_them():
    lines = prices_table(RESULT).splitlines()
    assert lines[0].endswith(
        "| held back or right | answerable: right | held back or right, in halves | right, in halves |"
    )
    shares = "0.80 [0.70, 0.90] (n=30) | 0.60 [0.50, 0.70] (n=99) | 0.75 | 0.50"
    assert lines[2] == f"| 0.80 | 0.20 | 0.30 | 0.40 | {shares} |"


def test_each_threshold_has_the_auc_of_its_odds_and_each_group_its_target():
    lines = calibration_table(RESULT).splitlines()
    assert lines[2:5] == [f"| `{name}` | 0.20 | 0.70 |" for name in NAMES]
    assert lines[6] == "| first passes, hold back: refused or right | 0.81 (target 0.80) | |"


def test_a_judge_without_a_result_is_left_out():
    lines = judges_table({"taught": RESULT, "not run": {}}).splitlines()
    assert lines[2:] == ["| taught | 0.70 / 0.70 / 0.70 | 0.50 / 0.60 / 0.65 | 0.80 | 0.75 | 0.50 |"]
