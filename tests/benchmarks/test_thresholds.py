"""The critics' thresholds, and what a retry adds to them, are what the committed outcomes of one half lead to."""

import json
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks import calibrate, retries
from ragkit.evaluate.golden.parts import half, of_part
from ragkit.evaluate.golden.questions import load_questions
from ragkit.evaluate.judging.by_price import SPLITS, choose_at, nearest_price, value_in_halves
from ragkit.evaluate.judging.calibration import best_threshold
from ragkit.evaluate.judging.choice import Choice, choose
from ragkit.evaluate.judging.first_passes import TYPICAL, rows
from ragkit.graphs.adaptive.complexity import complexity
from ragkit.score import score
from ragkit.settings import Settings
from ragkit.thresholds import CHOSEN, SHIPPED, Models, read
from ragkit.thresholds.in_force import OWN_PRICE

ROOT = Path(__file__).parents[2]


def test_the_settings_hold_the_thresholds_that_were_chosen():
    chosen = json.loads((ROOT / "benchmarks" / "results" / "calibration.json").read_text())["thresholds"]
    for name in ("answerable_from", "fit_from", "partly_above"):
        assert Settings.model_fields[name].default == chosen[name]["threshold"], name


def test_questions_are_complex_from_where_on_multi_hop_ones_stand_out_best():
    questions = load_questions(ROOT / "corpora" / "algorithms" / "questions.jsonl")
    fit = [(complexity(q.question).score, q.kind == "multi-hop") for q in questions if half(q.id) == "fit"]
    assert Settings.model_fields["complex_above"].default == pytest.approx(best_threshold(fit))


def test_a_question_never_changes_its_half():
    questions = load_questions(ROOT / "corpora" / "algorithms" / "questions.jsonl")
    halves = [half(question.id) for question in questions]
    assert 0.4 < halves.count("test") / len(halves) < 0.6
    assert half("wayfinder-plan-year") == "fit"  # so that what was chosen on stays what was chosen on


def test_the_outcomes_that_thresholds_were_chosen_on_are_of_the_part_called_fit():
    questions = load_questions(ROOT / "corpora" / "algorithms" / "questions.jsonl")
    fit = {question.id for question in of_part(questions, "fit")}
    outcomes = rows(calibrate.RESULTS / "calibration.jsonl")
    assert outcomes and {row["id"] for row in outcomes} <= fit


@pytest.mark.slow
@pytest.mark.parametrize(("judge", "tier"), [("odds", "balanced"), ("taught", "balanced"), ("taught", "budget")])
def test_the_committed_thresholds_are_what_the_committed_outcomes_lead_to(judge, tier):
    file = calibrate.results_file(judge, tier=tier)
    kept = json.loads(file.with_suffix(".json").read_text())
    target = kept["thresholds"]["targets"]["hold back"]
    choice = choose(rows(file), Settings(judge=judge, tier=tier), target)
    found = calibrate.record(choice, target)
    assert json.loads(json.dumps(found)) == kept["thresholds"]


@pytest.mark.parametrize("tier", ["balanced", "budget"])
def test_the_thresholds_that_ship_for_the_taught_judge_are_those_that_were_chosen(tier):
    models = Models.of(Settings(judge="taught", tier=tier))
    (entry,) = [entry for entry in read(SHIPPED) if (entry.models, entry.wrong_costs) == (models, None)]
    kept = json.loads(calibrate.results_file("taught", tier=tier).with_suffix(".json").read_text())["thresholds"]
    for name in CHOSEN:
        assert entry.thresholds[name] == kept[name]["threshold"], name


JUDGES = pytest.mark.parametrize(
    ("judge", "tier"), [("odds", "balanced"), ("taught", "balanced"), ("taught", "budget")]
)


def committed(judge, tier):
    """The committed outcomes of a judge, and what was chosen from them."""
    file = calibrate.results_file(judge, tier=tier)
    return rows(file), json.loads(file.with_suffix(".json").read_text())


@JUDGES
def test_the_thresholds_for_each_price_are_what_the_committed_outcomes_lead_to(judge, tier):
    outcomes, kept = committed(judge, tier)
    chosen = kept["by price"]["chosen"]
    assert [one["price"] for one in chosen] == list(calibrate.PRICES)
    for one in chosen:
        found = choose_at(outcomes, Settings(judge=judge, tier=tier), one["price"])
        assert {name: found.thresholds[name] for name in CHOSEN} == one["thresholds"]
        assert {name: share.mean for name, share in found.ends_well.items()} == pytest.approx(
            {name: share["mean"] for name, share in one["ends well"].items()}
        )


