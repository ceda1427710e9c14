"""A whole study with a scripted model: killed and gone on it finds the same; a budget or bad questions end it."""

import json
from collections import Counter
from dataclasses import asdict, replace

import pytest
from fakes import model, small_kit
from lessons import OTHERS
from samples import ENDS, ROW, trace_of
from studies import FOLDER, ROUTES, WHEN, WHO, draft

from ragkit.documents.corpus import Corpus
from ragkit.documents.folder import QUESTIONS
from ragkit.evaluate.golden.questions import BadQuestions, load_questions
from ragkit.evaluate.measures.rows import BadResults, Results
from ragkit.evaluate.study import half
from ragkit.evaluate.study.plan import plan
from ragkit.evaluate.study.study import MOST_PASSAGES, conduct, write_questions
from ragkit.model.scripted import ScriptedLLM
from ragkit.state import Passage

SYSTEMS = ("naive", "hybrid", "crag")
SIGNS = {"naive": "-", "hybrid": "+", "crag": "0"}
"""What each system does with every question."""
TOKENS = {"naive": 500, "hybrid": 1000, "crag": 2400}


@pytest.fixture
def study(tmp_path, monkeypatch):
    """`study(minutes=60, show=...)` conducts one on 14 questions in each half; a run takes 90 seconds.

    `study.asked` are the runs that were made, and `study.signs` and `study.tokens` what each system does.
    """
    kit = small_kit(tmp_path / "index", model())
    parts = [("fit", f"c{number}") for number in range(14)] + [("test", f"r{number}") for number in range(14)]
    questions = [replace(WHEN, id=id, question=f"{id}?", support=(), part=part) for part, id in parts]
    (tmp_path / "study").mkdir()
    write(tmp_path / "study" / QUESTIONS, questions)

    def make(kit, experiment, job, folder):
        name = job.system.graph
        study.asked.append((job.name, job.question.id))
        what = {"system": job.name, "question": job.question.id, "key": job.key} | ENDS[study.signs[name]]
        return replace(ROW, **what, seconds=90.0, evaluated=study.tokens[name], generated=0), trace_of("owls")

    def study(minutes=60_000, show=lambda now: None, systems=SYSTEMS):
        planned = plan(tmp_path / "index", tmp_path / "study", systems, 1, minutes, None)
        return conduct(kit, planned, tmp_path / "study", show)

    study.asked, study.signs, study.tokens = [], dict(SIGNS), dict(TOKENS)
    study.folder = tmp_path / "study"
    monkeypatch.setattr(half, "make", make)
    return study


def write(file, questions):
    file.write_text("".join(json.dumps(asdict(question)) + "\n" for question in questions))


class Killed(Exception):
    """What ends a study in the middle."""


def kill_after(asked, runs):
    """A `show` that ends the study once so many runs were made."""

    def show(_):
        if len(asked) >= runs:
            raise Killed

    return show


# From the first question to the finding


def test_the_best_on_one_half_is_reported_on_the_other_beside_an_agent_and_as_many_tokens(study):
    found = study()
    assert found.chosen == "hybrid" and found.decided and found.stopped == ""
    assert [(one.system, one.asked, one.is_behind) for one in found.race] == [
        ("hybrid", 14, False), ("crag", 12, True), ("naive", 12, True),
    ]  # fmt: skip
    # 2400 tokens are those of 12 passages of 200
    assert {name: one.mean for name, one in found.values.items()} == {"hybrid": 1, "crag": 0, "hybrid, 12 passages": 1}
    assert (found.agent.ours, found.agent.theirs, found.agent.by.n) == ("crag", "hybrid", 14)
    asked = Counter(system for system, question in study.asked if question.startswith("c"))
    reported = Counter(system for system, question in study.asked if question.startswith("r"))
    assert asked == {"hybrid": 14, "crag": 12, "naive": 12}
    assert reported == {"hybrid": 14, "crag": 14, "hybrid, 12 passages": 14}


def test_the_passages_of_the_plain_system_are_as_many_as_an_agents_tokens_and_25_at_most(study):
    # 2.4 times the tokens of hybrid: not near enough to compare with hybrid itself
    study.tokens["hybrid, 25 passages"] = 9000
    study.tokens["crag"] = 9000
    assert MOST_PASSAGES == 25 and "hybrid, 25 passages" in study().values


def test_an_agent_of_about_as_many_tokens_is_compared_with_hybrid_itself(study):
    study.tokens["crag"] = 1240
    found = study()
    assert set(found.values) == {"hybrid", "crag"} and found.agent.theirs == "hybrid"


def test_an_agent_with_few_tokens_is_compared_with_one_passage_at_least(study):
    study.tokens |= {"hybrid": 10, "crag": 30}
    assert "hybrid, 1 passages" in study().values


