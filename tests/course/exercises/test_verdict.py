"""A verdict as text and as a box: the same in both."""

from dataclasses import replace

from ragkit.course.exercises.verdict import Verdict

WRONG = Verdict(
    "02-double", "Double each", False, 7, 3, "double([1])", "[2]", "[1]", "line 2: return n", ("too small",),
    ("numbers are squared",), "hello\nowl", ('hint("02-double") shows hint 1 of 3',),
)  # fmt: skip


def test_the_text_says_everything_in_order():
    assert repr(WRONG).splitlines() == [
        "02-double: not solved yet · Double each",
        "  asked:     double([1])",
        "  expected:  [2]",
        "  came:      [1]",
        "  line:      line 2: return n",
        "  why:       this is the result when numbers are squared",
        "  why:       too small",
        "  printed:   hello",
        "             owl",
        '  next:      hint("02-double") shows hint 1 of 3',
    ]


def test_what_is_solved_says_how_often_it_was_checked():
    solved = Verdict("02-double", "Double each", True, 7, trials=12)
    assert repr(solved).splitlines()[1] == "  checked:   12 times, on fresh random inputs"
    predicted = replace(solved, drawn=False)
    assert repr(predicted).splitlines()[1] == "  checked:   all of it"
    assert "rk-verdict solved" in solved._repr_html_() and "rk-verdict solved" not in WRONG._repr_html_()
