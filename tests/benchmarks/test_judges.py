"""Every judge at hand is tried on the documents' own claims; what is lacking is said."""

import json
from dataclasses import replace

import pytest
from experiments import content_kit
from fakes import OWL, model
from tiny_gguf import random_adapter

from benchmarks.judges import judges_of, judges_table, keep, kept, main, try_judges
from benchmarks.labelled import ANSWER_SWAPPED
from ragkit import kit as kit_module
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.measures.rows import BadResults
from ragkit.model.scripted import ScriptedLLM

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
    monkeypatch.setattr("benchmarks.judges.stop", lambda: stopped.append(1))
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


def test_the_table_says_what_each_judge_is_worth_or_that_none_was_tried(tmp_path):
    assert "Not tried: `python -m benchmarks.judges" in judges_table(None).note
    found = tried(tmp_path / "again")
    assert keep(found, tmp_path).is_file() and kept(tmp_path) == found
    assert "| words | 1.000 [1.000, 1.000] (n=8) | 1.000 | 1.000 |" in str(judges_table(found))
    assert "nli: not tried" in judges_table(found).note


def test_a_file_of_other_making_is_refused_and_none_is_none(tmp_path):
    assert kept(tmp_path) is None
    (tmp_path / "judges.json").write_text('{"reports": 3}')
    with pytest.raises(BadResults, match="delete it"):
        kept(tmp_path)


@pytest.mark.model
@pytest.mark.process
def test_judges_are_tried_told_as_json_and_kept(tmp_path, monkeypatch, capsys):
    said = {"At night the Owls hunt.": "owls", "By day the Cats hunt.": "cats", "For years the Trees stand.": "trees",
            "In rivers the Fish swim.": "fish"}  # fmt: skip
    asked = [
        {"id": name, "question": f"What of {name}?", "kind": "factual", "answer": fact, "keys": [[name]],
         "support": [{"document": f"{name}.md", "quote": fact}], "difficulty": "easy"} for fact, name in said.items()
    ]  # fmt: skip
    (tmp_path / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in asked))
    for fact, name in said.items():
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\n{fact}")
    replies = {"stated": "Yes", "how likely yes is": '{"q1": 9}', "no?": "Yes"}
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: ScriptedLLM(replies=replies))
    monkeypatch.setattr("ragkit.weights.adapters.SHIPPED", ())  # a scripted model takes no adapter
    assert main([str(tmp_path), "--json", "--to", str(tmp_path / "results")]) == 0
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert found["reports"]["words"]["calibration"]["n"] == 8
    taught, nli, *_ = found["lacking"]
    assert taught.startswith("taught: not tried") and nli.startswith("nli: not tried")
    assert "judges.json" in shown.err and json.loads((tmp_path / "results" / "judges.json").read_text()) == found