def test_without_an_agent_two_plain_systems_are_reported(study):
    found = study(systems=("naive", "hybrid"))
    assert set(found.values) == {"hybrid", "naive"} and found.agent is None


def test_the_first_word_and_the_last_of_each_half_are_shown(study):
    seen = []
    study(show=seen.append)
    first, last = seen[0], seen[-1]
    assert (first.half, first.questions, first.minutes, len(first.standings)) == ("choosing", 14, 0, 3)
    # 42 runs of 90 seconds
    assert (last.half, last.questions, last.minutes, len(last.standings)) == ("reporting", 14, 63, 3)
    assert len(seen) == len(study.asked) + 2 == 82


# Stopped, and gone on


@pytest.mark.slow
@pytest.mark.parametrize("runs", [1, 38, 60])
def test_killed_and_called_again_it_makes_no_run_twice_and_finds_the_same(study, runs):
    with pytest.raises(Killed):
        study(show=kill_after(study.asked, runs))
    assert len(study.asked) == runs
    found = study()
    assert len(study.asked) == len(set(study.asked)) == 80
    study.asked.clear()
    assert study() == found and study.asked == []
    # ... as one that nobody killed, in a folder of its own
    for name in ("choose", "report"):
        (study.folder / name).rename(study.folder / f"{name} before")
    assert study() == found


@pytest.mark.slow
def test_killed_again_and_again_it_gets_to_its_end(study):
    for runs in range(9, 80, 20):
        with pytest.raises(Killed):
            study(show=kill_after(study.asked, runs))
    study()
    assert len(study.asked) == len(set(study.asked)) == 80
    rows = [*Results(study.folder / "choose").rows(), *Results(study.folder / "report").rows()]
    assert len({row.key for row in rows}) == len(rows) == 80


# The budget


def test_half_of_the_budget_is_for_choosing_and_all_of_it_ends_the_study(study):
    found = study(minutes=60)
    # 20 runs of 90 seconds for the first half, and 20 for the other
    assert Counter(question[0] for _, question in study.asked) == {"c": 20, "r": 20}
    assert found.stopped == "60.0 of 60 minutes"
    # 20 runs are six questions for all three, and two runs of the seventh
    assert sorted(one.asked for one in found.race) == [6, 7, 7] and not found.decided


def test_called_again_with_the_same_budget_it_asks_nothing_and_with_more_it_goes_on(study):
    first = study(minutes=60)
    study.asked.clear()
    assert study(minutes=60) == first and study.asked == []
    more = study(minutes=60_000)
    assert more.stopped == "" and more.decided
    assert len(set(study.asked)) == len(study.asked) == 40


def test_a_budget_that_is_spent_before_any_run_is_graded_is_an_error_and_no_advice(study):
    study.signs = dict.fromkeys(SYSTEMS, "?")
    # A run takes 90 seconds, so that the first one, which fails, spends a half of two minutes.
    with pytest.raises(ValueError, match="no run is graded; allow more time, or look at the rows"):
        study(minutes=2)
    assert len(study.asked) == 1


def test_where_run_after_run_fails_it_stops_and_the_next_call_makes_them_again(study):
    study.signs = dict.fromkeys(SYSTEMS, "?")
    with pytest.raises(RuntimeError, match="3 runs in a row failed; the last one: gone"):
        study()
    assert len(study.asked) == 3
    study.signs = dict(SIGNS)
    assert study().chosen == "hybrid" and len(study.asked) == 83


def test_another_study_in_the_same_folder_is_refused(study):
    def second(now):
        with pytest.raises(BadResults, match="another study is at work"):
            study()
        raise Killed

    with pytest.raises(Killed):
        study(show=second)


# Questions that cannot be asked


@pytest.mark.parametrize("left", ["fit", "test"])
def test_questions_of_one_half_alone_are_an_error_before_the_first_run(study, left):
    file = study.folder / QUESTIONS
    write(file, [question for question in load_questions(file) if question.part == left])
    other = {"fit": "test", "test": "fit"}[left]
    with pytest.raises(BadQuestions, match=f"no question of the part {other}. A study chooses on the part fit"):
        study()
    assert study.asked == []


def test_a_quote_to_leave_out_that_no_passage_has_is_an_error_before_the_first_run(study):
    file = study.folder / QUESTIONS
    *others, last = load_questions(file)
    write(file, [*others, replace(last, without=WHEN.support)])
    with pytest.raises(BadQuestions, match="r13 is asked without"):
        study()
    assert study.asked == []


# Writing the questions

DAM = Passage("dam", "Marren Dam was built by Kahn. Marren Dam is 48 m high.", source="dam.md", section="Dam")
BUILT = draft("built", "Who built Marren Dam?", "Kahn", "Marren Dam was built by Kahn.", "dam.md")
HIGH = draft("high", "How high is Marren Dam?", "48 m", "Marren Dam is 48 m high.", "dam.md")


