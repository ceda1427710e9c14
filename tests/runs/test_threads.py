"""Runs that outlive their process: real kills, inside every node that works, and what is asked again afterwards."""

import json
import pickle
import time
from contextlib import closing

import ormsgpack
import pytest
from fakes import model, small_kit
from kills import CLAIMS, COMPLEX, DRAFT, SIMPLE, Provider, opened, process, saving, supports
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from ragkit.disk.room import NoRoom
from ragkit.graphs import adaptive
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.graphs.tiered.gate import Answerability
from ragkit.model.errors import ChatFailed
from ragkit.runs.threads import checkpoints, resume
from ragkit.trace import run

LOOK = ["plan", "retrieve", "hop", "context_critic"]
WHOLE = [*LOOK, *LOOK, "generate", "verify", "answer_critic", "readings", "remember"]
"""The route of the simple question: the first evidence is rejected, all of it, and the second approved."""


@pytest.fixture
def killed(endpoint, tmp_path):
    """Kills a run at its n-th request or embedding, and resumes it here: the whole run, the resumed one, requests."""
    provider = Provider(endpoint)

    def kill(question=SIMPLE, request=0, embedding=0, judges=1):
        with closing(opened(tmp_path / "whole", provider.server.url, judges=judges)) as kit:
            whole = run(adaptive(), question, kit)
        needed, folder = provider.take(), tmp_path / "killed"
        provider.block = request
        doomed = process(folder, provider.server.url, question, embedding, judges)
        doomed.start()
        waited = time.monotonic() + 60
        while not (provider.reached.is_set() or (folder / "stuck").exists()):
            assert doomed.is_alive() and time.monotonic() < waited
            time.sleep(0.02)
        time.sleep(0.5 if judges > 1 else 0)  # those at its side come to their end
        doomed.kill()
        doomed.join()
        provider.block = 0
        provider.released.set()
        before = [json.dumps(body, sort_keys=True) for body in provider.server.asked]
        unfinished = [before.pop(request - 1)] if request else []
        provider.take()
        with closing(opened(folder, provider.server.url, judges=judges)) as kit, saving(folder) as saver:
            trace = resume(adaptive(), kit, saver, "owls")
            entries = [(entry.question, entry.mode, entry.summary) for entry in kit.memory.entries()]
        return whole, trace, needed, before, unfinished, provider.take(), entries

    return kill


def check(killed, tail):
    """The run ends as if nothing had happened, and what had been replied is not asked again."""
    whole, trace, needed, before, unfinished, after, entries = killed
    assert whole.answer == DRAFT
    assert whole.route[-len(tail) :] == tail
    assert (trace.answer, trace.passages, trace.notes) == (whole.answer, whole.passages, whole.notes)
    assert supports(trace) == supports(whole)
    assert trace.route == tail
    assert trace.question == whole.question
    assert not trace.failed
    assert sorted(before + after) == needed
    assert set(unfinished) <= set(after)
    assert not set(before) & set(after)
    assert entries == [(whole.question, "verified", CLAIMS)]


@pytest.mark.process
@pytest.mark.parametrize(
    ("request_", "step"),
    [
        (2, 3),  # the second of three scores
        (5, 3),  # the second of three passages
        (7, 3),  # keywords
        (10, 7),  # a score of the second evidence
        (11, 8),  # the draft
        (13, 9),  # the second of two claims
        (14, 10),  # does it fit?
    ],
    ids=["score", "passage", "keywords", "second critic", "generate", "verify", "answer_critic"],
)
def test_a_run_killed_inside_a_model_call_ends_as_if_it_had_not_been(killed, request_, step):
    outcome = killed(request=request_)
    assert outcome[0].route == WHOLE
    assert len(outcome[2]) == 14
    assert len(outcome[3]) == request_ - 1
    check(outcome, WHOLE[step:])


@pytest.mark.process
@pytest.mark.parametrize(
    ("embedding", "step"), [(1, 0), (2, 1), (3, 4), (4, 5), (5, 12)],
    ids=["plan", "retrieve", "plan again", "retrieve again", "remember"],
)  # fmt: skip
def test_a_run_killed_while_it_searches_or_remembers_does_too(killed, embedding, step):
    check(killed(embedding=embedding), WHOLE[step:])


