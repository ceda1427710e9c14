"""What is left is counted; what it takes is what it took, or else what is typical."""

import math
import threading
import time
from dataclasses import replace
from pathlib import Path
from statistics import mean
from threading import Barrier
from types import SimpleNamespace

import pytest
from experiments import content_kit, experiment_in
from langchain_core.caches import InMemoryCache
from recordings import small_recording
from samples import ROW

import ragkit.evaluate.experiments.estimate as experiments_estimate
from ragkit.evaluate.experiments.estimate import AUDIT, Pace, calibrated, estimate, pace
from ragkit.evaluate.experiments.outlooks import outlook
from ragkit.graphs import SYSTEMS
from ragkit.model.chat import chat
from ragkit.model.meter import Usage
from ragkit.model.scripted import ScriptedLLM
from ragkit.report.report import read_results
from ragkit.settings import Settings

SPEED = Pace(evaluated=100.0, generated=10.0)
RESULTS = Path(__file__).parents[3] / "benchmarks" / "results"
ABLATION, *LATER = (read_results(RESULTS / name)[1] for name in ("ablation", "architectures", "teams"))


def test_what_rows_took_is_expected_of_the_runs_left(tmp_path):
    made = [replace(ROW, evaluated=100, reused=0, generated=10, calls=1), replace(ROW, evaluated=300, generated=30)]
    found = estimate(experiment_in(tmp_path, audit=False), ["naive"] * 6, made, SPEED)
    assert (found.runs, found.use.evaluated, found.use.generated) == (6, 1200, 120)
    assert found.minutes == pytest.approx(6 * (2 + 2) / 60)


def test_without_rows_it_is_what_is_typical_with_the_audit(tmp_path):
    found = estimate(experiment_in(tmp_path), ["naive", "adaptive"], [], SPEED)
    assert found.use == SYSTEMS["naive"].typical + SYSTEMS["adaptive"].typical + AUDIT + AUDIT


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_typical_is_what_the_first_experiment_that_asked_it_took(system):
    found = [[row for row in rows if row.system == system] for rows in (ABLATION, *LATER)]
    rows = next(filter(None, found))
    for count, typical in (
        ("evaluated", SYSTEMS[system].typical.evaluated),
        ("generated", SYSTEMS[system].typical.generated),
    ):
        assert mean(getattr(row, count) for row in rows) == pytest.approx(typical, rel=0.1)


@pytest.mark.parametrize(
    ("settings", "said"),
    [({}, "0.00 dollars"), ({"provider": "openai", "model": "mine"}, "price not known")],
)
def test_money_is_told_where_the_price_is_known(tmp_path, settings, said):
    found = estimate(experiment_in(tmp_path, settings=settings), ["naive"], [], SPEED)
    assert said in str(found) and "1 runs left" in str(found)


def test_the_pace_of_a_model_is_a_positive_number_of_tokens_a_second(tmp_path):
    found = pace(content_kit(tmp_path).llm)
    assert found.evaluated > 0 and found.generated > 0


def test_the_pace_with_four_calls_at_once_is_that_of_all_four_together(monkeypatch):
    asked = Barrier(4)

    def probe(llm, prompt, tokens):
        asked.wait(10)  # breaks, unless four are under way
        return Usage(1, evaluated=50, generated=tokens)

    clock = iter([0.0, 1.0, 5.0, 7.0])
    monkeypatch.setattr(experiments_estimate, "probe", probe)
    monkeypatch.setattr(experiments_estimate, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    # 4 x 50 tokens are read in a second; of the next two seconds, one is for as many, and one for 4 x 12 written.
    found = pace(ScriptedLLM(replies={}), at_once=4)
    assert (found.evaluated, found.generated, found.at_once) == (pytest.approx(200), pytest.approx(48), 4)


def test_an_estimate_has_the_pace_of_as_many_runs_as_the_experiment_makes_at_a_time(tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(experiments_estimate, "pace", lambda _, at_once: seen.append(at_once) or Pace(100, 10, at_once))
    experiment = experiment_in(tmp_path, parallel=4)
    said = str(outlook(experiment, tmp_path / "results", content_kit(tmp_path), quiet=True))
    assert seen == [4]
    assert "min with 4 runs at a time, at 100 tokens read and 10 written a second" in said


def test_where_no_run_is_left_no_speed_is_told(tmp_path):
    found = estimate(experiment_in(tmp_path), [], [], Pace(math.inf, math.inf))
    assert "0 runs left" in str(found) and "0 min one after the other, 0.00 dollars" in str(found)


def test_what_measures_the_pace_is_not_kept_on_disk(tmp_path):
    llm = content_kit(tmp_path).llm
    llm.cache = InMemoryCache()
    pace(llm)
    assert llm.cache._cache == {}


def test_recorded_replies_take_no_time(tmp_path):
    llm = chat(Settings(provider="recorded", recording=small_recording(tmp_path), tier="budget"))
    assert pace(llm).seconds(Usage(evaluated=10**9, generated=10**9)) == 0.0


def test_what_is_measured_in_time_is_the_pace_of_the_model(tmp_path):
    found, why = calibrated(content_kit(tmp_path).llm, quiet=True)
    assert found.evaluated > 0 and found.generated > 0 and why == ""


def test_a_model_that_is_too_slow_gives_an_estimate_in_tokens_and_the_reason(tmp_path, monkeypatch):
    released = threading.Event()
    monkeypatch.setattr("ragkit.evaluate.experiments.estimate.pace", lambda *_: released.wait(30))
    start = time.monotonic()
    speed, why = calibrated(content_kit(tmp_path).llm, seconds=0.5, quiet=True)
    assert time.monotonic() - start < 10
    released.set()
    assert (speed, why) == (None, "the model did not reply within 0.5 s")
    said = str(estimate(experiment_in(tmp_path), ["naive"], [], speed, why))
    assert "1 runs left: about 4 model calls, 1,470 tokens to evaluate, 66 to generate" in said
    assert "time not known, because the model did not reply within 0.5 s" in said


@pytest.mark.parametrize("kind", [ConnectionError, ValueError, RuntimeError])
def test_a_model_that_fails_meanwhile_is_an_error(tmp_path, monkeypatch, kind):
    def fails(*_):
        raise kind("nobody there")

    monkeypatch.setattr("ragkit.evaluate.experiments.estimate.pace", fails)
    with pytest.raises(kind, match="nobody there"):
        calibrated(content_kit(tmp_path).llm, quiet=True)


def test_the_seconds_of_the_measurement_are_shown(tmp_path, capsys):
    calibrated(content_kit(tmp_path).llm)
    assert "measuring the model's speed: " in capsys.readouterr().err
