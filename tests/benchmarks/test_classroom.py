"""A class of three at a scripted server: nobody loses a run, and who waits longer than who is counted."""

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from fakes import BAT, FakeWeb, small_kit

from benchmarks import classroom
from benchmarks.classroom import NOTEBOOK, Learner, classroom_table, measure, share_reused, summary
from benchmarks.llama_server import Running
from benchmarks.scripted_server import scripted_server
from ragkit.model.chat import chat
from ragkit.model.llm import label_odds, say
from ragkit.model.meter import Call, Usage
from ragkit.settings import Settings
from ragkit.steps import Step, Trace


@pytest.fixture
def kit(tmp_path):
    """Opens a kit on five passages whose model is at an address."""

    def opened(server, **more):
        served = {"provider": "openai", "base_url": server.url, "api_key": server.key}
        how = {"judge": "odds", "reranker": "none", "web": FakeWeb(BAT)}
        return small_kit(tmp_path / "index", **how, **served, **more)

    return opened


def asked(url, **more):
    return chat(Settings(provider="openai", base_url=url, model="owl", reuse_replies=False, **more))


@pytest.mark.slow
def test_three_learners_lose_no_run_and_wait_for_each_other(kit, monkeypatch, tmp_path, capsys):
    changed = {"NOTEBOOK": NOTEBOOK[1:3], "SLOTS": 1, "SECONDS": 0.02, "FILE": tmp_path / "classroom.json"}
    for name, value in (changed | {"opened": lambda server, _: kit(server)}).items():
        monkeypatch.setattr(classroom, name, value)
    monkeypatch.setattr(sys, "argv", ["classroom.py", "--learners", "3"])
    classroom.main()
    found = json.loads((tmp_path / "classroom.json").read_text())["scripted"]
    assert (found["learners"], found["slots"], found["judges"], found["lost"]) == (3, 1, 4, 0)
    assert found["calls"] % 3 == 0 and found["calls"] >= 3 * 2
    assert 0 < found["wait"] <= found["wait_95"] and found["worst_over_best"] >= 1
    assert found["reused"] is None  # the script counts no tokens
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("lost=0.000 wait=") and "reused" not in last


def learner(seconds, *calls, failed=""):
    """A learner with one run, whose calls took so many seconds, or are from disk."""
    kept = tuple(Call("Hoo?", "Hoo.", usage) for usage in calls)
    step = Step("generate", 1.0, sum(calls, Usage()), {}, calls=kept)
    return Learner(seconds, [Trace("Hoo?", (step,), "Hoo.", (), 1.0, failed=failed)])


def test_times_are_those_of_the_learner_who_was_alone_and_the_disk_does_not_count():
    alone = learner(10.0, Usage(1, 0, 100, 300, seconds=2.0))
    ada = learner(20.0, Usage(1, 0, 100, 100, seconds=4.0), Usage(1, 1, 900, 0, seconds=0.0))
    bob = learner(30.0, Usage(1, 0, 200, 0, seconds=8.0), failed="no reply")
    assert summary(alone, [ada, bob]) == {
        "calls": 2, "lost": 1, "wait": 3.0, "wait_95": pytest.approx(3.9),  # of 2 and 4
        "total": 2.5, "worst_over_best": 1.5, "reused": 0.25, "reused_alone": 0.75,
    }  # fmt: skip


def test_a_run_that_fails_is_lost():
    good = Trace("Hoo?", (), "Hoo.", (), 0.0)
    assert Learner(1.0, [good, replace(good, failed="no reply"), good]).failed == ["no reply"]


def test_a_server_that_fails_a_learner_who_is_alone_is_not_measured(kit, endpoint):
    broken = endpoint(lambda _: (400, {"error": {"message": "no such model"}}))
    with pytest.raises(RuntimeError, match="asked for 1 run of one learner, got .*no such model"):
        measure(kit(Running(broken.url, "any")), 1, 1, NOTEBOOK[:1])


def test_a_slot_is_kept_for_its_time_and_a_second_request_waits_for_it():
    with scripted_server(1, 0.2) as server, ThreadPoolExecutor(2) as pool:
        began = time.monotonic()
        replies = list(pool.map(lambda n: say(asked(server.url), f"Hoo? {n}").text, range(2)))
        assert time.monotonic() - began >= 0.4
    assert replies[0] == replies[1] and replies[0].endswith("[1].")


def test_a_judge_gets_odds_that_a_lenient_critic_takes_and_a_strict_one_does_not():
    with scripted_server(4, 0) as server:
        odds = label_odds(asked(server.url), "Is it dark?", ["yes", "no"])
    assert odds == pytest.approx({"yes": 0.7, "no": 0.3})
    assert {task.answerable_from for task in NOTEBOOK if task.answerable_from > 0.7} == {0.75}


def test_what_is_reused_is_a_share_of_all_tokens_of_the_prompts():
    assert share_reused([Usage(1, 0, 100, 500), Usage(1, 0, 200, 0)]) == 0.625  # 500 of 800
    assert share_reused([Usage(1)]) is None


def test_the_table_has_a_row_for_each_server():
    one = {"learners": 3, "slots": 4, "judges": 4, "calls": 30, "lost": 0, "wait": 2.0, "wait_95": 3.5}
    one |= {"total": 2.25, "worst_over_best": 1.125, "reused": None, "reused_alone": 0.5}
    *_, row = classroom_table({"scripted": one}).splitlines()
    assert row == "| scripted | 3 | 4 | 4 | 30 | 0 | 2.00 | 3.50 | 2.25 | 1.12 | | 0.50 |"
