"""Every judge at hand is tried on the documents' own claims; what is lacking is said, and the report shows it all."""

from dataclasses import replace

import pytest
from experiments import content_kit, experiment_in
from fakes import OWL, model
from tiny_gguf import random_adapter

from ragkit import kit as kit_module
from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.judging import tried_judges
from ragkit.evaluate.judging.labelled import ANSWER_SWAPPED
from ragkit.evaluate.judging.tried_judges import judges_of, keep, kept, try_judges
from ragkit.evaluate.measures.rows import BadResults
from ragkit.model.scripted import ScriptedLLM
from ragkit.report.report import write_report

SAID = {
    "At night the Owls hunt.": "Owls hunt mice at night.", "By day the Cats hunt.": "Cats hunt mice by day.",
    "For years the Trees stand.": "Trees stand still for years.", "In rivers the Fish swim.": "Fish swim in the river.",
}  # fmt: skip
QUESTIONS = [
    Question(answer, f"When or where? ({answer[0]})", "factual", answer, (), (Support("d", quote),), "easy")
    for answer, quote in SAID.items()
]


def tried(folder, **said):
    return try_judges(
        content_kit(folder, model=ScriptedLLM(replies={"how likely yes is": '{"q1": 9}'} | model(**said).replies)),
        QUESTIONS,
        quiet=True,
    )


def test_each_judge_sees_every_claim_and_one_that_says_yes_to_all_is_worth_a_coin(tmp_path):
    found = tried(tmp_path)
    assert list(found.reports) == ["odds", "structured", "verifier", "words"]
    assert [one.calibration.n for one in found.reports.values()] == [8, 8, 8, 8]
    assert found.reports["odds"].calibration.auc == found.reports["structured"].calibration.auc == 0.5
    assert found.reports["words"].calibration.auc == 1.0


def test_the_verifier_sees_a_lie_by_its_names_where_its_judge_says_yes_to_all(tmp_path):
    """Owls, Cats, Trees and Fish each stand in one passage only, which a lie about another is not shown with."""
    found = tried(tmp_path).reports
    assert found["odds"].ranked[ANSWER_SWAPPED].mean == 0.5
    assert found["verifier"].ranked[ANSWER_SWAPPED].mean == 1.0 and found["verifier"].ranked[ANSWER_SWAPPED].n == 4


def test_each_judge_begins_on_a_server_that_has_read_nothing(tmp_path, monkeypatch):
    stopped = []
    monkeypatch.setattr(tried_judges, "stop", lambda: stopped.append(1))
    assert len(tried(tmp_path).reports) == len(stopped) == 4


def test_a_judge_whose_weights_are_not_here_is_named_with_what_is_lacking(tmp_path):
    taught, nli = tried(tmp_path).lacking
    assert taught == "taught: not tried: the chat model is one of your own"
    assert nli.startswith("nli: not tried: ") and nli in str(tried(tmp_path))


def test_a_judge_that_cannot_judge_is_named_with_the_reason_and_the_others_are_tried(tmp_path):
    found = tried(tmp_path, stated="Perhaps.")
    assert list(found.reports) == ["structured", "words"]
    assert found.lacking[2].startswith("odds: tried without a result: ")
    assert "8 of 8 cases are ungraded: the odds judge could not judge" in found.lacking[2]


def test_a_taught_judge_is_tried_whatever_judge_the_kit_has_and_its_model_is_loaded_when_its_turn_comes(
    tmp_path, monkeypatch
):
    made = []
    monkeypatch.setattr(kit_module, "chat", lambda settings, job="answer": made.append(settings.judge) or model())
    adapter = random_adapter(tmp_path / "tiny.gguf", layers=1, wide=8)
    kit = replace(content_kit(tmp_path, tier="budget", judge="odds", adapter=adapter), model=None)
    judges, lacking = judges_of(kit)
    assert list(judges) == ["odds", "structured", "taught", "verifier", "words"] and len(lacking) == 1
    assert made == ["odds"]
    assert judges["taught"]("Who hunts?", [OWL], ["Owls hunt."]).odds == [pytest.approx(0.95)]
    assert made == ["odds", "taught"]


def test_documents_without_their_questions_quotes_are_an_error(tmp_path):
    with pytest.raises(ValueError, match="got 0 claims from 0 questions"):
        try_judges(content_kit(tmp_path), [], quiet=True)


def test_the_report_shows_the_judges_or_says_that_none_was_tried(tmp_path):
    folder = tmp_path / "results"
    bench(experiment_in(tmp_path), folder, quiet=True, kit=content_kit(tmp_path))
    assert "Not tried: `python -m ragkit judges" in write_report(folder)[0].read_text()
    found = tried(tmp_path / "again")
    keep(found, folder)
    assert kept(folder) == found
    markdown, page = write_report(folder)
    assert "| words | 1.000 [1.000, 1.000] (n=8) | 1.000 | 1.000 |" in markdown.read_text()
    assert "nli: not tried" in markdown.read_text() and "aria-label='judges'" in page.read_text()


def test_a_file_of_other_making_is_refused_and_none_is_none(tmp_path):
    assert kept(tmp_path) is None
    (tmp_path / "judges.json").write_text('{"reports": 3}')
    with pytest.raises(BadResults, match="delete it"):
        kept(tmp_path)
