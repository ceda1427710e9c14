"""A check ends in time, with a verdict, whatever the answer does."""

import time

import pytest
from exercise_tasks import DOUBLE, asking, right

from ragkit.course.exercises import examine as engine
from ragkit.course.exercises.answer import Trial
from ragkit.course.exercises.examine import examine


def loop(numbers):
    while True:
        pass


def chatter(numbers):
    while True:
        print("owl" * 1000)  # noqa: T201


def eat(numbers):
    return "x" * 10**8


class Liar:
    def __repr__(self):
        while True:
            pass


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(engine, "SECONDS", 0.3)


def test_a_right_answer_is_solved_and_says_how_often_it_was_asked():
    verdict = examine(DOUBLE, right, seed=3)
    assert verdict.solved and verdict.trials == 2 and (verdict.asked, verdict.whys) == ("", ())


def test_a_wrong_one_is_told_what_was_asked_expected_and_came():
    verdict = examine(DOUBLE, lambda numbers: [2, 4, 5] if len(numbers) > 1 else right(numbers), seed=3)
    assert (verdict.asked, verdict.expected, verdict.came) == ("double([1, 2, 3])", "[2, 4, 6]", "[2, 4, 5]")
    assert verdict.whys == ("the item at index 2 is 5, and 6 was expected",) and verdict.stumbles == ()


def test_a_misconception_is_named_where_it_gives_the_same():
    verdict = examine(DOUBLE, lambda numbers: [n**2 for n in numbers], seed=3)
    assert verdict.stumbles == ("numbers are squared",)


def test_an_answer_that_got_further_than_a_misconception_is_not_told_of_it():
    squares = [1, 4, 9]
    verdict = examine(DOUBLE, lambda numbers: squares if len(numbers) > 1 else right(numbers), seed=3)
    assert verdict.came == "[1, 4, 9]" and verdict.stumbles == ()


def test_a_seed_repeats_the_inputs_and_without_one_they_differ():
    def asked(seed=None):
        return examine(DOUBLE, lambda numbers: None, seed).asked

    assert asked(5) == asked(5) and len({asked() for _ in range(20)}) > 1


@pytest.mark.parametrize("answer", [loop, chatter, lambda numbers: Liar()])
def test_what_does_not_end_is_stopped_and_the_call_is_told(answer, hasty):
    before = time.perf_counter()
    verdict = examine(DOUBLE, answer, seed=3)
    assert time.perf_counter() - before < 2
    assert not verdict.solved and verdict.asked.startswith("double([") and "loop without end" in verdict.whys[0]


def test_the_limits_add_up_to_less_than_five_seconds():
    from ragkit.course.exercises import bounded, progress_file

    assert engine.SECONDS + bounded.PATIENCE + progress_file.PATIENCE < 5


def test_what_an_answer_prints_is_shown_up_to_a_limit(capsys):
    def talk(numbers):
        print("owl" * 1000)  # noqa: T201
        return right(numbers)

    verdict = examine(DOUBLE, talk, seed=3)
    assert verdict.solved and verdict.printed.startswith("owlowl") and len(verdict.printed) == engine.PRINTED
    assert capsys.readouterr().out == ""


def test_a_huge_result_is_shown_in_short():
    verdict = examine(DOUBLE, eat, seed=3)
    assert not verdict.solved and len(verdict.came) < 300 and "of the type str" in verdict.whys[0]


def broken(answer, rng):
    yield Trial("?", 1, 1 / 0)


def silent(answer, rng):
    yield from ()


@pytest.mark.parametrize("trials", [broken, silent])
def test_a_check_that_fails_by_itself_blames_the_kit_and_accepts_nothing(trials):
    verdict = examine(asking(trials, misconceptions={}), right, seed=3)
    assert not verdict.solved and "a fault of the kit and not yours" in verdict.whys[0]


def test_an_answer_may_be_a_value():
    def trials(answer, rng):
        yield Trial("your prediction", 42, answer.value)

    task = asking(trials, misconceptions={"it is doubled": 84})
    assert examine(task, 42).solved and examine(task, 84).stumbles == ("it is doubled",)
