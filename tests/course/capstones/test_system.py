"""A system of your own: the rubric on rows worked by hand."""

from dataclasses import replace

import pytest
from experiments import QUESTIONS, questions_in
from samples import rows_of

from ragkit.course.capstones.compared import Compared
from ragkit.course.capstones.submission import BadSubmission
from ragkit.course.capstones.system import draw_of, entry_of, graded, known_by_heart
from ragkit.evaluate.golden import load_questions

CODE = "from ragkit.graphs import naive\n\n\ndef mine():\n    return naive()\n"


@pytest.fixture
def asked(tmp_path):
    """Ten questions: the first eight have an answer, the others none."""
    rows = [{**QUESTIONS[0], "id": str(at)} for at in range(8)]
    return load_questions(questions_in(tmp_path, rows + [{**QUESTIONS[2], "id": str(at)} for at in (8, 9)]))


def compared(asked, ours, crags, tokens=(100, 100)):
    """What two systems did with ten questions, a sign for each; the last two should be withheld."""
    pair = []
    for name, signs, used in (("mine-x", ours, tokens[0]), ("crag", crags, tokens[1])):
        rows = [replace(row, evaluated=used, generated=0) for row in rows_of(**{name: signs})]
        pair.append(tuple(withheld(row) if row.question in "89" else row for row in rows))
    return Compared(tuple(asked), *pair)


def withheld(row):
    return replace(row, kind="out-of-domain", held=row.refused)


def met(found, code=CODE, price=1):
    return {name: is_met for name, (is_met, _) in graded(found, code, price).found.items()}


# The rubric on rows


def test_a_better_system_with_as_many_tokens_has_all_points(asked):
    # crag: 8 wrong, 2 withheld; ours: 8 right, 2 withheld
    rubric = graded(compared(asked, "++++++++00", "--------00"), CODE, 1)
    assert rubric.points == 100
    # of ten questions 8 differ by 2
    assert rubric.found["worth more"][1] == "0.800, and crag -0.800; 8 correct, and crag 0"
    assert rubric.found["abstains"][1] == "on 2 of 2, and crag on 2; it answers 0"


def test_the_same_system_again_is_worth_no_more(asked):
    found = met(compared(asked, "+++++---00", "+++++---00"))
    assert [name for name in found if not found[name]] == ["worth more", "shown"]


def test_one_question_more_is_worth_more_and_not_shown(asked):
    found = met(compared(asked, "++++----00", "+++-----00"))
    assert found["worth more"] and not found["shown"]


def test_the_price_decides_between_answering_and_abstaining(asked):
    # 5 right and 3 wrong, against 3 right and none wrong
    found = compared(asked, "+++++---00", "+++0000000")
    assert met(found, price=0.5)["worth more"] and not met(found, price=2)["worth more"]


def test_more_tokens_and_fewer_abstentions_cost_their_points(asked):
    found = compared(asked, "++++++++0-", "++++++++00", tokens=(101, 100))
    assert not met(found)["tokens"] and not met(found)["abstains"]
    assert graded(found, CODE, 1).found["tokens"][1] == "101 tokens, and crag 100"


def test_a_failed_run_and_a_missing_one_are_not_all_runs(asked):
    for ours in ("+++++++?00", "++++++++0"):
        found = compared(asked, ours, "++++++++00")
        assert not met(found)["all runs"]
        with pytest.raises(BadSubmission, match="runs that are missing or failed"):
            entry_of(found, "ada", CODE, 1, "d")


def test_without_any_run_no_point_is_for_a_comparison(asked):
    found = met(compared(asked, "", ""))
    assert [name for name in found if found[name]] == ["by heart"]


def test_to_abstain_from_everything_is_no_system_even_where_it_is_worth_more(asked):
    # at a price of 1 it is worth 0, and crag 2 - 6
    found = compared(asked, "0" * 10, "++------00")
    assert [name for name, is_met in met(found).items() if is_met] == ["all runs", "by heart"]
    assert graded(found, CODE, 1).found["worth more"][1] == "0.000, and crag -0.400; 0 correct, and crag 2"
    with pytest.raises(BadSubmission, match="got 0 correct, and crag 2; answer half as many or more"):
        entry_of(found, "ada", CODE, 1, "d")


@pytest.mark.parametrize("text", ["When do owls hunt mice?", "owls hunt mice at night.", "open('questions.jsonl')"])
def test_what_is_known_by_heart_is_found_in_the_code(asked, text):
    assert len(known_by_heart(f'KNOWN = """{text}"""', asked)) >= 1
    assert known_by_heart(CODE, asked) == []


def test_an_entry_has_the_difference_on_each_question_and_no_name_of_one(asked):
    entry = entry_of(compared(asked, "+-0+++++00", "-+0+++++00", tokens=(50, 100)), "ada", CODE, 1, "d")
    assert entry.gaps == (2.0, -2.0, *[0.0] * 8) and entry.tokens == 0.5
    # 6 right, 1 wrong, of 10
    assert entry.value == pytest.approx(0.5)
    assert entry.draw == "d"


def test_a_draw_is_that_of_the_questions_their_number_and_the_price(asked):
    assert draw_of(asked, None, 1) == draw_of(asked[::-1], None, 1)
    assert (
        len({draw_of(asked, None, 1), draw_of(asked[1:], None, 1), draw_of(asked, 5, 1), draw_of(asked, None, 2)}) == 4
    )
