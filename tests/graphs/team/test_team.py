"""A team: typed tasks, workers that see nothing else, findings joined by rule, and a verifier at the end."""

import sys

import pytest
from fakes import model

from ragkit.evidence import Evidence
from ragkit.graphs.multi_agent.state import Report, Task
from ragkit.graphs.team.find_out import READS
from ragkit.graphs.team.graph import team
from ragkit.graphs.team.orchestrate import archives_of
from ragkit.graphs.team.synthesise import findings
from ragkit.runs.threads import checkpoints
from ragkit.runs.trace_file import load, save
from ragkit.text.sentences import without_citations
from ragkit.trace import run

QUESTION = "Which animals hunt mice by day, and which ones do so at night?"
DAY, NIGHT = "Which animals hunt mice by day?", "Which animals hunt at night?"
SPLIT = "Split this question"
PARTS = f'{{"queries": ["{DAY}", "{NIGHT}"]}}'
END = ["merge", "synthesise", "verify", "check"]


@pytest.fixture
def ask(kit):
    """Runs the team with a model that splits the question and says what is given; the model is `ask.llm`."""

    def asked(settings=None, **said):
        asked.llm = model(**{SPLIT: PARTS} | said)
        return run(team(), QUESTION, kit(asked.llm, **settings or {}))

    return asked


def reports(trace):
    found = [step.wrote["reports"][0] for step in trace.steps if step.node == "find_out"]
    return sorted(found, key=lambda report: report.number)


def test_each_part_and_the_whole_have_a_worker_that_answers_its_own_question(ask):
    trace = ask()
    assert trace.route == ["orchestrate", *["find_out"] * 3, *END, "readings"]
    assert [report.query for report in reports(trace)] == [QUESTION, DAY, NIGHT]
    assert {report.finding for report in reports(trace)} == {"Owls hunt mice at night."}


def test_a_worker_reads_its_task_and_its_own_best_passages_and_nothing_else(ask):
    trace = ask()
    texts = [step.calls[0].prompt for step in trace.steps if step.node == "find_out"]
    assert all(text.count("\n[") <= READS for text in texts)
    assert sum(QUESTION in text for text in texts) == 1


def test_the_first_draft_is_what_the_workers_found_and_no_model_rewords_it(ask):
    trace = ask(draft=["Owls do.", "Cats hunt by day.", "Owls hunt mice at night."])
    (wrote,) = [step for step in trace.steps if step.node == "synthesise"]
    found = {report.query: report.finding for report in reports(trace)}
    assert without_citations(wrote.wrote["draft"]) == f"{found[DAY]} {found[NIGHT]}" and wrote.usage.calls == 0


def test_a_rejected_draft_is_followed_by_one_that_the_model_writes_from_the_passages(ask):
    trace = ask(fits=[0.1, 0.95], draft=["Owls.", "Owls.", "Owls.", "Owls hunt mice at night [1]."])
    assert trace.route[-5:] == ["check", "synthesise", "verify", "check", "readings"]
    assert trace.answer == "Owls hunt mice at night [1]."
    second = [step for step in trace.steps if step.node == "synthesise"][1]
    assert "Owls." in second.calls[0].prompt.split("rejected")[1]


def test_when_no_draft_passes_it_abstains(ask):
    trace = ask(stated=0.1)
    assert trace.refused and trace.route.count("synthesise") == 2 and trace.route[-1] == "apologise"


def test_a_failed_worker_is_said_and_survived(ask, monkeypatch):
    searched = Evidence.hybrid

    def hybrid(self, question, *args, **more):
        if question == NIGHT:
            raise OSError("the index is gone")
        return searched(self, question, *args, **more)

    monkeypatch.setattr(Evidence, "hybrid", hybrid)
    trace = ask()
    assert "worker 3 failed, and the others go on: OSError: the index is gone" in trace.notes
    assert reports(trace)[2].finding == "" and not trace.refused


def test_when_all_workers_fail_it_abstains(ask, monkeypatch):
    def gone(*_, **__):
        raise OSError("gone")

    monkeypatch.setattr(Evidence, "hybrid", gone)
    trace = ask()
    assert trace.refused and len([note for note in trace.notes if "failed" in note]) == 3


def test_a_question_of_several_archives_is_asked_of_each(kit, monkeypatch):
    opened = kit(model())
    # The package has a function of this name, which hides the file from `import`.
    file = sys.modules["ragkit.graphs.team.orchestrate"]
    monkeypatch.setattr(file, "archives_of", lambda *_: (["rivers", "leagues"], ""))
    trace = run(team(), QUESTION, opened)
    (tasks,) = [step.wrote["tasks"] for step in trace.steps if step.node == "orchestrate"]
    assert tasks == [Task(1, QUESTION, "", "rivers"), Task(2, QUESTION, "", "leagues")]


def test_a_corpus_without_archives_asks_no_detector(kit):
    assert archives_of(kit(model()), QUESTION) == ([], "")


def test_findings_are_in_the_order_of_the_tasks_each_once_and_without_the_whole_where_parts_were_answered():
    told = [Report(3, "b?", finding="B."), Report(4, "c?", failed="gone"), Report(2, "a?", finding="A.")]
    assert findings([*told, Report(5, "d?", finding="A."), Report(1, "a? b?", finding="All.")], "a? b?") == "A. B."
    assert findings([Report(1, "a? b?", finding="All."), Report(2, "a?")], "a? b?") == "All."
    assert findings([], "a?") == ""


def test_a_run_is_kept_and_saved(kit, tmp_path):
    with checkpoints(tmp_path / "threads.db") as saver:
        trace = run(team(), QUESTION, kit(model(**{SPLIT: PARTS})), saver, "mice")
    assert load(save(trace, tmp_path / "run.json")) == trace
