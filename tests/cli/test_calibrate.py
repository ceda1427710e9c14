"""`python -m ragkit calibrate`: a tiny corpus is asked, thresholds are chosen, written, found, or refused."""

import json
from typing import Any

import pytest
from fakes import FakeEmbed, model
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult

from ragkit.__main__ import main
from ragkit.evaluate.judging import first_passes
from ragkit.kit import Kit
from ragkit.model.scripted import ScriptedLLM
from ragkit.thresholds import NAME, read

pytestmark = pytest.mark.process


class TwoMinds(ScriptedLLM):
    """Sure of what it says of owls; of Mars it drafts the same, and is not."""

    other: BaseChatModel

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        if any("Mars" in str(message.content) for message in messages):
            return self.other._generate(messages, *args, **kwargs)
        return super()._generate(messages, *args, **kwargs)


def question(kind, name, words, keys):
    answer = "At night." if keys else None
    return {"id": name, "question": words, "kind": kind, "answer": answer, "keys": keys, "support": [],
            "difficulty": "easy", "part": "fit"}  # fmt: skip


RIGHT = [question("factual", f"owl-{n}", f"When do owls hunt, in year {n}?", [["night"]]) for n in range(16)]
OUTSIDE = [question("out-of-domain", f"mars-{n}", f"Who lives on Mars in year {n}?", []) for n in range(6)]


@pytest.fixture
def corpus(tmp_path, use, monkeypatch):
    """Three documents with questions, an empty cache, and no model but a scripted one; counts drafts."""
    folder = tmp_path / "animals"
    folder.mkdir()
    for name, fact in {"owls": "Owls hunt mice at night.", "cats": "Cats hunt by day.", "fish": "Fish swim."}.items():
        (folder / f"{name}.md").write_text(f"# {name}\n\n{fact}")
    write(folder, RIGHT + OUTSIDE)
    monkeypatch.setenv("RAGKIT_CACHE", str(use().cache))
    monkeypatch.setenv("RAGKIT_RIVAL_FROM", "2")
    monkeypatch.setenv("RAGKIT_JUDGE", "odds")
    monkeypatch.setattr("ragkit.kit.SentenceEmbedder", lambda _: FakeEmbed())
    unsure = model(answerable=0.4, fits=0.4, stated=0.4)
    sure = model(**{"Count to": "one"})
    llm = TwoMinds(replies=sure.replies, other=unsure)
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: llm)
    return folder


def write(folder, questions):
    (folder / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in questions))


@pytest.fixture
def runs(monkeypatch):
    """The questions that are asked."""
    asked, really = [], first_passes.run

    def counted(graph, question, kit):
        asked.append(question)
        return really(graph, question, kit)

    monkeypatch.setattr(first_passes, "run", counted)
    return asked


def outcomes(tmp_path):
    return sorted((tmp_path / "cache" / "calibration").iterdir())


def test_thresholds_are_chosen_shown_written_beside_the_questions_and_found(corpus, runs, capsys):
    assert main(["calibrate", str(corpus)]) == 0
    said = capsys.readouterr()
    assert "0 of 22 questions were asked before" in said.err and "22 runs left: about 154 model calls" in said.err
    assert f"written: {corpus / NAME}, where `Kit.open` finds it" in said.err
    assert "chosen for qwen2.5-coder-1.5b (embedded) on animals, for targets, " in said.out
    assert "22 judged drafts, 16 of them correct\n" in said.out
    assert "out-of-domain  abstained             1.000 [1.000, 1.000] (n=6)" in said.out
    (entry,) = read(corpus / NAME)
    assert all(0.4 < entry.thresholds[name] <= 0.9 for name in ("answerable_from", "fit_from"))
    assert (entry.corpus, entry.n, entry.settings["depth"]) == ("animals", 22, "simple")
    assert entry.ends_well["answerable"].n == 16 and len(runs) == 22
    kit = Kit.open(corpus, quiet=True, memory=False)
    assert {name: getattr(kit.settings, name) for name in entry.thresholds} == entry.thresholds
    assert kit.corpus.fingerprint == entry.fingerprint and kit.thresholds.note == ""
    source = "chosen for qwen2.5-coder-1.5b (embedded) on animals, n=22, "
    assert kit.thresholds.source.startswith(source) and kit.thresholds.source.endswith(f"; {entry.price}")
    assert entry.wrong_costs is None
    assert NAME not in kit.corpus.skipped
    assert Kit.open(corpus, quiet=True, memory=False, fit_from=0.7).settings.fit_from == 0.7


