"""`benchmarks/tiered_examples.py` keeps one run of each kind, with its route and cost."""

from samples import trace_of

from benchmarks.tiered_examples import CORPUS, EXAMPLES, example, examples_table
from ragkit.evaluate.golden.questions import load_questions


def test_an_example_has_the_route_the_tokens_and_where_the_answer_is_from():
    kept = example("from an archive", trace_of("owl"))
    assert kept["route"] == ["retrieve", "generate"] and kept["answered_from"] == "refused"
    assert (kept["evaluated"], kept["generated"], kept["seconds"]) == (100, 30, 2.1)


def test_the_table_has_a_row_an_example():
    row = examples_table([example("from an archive", trace_of("owl"))]).splitlines()[2]
    cells = [cell.strip() for cell in row.split("|")[1:-1]]
    assert cells == ["from an archive", "owl", "owl [1]", "refused", "retrieve > generate", "100 + 30", "2"]


def test_the_examples_are_golden_questions_of_the_part_that_may_be_looked_at():
    parts = {question.id: question.part for question in load_questions(CORPUS / "questions.jsonl")}
    assert {parts[id] for _, id, _ in EXAMPLES} == {"fit"}