@pytest.fixture
def folder(tmp_path):
    """`folder(llm, own=..., systems=...)` writes the questions of a study, and says what is said of them."""

    def written(llm=None, own=(), passages=(*FOLDER, DAM), systems=("naive", "hybrid"), **more):
        kit = small_kit(tmp_path / "index", llm or ScriptedLLM(replies={}))
        kit = replace(kit, corpus=Corpus(tmp_path / "index", tuple(passages), {}, {}))
        if own:
            write(tmp_path / "index" / QUESTIONS, own)
        planned = plan(tmp_path / "index", tmp_path / "study", systems, 1, 60, None)
        return write_questions(kit, planned, tmp_path / "study", quiet=True, **more)

    written.file = tmp_path / "study" / QUESTIONS
    return written


def test_questions_beside_the_documents_are_used_and_no_model_is_asked_where_they_are_enough(folder):
    said = folder(own=[WHEN, WHO, ROUTES], count=3, share=0.0)
    found = load_questions(folder.file)
    assert {question.id for question in found} == {"when", "who", "routes"}
    assert {question.part for question in found} == {"fit", "test"}
    assert said[-1] == f"3 of them are asked: {folder.file}" and "  factual: 1 to choose on, 2 to report on" in said


def test_the_drafts_are_kept_beside_the_questions_to_correct(folder):
    folder(own=[WHEN, WHO, ROUTES], count=3, share=0.0)
    assert folder.file.with_name("drafts.jsonl").read_bytes() == folder.file.read_bytes()


def test_only_as_many_are_drafted_as_are_missing(folder):
    reply = json.dumps({"question": "Who found the proof of the bound?", "answer": "Moore"})
    llm = ScriptedLLM(replies={"Routes in a network": reply, "": "no form"})
    folder(llm, own=[WHEN, WHO], count=3, share=0.0)
    assert {question.id for question in load_questions(folder.file)} == {
        "when", "who", "who-found-the-proof-of-the-bound",
    }  # fmt: skip


def test_a_draft_with_the_id_of_an_own_question_is_left_out_so_that_the_file_can_be_read(folder):
    reply = json.dumps({"question": "Who found the proof of the bound?", "answer": "Moore"})
    own = replace(WHO, id="who-found-the-proof-of-the-bound")
    folder(ScriptedLLM(replies={"Routes in a network": reply, "": "no form"}), own=[own, ROUTES], count=3, share=0.0)
    assert [question.id for question in load_questions(folder.file)].count("who-found-the-proof-of-the-bound") == 1


def test_a_share_of_questions_has_no_answer_in_the_documents(folder):
    folder(own=[WHEN, WHO, ROUTES], count=3, share=0.5)
    kinds = Counter(question.answer is None or question.kind == "false-premise" for question in loaded(folder))
    # as many as have an answer
    assert kinds == {True: 3, False: 3}


def loaded(folder):
    return load_questions(folder.file)


def test_either_line_of_a_question_and_its_false_premise_may_be_deleted(folder):
    folder(own=[WHEN, WHO, ROUTES], count=3, share=0.9)
    false = [question for question in loaded(folder) if question.kind == "false-premise"]
    assert [question.id for question in false] == ["who-false"]
    write(folder.file, [question for question in loaded(folder) if question.id != "who"])
    assert "who-false" in {question.id for question in loaded(folder)}


def test_follow_ups_are_only_for_systems_that_hold_a_conversation(folder):
    own = [WHEN, ROUTES, BUILT, HIGH]
    folder(own=own, count=4, share=0.0)
    assert all(not question.history for question in loaded(folder))
    folder(own=own, count=4, share=0.0, systems=("hybrid", "advanced"))
    (found,) = [question for question in loaded(folder) if question.history]
    assert (found.id, found.question, found.history[0].typed) == ("built-then-high", "How high is it?", BUILT.question)


def test_where_every_draft_is_dropped_a_sentence_says_which_file_to_write(folder):
    with pytest.raises(BadQuestions) as caught:
        folder(ScriptedLLM(replies={"": "no form"}))
    said = str(caught.value)
    assert "no question about" in said and "could be drafted; write some into" in said
    assert str(folder.file) in said and "run the same command" in said
    assert not folder.file.exists()


def test_where_no_passage_is_long_enough_to_draft_from_the_sentence_is_the_same(folder):
    with pytest.raises(BadQuestions, match="could be drafted; write some into"):
        folder(passages=OTHERS)


def test_a_bad_file_of_questions_beside_the_documents_is_named(folder, tmp_path):
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / QUESTIONS).write_text("{")
    with pytest.raises(BadQuestions, match="questions.jsonl, line 1"):
        folder()