@JUDGES
def test_the_thresholds_that_ship_for_each_price_are_those_that_were_chosen_with_their_value(judge, tier):
    _, kept = committed(judge, tier)
    models = Models.of(Settings(judge=judge, tier=tier))
    entries = {one.wrong_costs: one for one in read(SHIPPED) if one.models == models}
    for one in kept["by price"]["chosen"]:
        entry = entries[one["price"]]
        assert {name: entry.thresholds[name] for name in CHOSEN} == one["thresholds"]
        assert asdict(entry.value) == pytest.approx(one["value in halves"])


@pytest.mark.parametrize("tier", ["balanced", "budget"])
def test_the_thresholds_that_ship_for_targets_say_the_price_that_they_belong_to(tier):
    models = Models.of(Settings(judge="taught", tier=tier))
    (entry,) = [entry for entry in read(SHIPPED) if (entry.models, entry.wrong_costs) == (models, None)]
    assert entry.like_price == committed("taught", tier)[1]["by price"]["nearest"]


def test_the_kits_own_thresholds_say_the_price_that_they_belong_to():
    outcomes, kept = committed("odds", "balanced")
    assert kept["by price"]["nearest"] == OWN_PRICE
    own = {name: Settings.model_fields[name].default for name in CHOSEN}
    assert nearest_price(own, outcomes, Settings(judge="odds")) == OWN_PRICE


def test_a_value_in_halves_is_what_the_committed_outcomes_lead_to():
    outcomes, kept = committed("odds", "balanced")
    (one,) = [one for one in kept["by price"]["chosen"] if one["price"] == 1]
    found = value_in_halves(outcomes, Settings(judge="odds"), 1)
    assert asdict(found) == pytest.approx(one["value in halves"])


@JUDGES
def test_how_the_odds_sort_drafts_is_what_the_committed_outcomes_lead_to(judge, tier):
    outcomes, kept = committed(judge, tier)
    found = json.loads(json.dumps(calibrate.curves(outcomes)))
    assert found == kept["risk and coverage"]


def test_of_a_drafts_claims_the_least_supported_one_counts_and_a_copied_one_is_not_doubted():
    """By claims the order is a, b, c with risks 0, 1/2 and 1/3; by the fit b, a, c with 1, 1/2 and 1/3."""

    def draft(fit, right, *claims):
        judged = [{"odds": odds, "copied": copied} for odds, copied in claims]
        return {"failed": "", "refused": False, "right": right, "fit": fit, "claims": judged,
                "grades": [{"answerability": 0.5}]}  # fmt: skip

    a = draft(0.5, 1.0, (0.1, True), (0.9, False))
    b, c = draft(0.9, 0.0, (0.6, False)), draft(0.1, 1.0, (0.95, False), (0.4, False))
    lost = draft(0.9, 1.0) | {"failed": "gone"}
    found = {name: one["area"] for name, one in calibrate.curves([a, b, c, lost]).items()}
    assert found["partly_above"]["mean"] == pytest.approx((0 + 1 / 2 + 1 / 3) / 3)
    assert found["fit_from"]["mean"] == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    assert found["answerable_from"]["mean"] == pytest.approx(1 / 3) and found["answerable_from"]["n"] == 3


def test_thresholds_for_a_price_ship_beside_those_for_targets(tmp_path, monkeypatch):
    monkeypatch.setattr(calibrate, "SHIPPED", tmp_path / "shipped.json")
    found = {"answerable_from": 0.5, "fit_from": 0.6, "partly_above": 0.4, "supported_above": 0.9}
    for price, fit in ((None, 0.6), (0.5, 0.6), (2.0, 0.7), (0.5, 0.65)):
        choice = Choice(found | {"fit_from": fit}, {}, {}, n=20, right=9.0, left_out={}, wrong_costs=price)
        calibrate.ship(replace(choice, value=score([1, 0]) if price else None), Models.of(Settings()))
    kept = [(one.wrong_costs, one.thresholds["fit_from"]) for one in read(tmp_path / "shipped.json")]
    assert kept == [(None, 0.6), (2.0, 0.7), (0.5, 0.65)]


def test_the_same_choice_again_keeps_the_date_on_which_it_was_made_first(tmp_path, monkeypatch):
    file = tmp_path / "shipped.json"
    monkeypatch.setattr(calibrate, "SHIPPED", file)
    models = Models.of(Settings(judge="odds"))
    found = {"answerable_from": 0.5, "fit_from": 0.6, "partly_above": 0.4, "supported_above": 0.9}
    for day, fit in ((1, 0.6), (2, 0.6), (3, 0.7)):
        monkeypatch.setattr(calibrate, "date", SimpleNamespace(today=lambda day=day: date(2026, 1, day)))
        choice = Choice(found | {"fit_from": fit}, {}, {}, n=20, right=9.0, left_out={})
        calibrate.ship(choice, models)
        (entry,) = read(file)
        assert entry.date == ("2026-01-01" if fit == 0.6 else "2026-01-03") and entry.thresholds["fit_from"] == fit


