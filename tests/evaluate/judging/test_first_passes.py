"""First passes are made once, go on after a stop, and are never mixed with those of other settings."""

from contextlib import closing
from dataclasses import replace

import pytest
from experiments import QUESTIONS, questions_in
from fakes import OWL, model, small_kit
from tiny_gguf import random_adapter

from ragkit.evaluate.golden.questions import BadQuestions, load_questions
from ragkit.evaluate.judging import first_passes
from ragkit.evaluate.judging.first_passes import (
    OPEN,
    OnlyFailures,
    asked,
    collect,
    graded,
    key,
    left,
    outcomes_file,
    rows,
)
from ragkit.evaluate.measures.rows import BadResults
from ragkit.settings import Settings

SETTINGS = OPEN | {"retry": False}


@pytest.fixture
def questions(tmp_path):
    return load_questions(questions_in(tmp_path))


def kit_of(folder, said=None, **settings):
    return small_kit(folder / "index", said or model(), **SETTINGS | settings)


def test_every_question_is_answered_once_whatever_the_judge_says(tmp_path, questions):
    llm = model(answerable=0.01, fits=0.02, stated=0.03)
    kit = kit_of(tmp_path, llm)
    collect(kit, questions, tmp_path / "out.jsonl", quiet=True)
    owls, cats, mars = rows(tmp_path / "out.jsonl")
    assert llm.count("draft") == 3 and "Owls hunt mice at night" in mars["answer"]
    assert (owls["right"], cats["right"], mars["right"], mars["held"]) == (1.0, 0.0, None, False)
    assert owls["grades"][0]["answerability"] == pytest.approx(0.01) and owls["fit"] == pytest.approx(0.02)
    assert [claim["odds"] for claim in owls["claims"]] == [pytest.approx(0.03)]
    collect(kit, questions, tmp_path / "out.jsonl", quiet=True)
    assert llm.count("draft") == 3


def test_a_near_miss_is_asked_without_the_passages_that_it_leaves_out(tmp_path, questions):
    missed = replace(questions[0], without=questions[0].support)
    collect(kit_of(tmp_path), [missed], tmp_path / "out.jsonl", quiet=True)
    (row,) = rows(tmp_path / "out.jsonl")
    assert row["passages"] and OWL.id not in row["passages"]
    assert left([missed], [row]) == [] and left([questions[0]], [row]) == [questions[0]]


def test_a_record_has_the_fields_of_those_that_were_kept_before(tmp_path, questions):
    """What the docs and `benchmarks/retries.py` read of the committed files."""
    collect(kit_of(tmp_path), questions[:1], tmp_path / "out.jsonl", quiet=True)
    (row,) = rows(tmp_path / "out.jsonl")
    assert {"id", "kind", "answer", "refused", "failed", "right", "held", "route", "rules", "grades", "claims",
            "rejected", "fit", "passages", "notes", "seconds", "calls", "cached", "reused"} < set(row)  # fmt: skip


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path, questions, monkeypatch):
    file, really = tmp_path / "out.jsonl", first_passes.run
    llm = model()
    kit = kit_of(tmp_path, llm)

    def stopped(graph, question, kit):
        if "Mars" in question:
            raise KeyboardInterrupt
        return really(graph, question, kit)

    monkeypatch.setattr(first_passes, "run", stopped)
    with pytest.raises(KeyboardInterrupt):
        collect(kit, questions, file, quiet=True)
    file.write_text(file.read_text() + '{"id": "mars", "answ')  # and its last line was cut
    monkeypatch.setattr(first_passes, "run", really)
    collect(kit, questions, file, quiet=True)
    assert [row["id"] for row in rows(file)] == ["owls", "cats", "mars"] and llm.count("draft") == 3


def test_a_failed_question_is_asked_again_and_its_last_outcome_counts(questions):
    owls = {"id": "owls", "answer": "At night.", "failed": ""}
    failed = owls | {"answer": "", "failed": "no reply"}
    assert left(questions[:1], [failed]) == questions[:1] and left(questions[:1], [failed, owls]) == []
    assert [row["right"] for row in graded([failed, owls], questions[:1])] == [1.0]


def test_better_keys_grade_old_answers_and_other_words_are_another_question(questions):
    row = {"id": "owls", "question": questions[0].question, "answer": "At dusk.", "failed": "", "right": 0.0}
    better = replace(questions[0], keys=(("dusk",),))
    assert graded([row], [better])[0]["right"] == 1.0
    assert graded([row], [replace(questions[0], question="When do owls eat?")]) == []
    assert len(graded([{"id": "owls", "answer": "", "failed": ""}], questions[:1])) == 1  # no words were recorded


