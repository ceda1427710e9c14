"""The graph with workers, whole routes: a split question, parallel tasks, one evidence, and what fails."""

import errno
import threading

import pytest
from fakes import CAT, OWL, TREE, model

from ragkit.disk.room import NoRoom
from ragkit.evidence import Evidence
from ragkit.graphs import SYSTEMS
from ragkit.graphs.multi_agent.merge import covering
from ragkit.graphs.multi_agent.state import Report
from ragkit.model.recording import NotRecorded
from ragkit.runs.threads import checkpoints, resume
from ragkit.runs.trace_file import load, save
from ragkit.trace import run

SIMPLE = "Which animals hunt mice?"
QUESTION = "Which animals hunt mice by day, and which ones do so at night?"
SPLIT = "Split this question"
PARTS = '{"queries": ["Which animals hunt mice by day?", "Which animals hunt at night?"]}'
ANSWER = ["answer_generation", "evaluate_answer", "readings"]


@pytest.fixture
def ask(kit):
    """Runs the graph on a question that it takes for complex, with a model that splits it."""

    def asked(question=QUESTION, parts=PARTS):
        llm = model(**{SPLIT: parts})
        return run(SYSTEMS["multi_agent"].build(), question, kit(llm, complex_above=0.5))

    return asked


def of(trace, node, field):
    return [step.wrote[field] for step in trace.steps if step.node == node]


def reports_of(trace):
    return [report for reports in of(trace, "worker", "reports") for report in reports]


def breaks(monkeypatch, error, only=""):
    """Lets the search for a query fail, or that for every query."""
    searched = Evidence.hybrid

    def hybrid(self, question, *args, **more):
        if only in ("", question):
            raise error
        return searched(self, question, *args, **more)

    monkeypatch.setattr(Evidence, "hybrid", hybrid)


def test_a_simple_question_needs_one_search_and_no_worker(ask):
    assert ask(SIMPLE).route == ["weigh", "retrieve", *ANSWER]


def test_a_complex_question_has_a_worker_for_each_part_and_one_for_the_whole(ask):
    trace = ask()
    assert trace.route == ["weigh", "decompose", *["worker"] * 3, "merge", *ANSWER]
    (tasks,) = of(trace, "decompose", "tasks")
    parts = ["Which animals hunt mice by day?", "Which animals hunt at night?"]
    assert [task.query for task in tasks] == [QUESTION, *parts]


def test_each_parallel_step_has_its_own_fields_and_its_own_cost(ask):
    trace = ask()
    workers = [step for step in trace.steps if step.node == "worker"]
    assert sorted(report.number for report in reports_of(trace)) == [1, 2, 3]
    assert all(step.usage.calls == 0 and step.read is None and step.rule is None for step in workers)
    assert trace.usage.calls == sum(step.usage.calls for step in trace.steps) > 0


def test_the_workers_run_at_the_same_time(ask, monkeypatch):
    searched, together = Evidence.hybrid, threading.Barrier(3, timeout=20)

    def hybrid(self, *args, **more):
        together.wait()  # fails unless three workers are here
        return searched(self, *args, **more)

    monkeypatch.setattr(Evidence, "hybrid", hybrid)
    assert [report.failed for report in reports_of(ask())] == ["", "", ""]


def test_the_reports_are_in_the_order_of_the_tasks_whoever_was_first(kit, tmp_path):
    graph, opened = SYSTEMS["multi_agent"].build(), kit(model(**{SPLIT: PARTS}), complex_above=0.5)
    with checkpoints(tmp_path / "threads.db") as saver:
        trace = run(graph, QUESTION, opened, saver, "mice")
        kept = graph.compile(checkpointer=saver).get_state({"configurable": {"thread_id": "mice"}}).values
        assert [report.number for report in kept["reports"]] == [1, 2, 3]
        again = run(graph, QUESTION, opened, saver, "mice")  # nothing is left of the run before
        assert len(reports_of(again)) == 3 and again.passages == trace.passages
        assert resume(graph, opened, saver, "mice").answer == trace.answer
    assert load(save(trace, tmp_path / "run.json")) == trace


def test_one_failed_worker_is_said_and_survived(ask, monkeypatch):
    breaks(monkeypatch, OSError("the index is gone"), only="Which animals hunt at night?")
    trace = ask()
    assert "worker 3 failed, and the others go on: OSError: the index is gone" in trace.notes
    assert trace.passages and not trace.refused and not trace.failed


def test_when_all_workers_fail_there_is_no_answer_and_the_notes_say_why(ask, monkeypatch):
    breaks(monkeypatch, OSError("the index is gone"))
    trace = ask()
    assert trace.refused and trace.route[-1] == "apologise" and len(trace.notes) == 3


def test_a_full_disk_ends_the_run(ask, monkeypatch):
    breaks(monkeypatch, NoRoom(errno.ENOSPC, "asked to write; the disk is full"))
    trace = ask()
    assert "the disk is full" in trace.failed and trace.answer == ""


def test_a_reply_that_was_not_recorded_ends_the_run(ask, monkeypatch):
    breaks(monkeypatch, NotRecorded("asked owl-7b, which was not recorded"))
    trace = ask()
    assert trace.failed == "asked owl-7b, which was not recorded" and trace.answer == ""


@pytest.mark.parametrize("parts", ["", "owls", '{"queries": []}', '{"queries": ["Who hunts?"]}'])
def test_a_question_that_cannot_be_split_is_searched_for_as_a_whole(ask, parts):
    trace = ask(parts=parts)
    assert trace.route.count("worker") == 1 and any("the question was not split" in note for note in trace.notes)


def test_a_sub_query_about_something_else_is_not_searched_for(ask):
    trace = ask(parts='{"queries": ["Which animals hunt?", "Where is Rome?", "Did Caesar hunt mice?"]}')
    assert trace.route.count("worker") == 2
    assert any("Where is Rome" in note for note in trace.notes)
    assert any("it brings in Caesar" in note for note in trace.notes)


def test_the_passages_that_serve_most_open_parts_come_first():
    reports = [Report(1, "a", (OWL, TREE)), Report(2, "b", (CAT, TREE)), Report(3, "c", (TREE,))]
    assert [one.id for one in covering([OWL, CAT, TREE], reports)] == ["tree", "owl", "cat"]
    assert covering([], [Report(1, "a", failed="gone")]) == []
    assert covering([OWL], []) == [OWL]


def test_only_a_workers_best_passages_serve_its_part():
    reports = [Report(1, "a", (CAT, CAT, CAT, OWL)), Report(2, "b", (OWL,))]
    assert [one.id for one in covering([CAT, OWL], reports)] == ["cat", "owl"]
