"""What other bars would let out of drafts whose odds are known."""

import json

from benchmarks.bars import PAPER, bars_table, first_passes, judged_by, let_out, lowered
from ragkit.settings import Settings
from ragkit.thresholds import Bars

CRITICS = Settings(answerable_from=0.5, fit_from=0.6, partly_above=0.3, supported_above=0.9)


def draft(quality, fit, odds, right=1.0, kind="factual"):
    """A judged first pass with one claim."""
    return {
        "kind": kind,
        "right": right,
        "held": False,
        "failed": "",
        "refused": False,
        "fit": fit,
        "grades": [{"answerability": quality}],
        "claims": [{"odds": odds, "missing": []}],
    }


def test_drafts_are_told_apart_by_the_evidence_that_they_are_from():
    drafts = [draft(0.7, 0.7, 0.95), draft(0.2, 0.55, 0.95, right=0.0), draft(0.7, 0.55, 0.95)]
    # The third fits too little for good evidence: 1 correct, 1 wrong of 3.
    good, poor, from_poor, value = let_out(drafts, PAPER, CRITICS)
    assert (good, poor, from_poor) == ("1.0, 0.0", "0.0, 1.0", "0.0, 1.0")
    assert value.startswith("0.00 [") and value.endswith("(n=3)")


def test_a_claim_that_is_half_supported_is_enough_where_half_is_asked_for():
    drafts = [draft(0.7, 0.7, 0.5)]
    assert let_out(drafts, PAPER, CRITICS)[0] == "0.0, 0.0"
    assert let_out(drafts, Bars.of(CRITICS), CRITICS)[0] == "1.0, 0.0"


def test_an_answer_to_what_the_documents_do_not_answer_is_wrong():
    assert let_out([draft(0.7, 0.7, 0.95, kind="near-miss")], PAPER, CRITICS)[0] == "0.0, 1.0"


def test_after_poor_evidence_less_is_asked():
    assert lowered(Bars(0.5, 0.5, good_fit=0.6, poor_fit=0.6)).poor_fit == 0.45


def test_the_table_has_each_judge_with_each_set_of_bars(tmp_path):
    chosen = {name: {"threshold": 0.4} for name in ("answerable_from", "fit_from", "partly_above")}
    for name in ("calibration", "calibration-taught"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(draft(0.7, 0.7, 0.95)))
        (tmp_path / f"{name}.json").write_text(json.dumps({"thresholds": chosen}))
    assert bars_table(tmp_path).count("| 1.00 [") == 6
    assert judged_by(tmp_path / "calibration.json").fit_from == 0.4
    assert len(first_passes(tmp_path / "calibration.jsonl")) == 1