def test_thresholds_are_looked_at_on_the_half_that_did_not_choose_them(monkeypatch):
    chosen_on, looked_at = [], []
    choice = SimpleNamespace(thresholds={})
    monkeypatch.setattr(calibrate, "choose", lambda half, *_: chosen_on.append(ids(half)) or choice)
    shares = iter([0.25, 0.75] * SPLITS)
    monkeypatch.setattr(
        calibrate, "shares_under", lambda _, half, __: looked_at.append(ids(half)) or {"answerable": next(shares)}
    )

    def ids(half):
        return [row["id"] for row in half]

    judged = {"failed": "", "refused": False, "fit": 0.5, "grades": [{"answerability": 0.5}], "claims": [{"odds": 0.5}]}
    outcomes = [judged | {"id": number} for number in range(8)]
    assert calibrate.in_halves(outcomes, Settings(), 0.7) == {"answerable": 0.5}
    assert len(chosen_on) == 2 * SPLITS
    for one, other in zip(chosen_on, looked_at, strict=True):
        assert not set(one) & set(other) and sorted([*one, *other]) == list(range(8))


def test_what_thresholds_lead_to_is_counted_by_group():
    """Of three drafts, one does not reach the fit: a right answer is lost, and a near miss is held back."""

    def draft(kind, fit, right):
        claim = {"odds": 0.5, "missing": [], "support": 0.5}
        return {
            "kind": kind, "failed": "", "refused": False, "right": right, "fit": fit,
            "grades": [{"answerability": 0.9}], "claims": [claim],
        }  # fmt: skip

    outcomes = [draft("factual", 0.8, 1.0), draft("factual", 0.6, 1.0), draft("near-miss", 0.6, None)]
    bars = {"answerable_from": 0.5, "fit_from": 0.7, "partly_above": 0.4}
    assert calibrate.shares_under(bars, outcomes, Settings()) == {"answerable": 0.5, "hold back": 1.0}
    assert calibrate.shares_under(bars | {"partly_above": 0.6}, outcomes, Settings())["answerable"] == 0.0


def late_run(retries, answerability, fit, kind="factual", **ended):
    return {
        "kind": kind, "route": ["plan", "retrieve"] * (1 + retries), "answer": "A.", "refused": False, "failed": "",
        "right": None, "held": None, "grades": [{"answerability": 0.0}, {"answerability": answerability}], "fit": fit,
    } | ended  # fmt: skip


def test_a_raise_counts_once_a_retry_and_against_both_bars_and_never_against_a_first_pass():
    bars = Settings(answerable_from=0.5, fit_from=0.5)
    assert retries.highest_raise(late_run(2, 0.75, 1.0), bars) == 0.125
    assert retries.highest_raise(late_run(1, 1.0, 0.625), bars) == 0.125
    assert retries.highest_raise(late_run(0, 0.5, 0.5), bars) == 1.0


def test_the_raise_stops_what_should_not_go_out_and_keeps_the_right_answer_that_is_surer():
    runs = [
        late_run(1, 0.625, 0.9, "near-miss", held=False), late_run(1, 0.7, 0.9, right=True),
        late_run(1, 0.75, 0.9, right=False), late_run(3, 0.9, 0.9, "out-of-domain", refused=True, answer="", held=True),
        late_run(0, 0.9, 0.9, right=True),
    ]  # fmt: skip
    found = retries.best_raise(runs, Settings(answerable_from=0.5, fit_from=0.5))
    assert 0.125 < found["chosen"] <= 0.2 and (found["retried"], found["answered"], found["to hold back"]) == (4, 3, 1)
    assert found["at"]["0.05"] == {"stopped": 0, "right": 1, "wrong": 1}
    assert found["at"][f"{found['chosen']:.2f}"] == {"stopped": 1, "right": 1, "wrong": 1}


def test_the_raise_in_force_is_what_the_committed_outcomes_lead_to():
    outcomes = rows(calibrate.RESULTS / "retries.jsonl")
    assert outcomes and {half(row["id"]) for row in outcomes} == {"fit"}
    kept = json.loads((calibrate.RESULTS / "retries.json").read_text())
    found = retries.best_raise(outcomes, Settings(**kept["thresholds"]))
    assert found == kept
    assert found["chosen"] == Settings.model_fields["retry_raises"].default


def test_what_a_first_pass_typically_takes_is_what_the_committed_ones_took():
    outcomes = rows(calibrate.RESULTS / "calibration.jsonl")
    for count in ("calls", "evaluated", "reused", "generated"):
        mean = sum(row[count] for row in outcomes) / len(outcomes)
        assert getattr(TYPICAL, count) == pytest.approx(mean, rel=0.1), count
