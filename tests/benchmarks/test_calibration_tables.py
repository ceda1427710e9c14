"""Tables of thresholds show what was chosen, and what it does to questions that did not choose it."""

from benchmarks.calibration_tables import (
    ODDS,
    by_price_table,
    calibration_table,
    judges_table,
    prices_table,
    risk_table,
)

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
        "| withheld or correct | answerable: correct | withheld or correct, in halves | correct, in halves |"
    )
    shares = "0.80 [0.70, 0.90] (n=30) | 0.60 [0.50, 0.70] (n=99) | 0.75 | 0.50"
    assert lines[2] == f"| 0.80 | 0.20 | 0.30 | 0.40 | {shares} |"


def test_each_threshold_has_the_auc_of_its_odds_and_each_group_its_target():
    lines = calibration_table(RESULT).splitlines()
    assert lines[2:5] == [f"| `{name}` | 0.20 | 0.70 |" for name in NAMES]
    assert lines[6] == "| first passes, hold back: abstained or correct | 0.81 (target 0.80) | |"


def test_a_judge_without_a_result_is_left_out():
    lines = judges_table({"taught": RESULT, "not run": {}}).splitlines()
    assert lines[2:] == ["| taught | 0.70 / 0.70 / 0.70 | 0.50 / 0.60 / 0.65 | 0.80 | 0.75 | 0.50 |"]


CHOSEN = {
    "price": 0.5,
    "thresholds": dict(zip(NAMES, (0.2, 0.3, 0.4), strict=True)),
    "ends well": {"out-of-domain": share(1.0, 8), "hold back": share(0.8, 30), "answerable": share(0.6, 99)},
    "value in halves": share(0.25, 137),
    "value of those for targets": share(-0.05, 137),
}


def test_thresholds_for_a_price_have_their_value_in_halves_and_that_of_those_for_targets():
    head, _, line = by_price_table({"by price": {"nearest": 0.5, "chosen": [CHOSEN]}}).splitlines()
    assert head.startswith("| a wrong answer costs | `answerable_from` | `fit_from` | `partly_above` |")
    assert head.endswith("| value of a draft, in halves | of those for targets |")
    shares = (
        "0.80 [0.70, 0.90] (n=30) | 0.60 [0.50, 0.70] (n=99) | 0.25 [0.15, 0.35] (n=137) | -0.05 [-0.15, 0.05] (n=137)"
    )
    assert line == f"| 0.5 | 0.20 | 0.30 | 0.40 | {shares} |"


def test_risk_and_coverage_have_a_row_for_each_judge_and_threshold():
    one = {"area": share(0.4, 137), "covered": {"0.9": share(0.2, 137), "0.95": share(0.1, 137)}}
    result = {"risk and coverage": dict.fromkeys(NAMES, one)}
    head, _, *lines = risk_table({"zero-shot": {}, "taught": result}).splitlines()
    assert head.endswith("| area under risk and coverage | covered at 90% correct | covered at 95% correct |")
    cells = "0.40 [0.30, 0.50] (n=137) | 0.20 [0.10, 0.30] (n=137) | 0.10 [0.00, 0.20] (n=137)"
    assert lines == [f"| taught | {ODDS[name]} | {cells} |" for name in NAMES]


def test_a_result_of_an_older_benchmark_has_no_prices_and_no_curves():
    assert by_price_table(RESULT).count("\n") == risk_table({"taught": RESULT}).count("\n") == 2