def test_as_json_the_entry_is_printed_and_nothing_else(corpus, capsys):
    assert main(["calibrate", str(corpus), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == json.loads((corpus / NAME).read_text())[0]


def test_what_is_to_be_held_back_is_a_share_that_is_handed_on(corpus, monkeypatch, capsys):
    from ragkit.evaluate.judging import choice

    targets, really = [], choice.choose
    monkeypatch.setattr(choice, "choose", lambda *given: targets.append(given[2]) or really(*given))
    assert main(["calibrate", str(corpus)]) == main(["calibrate", str(corpus), "--hold-back", "0.5"]) == 0
    assert targets == [choice.TARGETS["hold back"], 0.5]
    with pytest.raises(SystemExit):
        main(["calibrate", str(corpus), "--hold-back", "1.5"])
    assert "1.5 was given; a share is above 0 and at most 1" in capsys.readouterr().err


def test_a_run_that_was_stopped_goes_on(corpus, tmp_path, runs, monkeypatch, capsys):
    counted = first_passes.run

    def stopped(graph, question, kit):
        if len(runs) == 4:
            raise KeyboardInterrupt
        return counted(graph, question, kit)

    monkeypatch.setattr(first_passes, "run", stopped)
    assert main(["calibrate", str(corpus)]) == 130 and not (corpus / NAME).exists()
    assert "the same command to continue" in capsys.readouterr().err
    monkeypatch.setattr(first_passes, "run", counted)
    assert main(["calibrate", str(corpus)]) == 0
    assert "4 of 22 questions were asked before" in capsys.readouterr().err
    assert len(runs) == len(set(runs)) == 22 and len(outcomes(tmp_path)) == 1


def test_another_setting_or_model_is_asked_anew_and_the_old_outcomes_stay(corpus, tmp_path, runs, monkeypatch):
    assert main(["calibrate", str(corpus), "--json"]) == 0
    monkeypatch.setenv("RAGKIT_MAX_TOKENS", "99")
    assert main(["calibrate", str(corpus), "--json"]) == 0
    assert len(runs) == 44 and len(read(corpus / NAME)) == 1
    monkeypatch.setenv("RAGKIT_MODEL", "owl-7b")
    assert main(["calibrate", str(corpus), "--json"]) == 0
    assert len(runs) == 66 and [e.models.answering for e in read(corpus / NAME)] == ["qwen2.5-coder-1.5b", "owl-7b"]
    monkeypatch.delenv("RAGKIT_MODEL")
    monkeypatch.delenv("RAGKIT_MAX_TOKENS")
    assert main(["calibrate", str(corpus), "--json"]) == 0
    assert len(runs) == 66 and [e.models.answering for e in read(corpus / NAME)] == ["owl-7b", "qwen2.5-coder-1.5b"]
    assert len(outcomes(tmp_path)) == 3


def test_thresholds_in_force_do_not_change_how_they_are_chosen_again(corpus, runs):
    assert main(["calibrate", str(corpus), "--json"]) == main(["calibrate", str(corpus), "--json"]) == 0
    assert len(runs) == 22


def test_too_few_cases_are_refused_with_what_is_missing(corpus, capsys):
    assert main(["calibrate", str(corpus), "--most", "10"]) == 1
    assert "judged drafts: there are 10, and 20 are needed" in capsys.readouterr().err
    write(corpus, RIGHT + [row | {"id": f"again-{row['id']}"} for row in RIGHT])
    assert main(["calibrate", str(corpus)]) == 1
    said = capsys.readouterr()
    assert "a question that the documents do not answer" in said.err and said.out == ""
    assert not (corpus / NAME).exists()


def test_a_model_that_cannot_be_reached_is_said_before_any_question(corpus, runs, monkeypatch, capsys):
    from ragkit.model.chat import chat

    monkeypatch.setattr("ragkit.kit.chat", chat)
    monkeypatch.setenv("RAGKIT_PROVIDER", "openai")
    monkeypatch.setenv("RAGKIT_API_KEY", "none")
    monkeypatch.setenv("RAGKIT_BASE_URL", "http://127.0.0.1:9/v1")
    assert main(["calibrate", str(corpus)]) == 1
    assert "Is the server running at RAGKIT_BASE_URL?" in capsys.readouterr().err and runs == []


def test_where_the_folder_cannot_be_written_the_cache_is_and_is_found(corpus, tmp_path, capsys):
    (corpus / NAME).mkdir()  # a folder is in the way, which stops the superuser too
    assert main(["calibrate", str(corpus), "--json"]) == 0
    said = capsys.readouterr().err
    assert f"written: {tmp_path / 'cache' / 'thresholds'}" in said and f"{corpus} cannot be written to" in said
    assert Kit.open(corpus, quiet=True, memory=False).thresholds.source.startswith("chosen for")


def test_a_damaged_file_is_an_error_before_any_question_and_no_crash_of_a_kit(corpus, runs, capsys):
    (corpus / NAME).write_text("[{]")
    assert main(["calibrate", str(corpus)]) == 1
    assert "repair it, or delete it" in capsys.readouterr().err and runs == []
    assert (corpus / NAME).read_text() == "[{]"
    with pytest.warns(UserWarning, match=r"thresholds\.json is not a list of thresholds"):
        kit = Kit.open(corpus, memory=False)
    assert kit.settings.fit_from == type(kit.settings).model_fields["fit_from"].default


def test_another_folder_gets_the_thresholds_and_the_outcomes(corpus, tmp_path, capsys):
    there = tmp_path / "there"
    assert main(["calibrate", str(corpus), "--to", str(there), "--json"]) == 0
    names = sorted(file.name for file in there.iterdir())
    assert names[0].startswith("outcomes-animals-")
    assert names[1] == NAME
    assert not (corpus / NAME).exists()
    assert "when it is in the folder of the documents" in capsys.readouterr().err


def test_questions_may_be_elsewhere_and_the_thresholds_are_where_the_kit_looks(corpus, tmp_path):
    file = (corpus / "questions.jsonl").rename(tmp_path / "mine.jsonl")
    assert main(["calibrate", str(corpus), "--questions", str(file), "--json"]) == 0
    assert (corpus / NAME).is_file()


def test_a_folder_without_questions_says_so(corpus, capsys):
    (corpus / "questions.jsonl").unlink()
    assert main(["calibrate", str(corpus)]) == 1
    assert "questions.jsonl, which is not a file" in capsys.readouterr().err


def test_what_could_not_be_judged_is_listed_up_to_five(corpus, capsys, monkeypatch):
    failing = model(answerable="Perhaps.", **{"Count to": "one"})
    llm = TwoMinds(replies=model(**{"Count to": "one"}).replies, other=failing)
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: llm)
    monkeypatch.setattr(first_passes, "FAILURES", 99)
    assert main(["calibrate", str(corpus)]) == 1
    said = capsys.readouterr().err
    assert said.count("ungraded. ") == 5 and "and 1 more without a judged draft" in said


# A price instead of a target


def test_thresholds_for_a_price_are_written_beside_those_for_targets_and_found_by_it(corpus, runs, capsys):
    assert main(["calibrate", str(corpus), "--json"]) == 0
    capsys.readouterr()
    assert main(["calibrate", str(corpus), "--wrong-costs", "2"]) == 0
    said = capsys.readouterr()
    assert len(runs) == 22 and "22 of 22 questions were asked before" in said.err
    models = "qwen2.5-coder-1.5b (embedded) on animals"
    assert f"chosen for {models}, for a wrong answer that costs 2\n" in said.out
    # 16 right drafts go out, and 6 from outside do not: 16 / 22
    assert "value of a draft at this price, chosen on other halves: 0.727 [" in said.out
    for_targets, priced = read(corpus / NAME)
    assert for_targets.wrong_costs is for_targets.value is priced.like_price is None and priced.wrong_costs == 2.0
    assert for_targets.like_price is not None and priced.value.n == priced.n == 22
    kit = Kit.open(corpus, quiet=True, memory=False, wrong_costs=2)
    assert {name: getattr(kit.settings, name) for name in priced.thresholds} == priced.thresholds
    assert kit.thresholds.note == "" and f"chosen for {models}, n=22" in kit.thresholds.source
    assert kit.thresholds.source.endswith("; for a wrong answer that costs 2")


def test_the_same_price_again_replaces_its_own_entry_and_another_price_gets_one(corpus, capsys):
    for price in ("2", "0.5", "2.0"):
        assert main(["calibrate", str(corpus), "--wrong-costs", price, "--json"]) == 0
    assert [one.wrong_costs for one in read(corpus / NAME)] == [0.5, 2.0]
    (*_, last) = capsys.readouterr().out.strip().splitlines()
    assert json.loads(last)["wrong_costs"] == 2.0


def test_a_kit_at_a_price_that_nobody_chose_for_says_how_to(corpus, capsys):
    assert main(["calibrate", str(corpus), "--json"]) == 0
    with pytest.warns(
        UserWarning, match=r"not for a wrong answer that costs 3: `python -m ragkit calibrate .*animals "
    ):
        kit = Kit.open(corpus, memory=False, wrong_costs=3)
    assert kit.thresholds.note.endswith("--wrong-costs 3` chooses some that fit")
    thresholds = read(corpus / NAME)[0].thresholds
    assert {name: getattr(kit.settings, name) for name in thresholds} == thresholds


def test_a_price_and_a_target_at_once_are_an_error_before_any_question(corpus, runs, capsys):
    assert main(["calibrate", str(corpus), "--wrong-costs", "1", "--hold-back", "0.7"]) == 2
    assert "asked to choose for a price and for a target; give one of the two" in capsys.readouterr().err
    assert runs == [] and not (corpus / NAME).exists()


def test_a_price_of_0_is_refused_with_what_to_do_instead(corpus, runs, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", str(corpus), "--wrong-costs=0"])
    assert ended.value.code == 2 and runs == []
    assert "`Kit.open(..., wrong_costs=0)` lets every answer out" in capsys.readouterr().err
