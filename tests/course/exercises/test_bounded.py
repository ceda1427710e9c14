"""A function has some seconds, and then its caller goes on, whatever the function does."""

import threading
import time

import pytest

from ragkit.course.exercises.bounded import Overdue, bounded


def timed(work, seconds=0.2):
    before = time.perf_counter()
    with pytest.raises(Overdue) as caught:
        bounded(work, seconds)
    return caught.value, time.perf_counter() - before


def test_a_result_and_an_error_come_back():
    assert bounded(lambda: "owl", 5) == "owl"
    with pytest.raises(ZeroDivisionError):
        bounded(lambda: 1 / 0, 5)


def test_an_endless_loop_is_stopped_and_its_thread_ends():
    seen = []

    def spin():
        seen.append(threading.current_thread())
        while True:
            pass

    overdue, seconds = timed(spin)
    assert not overdue.left_behind and not seen[0].is_alive() and 0.2 <= seconds < 0.9


def test_a_loop_that_catches_every_exception_is_stopped_too():
    def stubborn():
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

    overdue, _ = timed(stubborn)
    assert not overdue.left_behind


def test_a_loop_that_catches_even_the_stop_is_left_behind():
    over = threading.Event()

    def deaf():
        while not over.is_set():
            try:
                while not over.is_set():
                    pass
            except BaseException:
                pass

    overdue, seconds = timed(deaf)
    over.set()
    assert overdue.left_behind and seconds < 1.2


def test_a_long_call_into_c_is_left_behind():
    over = threading.Event()
    overdue, seconds = timed(lambda: over.wait(20))
    over.set()
    assert overdue.left_behind and seconds < 1.2


def test_recursion_without_end_is_an_error_and_no_crash():
    def deeper(n):
        return sorted([n, n + 1], key=deeper)

    with pytest.raises(RecursionError):
        bounded(lambda: deeper(0), 5)


def test_the_stack_size_of_other_threads_stays_as_it_was():
    before = threading.stack_size()
    bounded(lambda: 1, 5)
    assert threading.stack_size() == before