@pytest.mark.process
def test_a_run_killed_while_it_plans_a_complex_question_does_too(killed):
    outcome = killed(COMPLEX, embedding=1)
    check(outcome, [*LOOK, "generate", "verify", "answer_critic", "readings", "remember"])


@pytest.mark.process
def test_of_judgements_side_by_side_only_the_one_that_hung_is_asked_again(killed):
    outcome = killed(request=1, judges=4)
    check(outcome, WHOLE[3:])
    assert len(outcome[3]) == 2 and len(outcome[5]) == 14 - 2


# Without a kill


class Away(type(model())):
    """A model that can be away."""

    away: bool = False

    def _generate(self, *args, **kwargs):
        if self.away:
            raise ChatFailed("nobody is there")
        return super()._generate(*args, **kwargs)


@pytest.fixture
def kit(tmp_path):
    said = model()
    with closing(small_kit(tmp_path / "index", Away(replies=said.replies, turns={}), memory=True)) as opened:
        yield opened


@pytest.fixture
def saver(tmp_path):
    with checkpoints(tmp_path / "deep" / "threads.db") as opened:
        yield opened


def test_a_run_whose_model_was_away_goes_on_when_it_is_back(kit, saver):
    kit.llm.away = True
    assert run(adaptive(), SIMPLE, kit, saver, "owls").failed == "nobody is there"
    assert resume(adaptive(), kit, saver, "owls").failed == "nobody is there"
    kit.llm.away = False
    trace = resume(adaptive(), kit, saver, "owls")
    assert trace.answer == "Owls hunt mice at night [1]." and trace.route[0] == "context_critic" and not trace.failed


def test_threads_keep_apart(kit, saver):
    kit.llm.away = True
    run(adaptive(), SIMPLE, kit, saver, "owls")
    kit.llm.away = False
    assert run(adaptive(), "Do owls hunt?", kit, saver, "cats").question == "Do owls hunt?"
    assert resume(adaptive(), kit, saver, "owls").question == SIMPLE
    assert resume(adaptive(), kit, saver, "cats").question == "Do owls hunt?"


def test_another_question_on_a_thread_begins_afresh_though_the_last_one_never_ended(kit, saver):
    kit.llm.away = True
    run(adaptive(), SIMPLE, kit, saver, "owls")
    kit.llm.away = False
    trace = run(adaptive(), "Do owls hunt?", kit, saver, "owls")
    assert trace.route == [*LOOK, "generate", "verify", "answer_critic", "readings", "remember"]
    state = adaptive().compile(checkpointer=saver).get_state({"configurable": {"thread_id": "owls"}}).values
    assert [rule.do for rule in state["moves"]] == ["generate", "readings"] and len(state["grades"]) == 1
    assert state["queries"] == ["Do owls hunt?"] and state["question"] == trace.question


def test_a_run_that_had_ended_is_returned_without_a_step_and_without_a_call(kit, saver):
    ended = run(adaptive(), SIMPLE, kit, saver, "owls")
    kit.llm.away = True
    again = resume(adaptive(), kit, saver, "owls")
    assert (again.answer, again.passages) == (ended.answer, ended.passages)
    assert supports(again) == supports(ended)
    assert again.route == []
    assert again.usage.calls == 0
    assert not again.failed


def test_a_thread_that_never_ran_cannot_be_resumed(kit, saver):
    run(adaptive(), SIMPLE, kit, saver, "owls")
    with pytest.raises(LookupError, match=r"asked to resume the thread 'cats', which never ran"):
        resume(adaptive(), kit, saver, "cats")


def test_a_state_comes_back_from_the_file_as_it_was(kit, tmp_path):
    with checkpoints(tmp_path / "threads.db") as saver:
        trace = run(adaptive(), SIMPLE, kit, saver, "owls")
    with checkpoints(tmp_path / "threads.db") as saver:
        state = adaptive().compile(checkpointer=saver).get_state({"configurable": {"thread_id": "owls"}}).values
    wrote = {name: value for step in trace.steps for name, value in step.wrote.items()}
    for name in ("complexity", "passages", "rankings", "grades", "claims"):
        assert state[name] == wrote[name]
    assert state["moves"] == [step.rule for step in trace.steps if step.rule]
    assert set(state) == set(vars(AdaptiveState(question="?")))