def test_an_endpoint_that_judges_nothing_is_not_asked_all_questions(tmp_path, questions):
    many = [replace(questions[0], id=f"owls-{number}") for number in range(9)]
    no_odds = model(answerable="It depends.", relevant="It depends.", sufficient="It depends.")
    with pytest.raises(OnlyFailures, match=r"5 questions in a row gave no judged draft.*could not judge"):
        collect(kit_of(tmp_path, no_odds), many, tmp_path / "out.jsonl", quiet=True)
    assert len(rows(tmp_path / "out.jsonl")) == 5


def test_an_outcome_says_which_claims_are_copied_from_the_evidence(tmp_path, questions):
    for draft, copied in (("Most owls hunt mice at night. [1]", True), ("Owls hunt mice at night. [1]", False)):
        file = tmp_path / f"{copied}.jsonl"
        with closing(kit_of(tmp_path, model(draft=draft))) as kit:
            collect(kit, questions[:1], file, quiet=True)
        (row,) = rows(file)
        assert [claim["copied"] for claim in row["claims"]] == [copied]


def test_a_damaged_line_is_named_with_what_to_do(tmp_path):
    (tmp_path / "out.jsonl").write_text('{"id": "owls"}\n{"id": \n')
    with pytest.raises(BadResults, match=r"out\.jsonl: a line is not JSON.*delete that line"):
        rows(tmp_path / "out.jsonl")


def test_what_changes_an_outcome_has_a_file_of_its_own_and_what_is_chosen_later_has_not(tmp_path, monkeypatch):
    kit = kit_of(tmp_path)
    mine = key(kit)

    own = SETTINGS | {"rival_from": 2.0, "k": 3, "fusion": "rrf"}  # those of `small_kit`

    def other(**settings):
        return key(replace(kit, settings=Settings(**own | settings)))

    same = Settings(**own | {"partly_above": 0.1, "supported_above": 0.2, "timeout": 9})
    assert key(replace(kit, settings=same)) == mine
    changes = [{"judge": "structured"}, {"max_tokens": 99}, {"k": 2}, {"fusion": "blend"}, {"depth": "complex"}]
    keys = {other(**change) for change in changes}
    assert len(keys) == len(changes) and mine not in keys
    keys = {key(replace(kit, model=None)), key(replace(kit, model=None, settings=Settings(tier="budget"))), mine}
    assert len(keys) == 3
    fewer = replace(kit.corpus, passages=kit.corpus.passages[1:])
    assert key(replace(kit, corpus=fewer)) != mine
    monkeypatch.setattr(first_passes, "CODE", ("graphs",))
    assert key(kit) != mine


def test_outcomes_are_in_the_cache_unless_another_folder_is_named(tmp_path):
    kit = kit_of(tmp_path)
    name = f"outcomes-index-{key(kit)}.jsonl"
    assert outcomes_file(kit) == kit.settings.cache / "calibration" / name
    assert outcomes_file(kit, tmp_path) == tmp_path / name


def test_the_questions_are_those_of_fit_in_an_order_that_does_not_depend_on_the_file(tmp_path):
    many = [QUESTIONS[0] | {"id": f"q{n}", "part": part} for n, part in enumerate(["fit", "test", "locked"] * 8)]
    ids = [question.id for question in asked(questions_in(tmp_path, many))]
    assert len(ids) == 8 and ids != sorted(ids)
    assert [question.id for question in asked(questions_in(tmp_path, many[::-1]), most=3)] == ids[:3]


def test_questions_without_a_part_to_choose_on_are_an_error(tmp_path):
    with pytest.raises(BadQuestions, match="no question of the part fit"):
        asked(questions_in(tmp_path, [QUESTIONS[0] | {"part": "test"}]))


def test_questions_that_nothing_can_grade_are_left_out_and_named(tmp_path):
    lines = [QUESTIONS[0] | {"part": "fit"}, QUESTIONS[0] | {"id": "why", "keys": [], "part": "fit"}]
    with pytest.warns(UserWarning, match="1 of 2 questions has no keys.*: why; add .*, or they are left out"):
        found = asked(questions_in(tmp_path, lines))
    assert [question.id for question in found] == [QUESTIONS[0]["id"]]


def test_outcomes_of_a_taught_judge_are_those_of_one_adapter(tmp_path):
    kit = replace(kit_of(tmp_path, tier="budget"), model=None)

    def keyed(**settings):
        changed = kit.settings.model_copy(update=settings)
        return key(replace(kit, settings=changed))

    keys = {keyed(judge="odds")}
    for rank in (1, 2):
        file = random_adapter(tmp_path / "tiny.gguf", layers=1, wide=8, rank=rank)
        assert keyed(judge="odds", adapter=file) in keys  # it is not used
        keys.add(keyed(judge="taught", adapter=file))
        assert keyed(adapter=file) in keys
    moved = file.rename(tmp_path / "moved.gguf")
    assert keyed(judge="taught", adapter=moved) in keys and len(keys) == 3
