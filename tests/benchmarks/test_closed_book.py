"""What is asked from memory, what is kept of it, and what is made of that."""

import json

from fakes import model

from benchmarks.closed_book import asked, collect, recalled, summary
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.judging.reliability import Bin
from ragkit.widgets import reliability


def question(id, part="fit", answer="Owls", key="owls"):
    return Question(id, f"Which animals hunt mice, {id}?", "factual", answer, ((key,),), (), "easy", part=part)


def test_only_questions_of_fit_with_an_answer_are_asked(tmp_path):
    file = tmp_path / "questions.jsonl"
    rows = [question("a"), question("b", part="test"), question("c", answer=None)]
    file.write_text("".join(json.dumps(vars(row)) + "\n" for row in rows))
    assert [one.id for one in asked(file)] == ["a"] and asked(file, most=0) == []


def test_an_answer_is_scored_and_graded():
    row = recalled(model(recalled="Owls hunt mice.", known=0.8), question("a"))
    assert row["right"] and round(row["score"], 6) == 0.8 and row["violations"] == []
    wrong = recalled(model(recalled="Cats hunt mice."), question("a"))
    assert not wrong["right"] and wrong["score"] is not None


def test_what_does_not_know_has_no_score_and_asks_no_critic():
    llm = model(recalled="I do not know.")
    row = recalled(llm, question("a"))
    assert (row["answer"], row["score"], row["right"]) == ("", None, False) and llm.count("known") == 0


def test_a_stopped_run_goes_on_where_it_was(tmp_path):
    file, llm = tmp_path / "rows.jsonl", model(recalled="Owls hunt mice.")
    collect(llm, [question("a")], file)
    rows = collect(llm, [question("a"), question("b")], file)
    assert [row["id"] for row in rows] == ["a", "b"] and llm.count("recalled") == 2
    assert len(file.read_text().splitlines()) == 2


def test_the_summary_has_the_curve_and_the_score_to_exit_from():
    rows = [{"answer": "a", "violations": [], "score": 0.9, "right": True}] * 40
    rows += [{"answer": "a", "violations": [], "score": 0.4, "right": False}] * 40
    rows += [{"answer": "", "violations": ["there is no claim"], "score": None, "right": False}] * 2
    found = summary(rows)
    assert (found["n"], found["right"], found["does not know"], found["violates"]) == (82, 40, 2, 0)
    assert found["choice"]["threshold"] == 0.9 and found["curve"][-1]["true"] == 1.0
    drawn = reliability({"closed-book critic": [Bin(**one) for one in found["curve"]]})
    assert drawn.data[1].name == "closed-book critic"