made = []


class Stranger:
    """Somebody else's class."""

    def __init__(self, word):
        made.append(word)


BOO = [__name__, "Stranger", ["boo"]]
"""How a checkpoint names a class and what it is made with."""


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("msgpack", ormsgpack.packb(ormsgpack.Ext(1, ormsgpack.packb(BOO)))),
        ("json", json.dumps({"lc": 2, "type": "constructor", "id": BOO[:2], "args": BOO[2]}).encode()),
    ],
)
def test_a_file_with_a_strangers_class_makes_none_of_it(saver, kind, body):
    JsonPlusSerializer(allowed_json_modules=[tuple(BOO[:2])]).loads_typed((kind, body))
    assert made.pop() == "boo"  # a saver that trusts everybody makes one
    saver.serde.loads_typed((kind, body))
    assert made == []


def test_a_file_with_a_pickle_is_not_unpickled(saver):
    with pytest.raises(NotImplementedError, match="Unknown serialization type: pickle"):
        saver.serde.loads_typed(("pickle", pickle.dumps("boo")))


# A full disk


def pages(saver, most):
    """Let the file grow to so many pages: SQLite's own full disk."""
    saver.conn.execute(f"PRAGMA max_page_count = {most}")


def used(saver):
    (count,) = saver.conn.execute("PRAGMA page_count").fetchone()
    return count


def test_a_run_whose_file_is_full_fails_and_goes_on_in_the_same_process_once_there_is_room(kit, saver):
    run(adaptive(), "Do owls hunt?", kit, saver, "cats")
    pages(saver, used(saver) + 2)
    trace = run(adaptive(), SIMPLE, kit, saver, "owls")
    assert trace.failed.startswith("asked to save a step of a run, got a full disk: ") and trace.answer == ""
    assert "1.0 MB are needed; make room there" in trace.failed
    pages(saver, 1_000_000)
    assert resume(adaptive(), kit, saver, "cats").answer == "Owls hunt mice at night [1]."
    again = resume(adaptive(), kit, saver, "owls") if trace.route else run(adaptive(), SIMPLE, kit, saver, "owls")
    assert again.answer == "Owls hunt mice at night [1]." and not again.failed


def test_a_run_on_a_full_disk_fails_and_goes_on_once_there_is_room(kit, small_disk):
    with checkpoints(small_disk.folder / "threads.db") as saver:
        run(adaptive(), "Do owls hunt?", kit, saver, "cats")
        small_disk.fill()
        trace = run(adaptive(), SIMPLE, kit, saver, "owls")
        assert "got a full disk: 0.0 MB free" in trace.failed
        small_disk.make_room()
        assert run(adaptive(), SIMPLE, kit, saver, "owls").answer == "Owls hunt mice at night [1]."
        assert resume(adaptive(), kit, saver, "cats").answer == "Owls hunt mice at night [1]."


def test_of_what_is_saved_together_nothing_is_saved_where_not_all_is(saver):
    def write():
        with saver.cursor() as cursor:
            for n in range(9):
                row = ("owls", str(n), b"x" * 50_000)
                cursor.execute("INSERT INTO checkpoints (thread_id, checkpoint_id, checkpoint) VALUES (?, ?, ?)", row)

    saver.setup()
    pages(saver, used(saver) + 30)
    with pytest.raises(NoRoom):
        write()
    count = "SELECT count(*) FROM checkpoints"
    assert saver.conn.execute(count).fetchone() == (0,)
    pages(saver, 1_000_000)
    write()
    assert saver.conn.execute(count).fetchone() == (9,)


def test_a_checkpoint_from_before_a_class_was_moved_is_read(kit, tmp_path, monkeypatch):
    monkeypatch.setattr(Answerability, "__module__", "ragkit.graphs.tiered.gate.state")
    graph = adaptive(extra=["gate"])
    with checkpoints(tmp_path / "threads.db") as saver:
        run(graph, "When do owls hunt?", kit, saver, "owls")
    monkeypatch.undo()
    with checkpoints(tmp_path / "threads.db") as saver:
        state = graph.compile(checkpointer=saver).get_state({"configurable": {"thread_id": "owls"}}).values
    assert type(state["gate"]) is Answerability and state["gate"].premise == "Do owls hunt?"
