"""Policies are tables: the first row that fits decides, budgets end every run, and no row stands there in vain."""

import itertools
import random

import pytest

from ragkit.graphs.adaptive.policy import ANSWER, CONTEXT, answer_issues, context_issues
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.graphs.crag.policy import CRAG
from ragkit.nodes.retry import stalled
from ragkit.policy import NoRow, choose, destinations
from ragkit.settings import DEPTHS, Settings
from ragkit.state import REFUSAL, Claim, Grade, Memory, Rule
from ragkit.thresholds import grounded, verdict
from ragkit.watched import with_written

SETTINGS = Settings(retry=True)
GOOD = Grade(0.9, 0.9, 0.9, 0.8, approved=True)
BAD = Grade(0.5, 0.5, 0.2, 0.6, approved=False)
RETRIES = DEPTHS["simple"].retries


def state(**fields):
    return AdaptiveState(question="?", depth="simple", **fields)


def test_the_first_row_that_fits_decides():
    table = (Rule("a", "x", ""), Rule("b", "y", ""), Rule("a", "z", ""))
    assert choose(table, {"a", "b"}, []).do == "x"
    assert choose(table, {"b"}, []).do == "y"


def test_a_spent_row_and_a_closed_destination_are_passed_over():
    table = (Rule("a", "x", "twice", budget=2), Rule("a", "y", ""))
    assert [choose(table, {"a"}, [table[0]] * n).do for n in range(3)] == ["x", "x", "y"]
    assert choose(table, {"a"}, [], closed={"x"}).do == "y"


def test_no_row_is_an_error_that_says_what_was_there():
    with pytest.raises(NoRow, match=r"no row for \['a'\] after \['x'\], with \['y'\] closed"):
        choose((Rule("a", "x", ""), Rule("a", "y", "")), {"a"}, [Rule("a", "x", "")], closed={"y"})


@pytest.mark.parametrize(
    ("fields", "issues"),
    [
        ({"grades": [GOOD]}, {"approved"}),
        ({"grades": [GOOD], "loop": 9}, {"approved"}),
        ({"grades": [BAD]}, {"insufficient"}),
        ({"grades": [BAD], "loop": RETRIES - 1}, {"insufficient"}),
        ({"grades": [BAD], "loop": RETRIES}, {"insufficient", "exhausted"}),
        ({"grades": [Grade(0.5, 0.5, 0.5, 0.49, False)]}, {"insufficient", "unsure"}),
        ({"grades": [Grade(0.5, 0.5, 0.5, 0.5, False)]}, {"insufficient"}),
        ({"grades": [Grade(None, None, None, 0.0, False)]}, {"insufficient", "unsure"}),
        ({"grades": [BAD, BAD]}, {"insufficient"}),
        ({"grades": [BAD, BAD, BAD]}, {"insufficient", "stalled"}),
        ({"grades": [BAD], "memories": [Memory("1", "q", "not in the corpus")]}, {"insufficient", "remembered"}),
        ({"grades": [BAD], "memories": [Memory("1", "q", "unsupported")]}, {"insufficient"}),
    ],
)
def test_the_issues_of_the_evidence(fields, issues):
    settings = Settings(retry=True)
    assert context_issues(state(**fields), settings) == issues


def test_growth_of_exactly_the_least_counts_as_none_and_two_passes_say_nothing():
    assert stalled([0.10, 0.15, 0.20], 0.05)
    assert not stalled([0.10, 0.15, 0.21], 0.05)
    assert not stalled([0.2, 0.2], 0.05)
    assert not stalled([0.2, None, 0.2], 0.05)
    assert stalled([0.1, 0.9, 0.9, 0.9], 0.05)  # only the last two retries count


CLAIM, UNGRADED = Claim("c", 1.0), Claim("c", None)


@pytest.mark.parametrize(
    ("fields", "issues"),
    [
        ({"draft": REFUSAL}, {"refused"}),
        ({"draft": "d", "rejected": ["d"], "claims": [], "risk": None, "fit": None}, {"repeated"}),
        ({"draft": "d", "claims": [CLAIM], "risk": 0.5, "fit": 1.0}, {"grounded"}),
        ({"draft": "d", "claims": [CLAIM], "risk": 0.51, "fit": 1.0}, {"unsupported"}),
        ({"draft": "d", "claims": [CLAIM], "risk": 0.0, "fit": 0.0}, {"beside the point"}),
        ({"draft": "d", "claims": [CLAIM], "risk": 1.0, "fit": 1.0, "loop": RETRIES}, {"unsupported", "exhausted"}),
        ({"draft": "d", "claims": [UNGRADED], "risk": 1.0, "fit": 1.0}, {"ungraded"}),
        ({"draft": "d", "claims": [CLAIM], "risk": 0.0, "fit": None}, {"ungraded"}),
    ],
)
def test_the_issues_of_the_draft(fields, issues):
    there = state(**fields)
    judged = with_written(there, {"verdict": verdict(there, there.fit, SETTINGS)})
    assert answer_issues(judged, SETTINGS) == issues


def test_without_h_or_without_a_fit_nothing_is_grounded():
    assert not grounded(None, 1.0, 0, SETTINGS) and not grounded(0.0, None, 0, SETTINGS)


def test_each_retry_asks_for_a_surer_fit():
    settings = Settings(fit_from=0.7, retry_raises=0.1)
    grades = [(0, 0.69), (0, 0.7), (1, 0.79), (1, 0.8), (2, 0.9), (3, 1.0)]
    passes = [grounded(0.0, fit, loop, settings) for loop, fit in grades]
    assert passes == [False, True, False, True, True, True]


CONTEXT_ISSUES = [{"approved"}] + [
    {"insufficient", *some}
    for size in range(5)
    for some in itertools.combinations(["unsure", "remembered", "stalled", "exhausted"], size)
]
ANSWER_ISSUES = [
    {"refused"},
    {"repeated"},
    {"ungraded"},
    {"grounded"},
    {"unsupported"},
    {"beside the point"},
    {"unsupported", "exhausted"},
]
REJECTED = {"unsupported", "beside the point"}


def walk(pick, web=True):
    """A run of the adaptive graph in which the critics may say anything; the moves until it ends."""
    moves, loop, at = [], 0, "context"
    while len(moves) < 1_000:
        closed = set() if web and all(move.do != "search_web" for move in moves) else {"search_web"}
        limit = {"exhausted"} if loop >= max(depth.retries for depth in DEPTHS.values()) else set()
        if at == "context":
            issues = pick(CONTEXT_ISSUES)
            rule = choose(CONTEXT, issues | (limit if "approved" not in issues else set()), moves, closed)
        else:
            issues = pick(ANSWER_ISSUES)
            rule = choose(ANSWER, issues | (limit if issues & REJECTED else set()), moves, closed)
        moves.append(rule)
        if rule.do in ("readings", "apologise"):
            return moves
        loop += rule.do == "plan"
        at = "context" if rule.do == "plan" else "answer"
    raise AssertionError("this run does not end")


def test_no_sequence_of_issues_runs_for_ever_and_every_row_is_reached():
    dice = random.Random(0)
    runs = [walk(dice.choice, web=bool(i % 3)) for i in range(5_000)]
    assert max(map(len, runs)) <= 12
    assert {rule for run in runs for rule in run} == {*CONTEXT, *ANSWER}


@pytest.mark.parametrize("web", [True, False])
def test_a_critic_that_never_approves_ends_in_an_apology(web):
    moves = walk(lambda issues: {"insufficient"} if issues is CONTEXT_ISSUES else {"unsupported"}, web)
    assert moves[-1].do == "apologise"
    assert [move.do for move in moves].count("search_web") == int(web)


def test_every_row_of_corrective_rag_is_reached():
    reached = {
        choose(CRAG, {"approved"}, []),
        choose(CRAG, {"insufficient"}, []),
        choose(CRAG, {"insufficient", "exhausted"}, []),
        choose(CRAG, {"insufficient", "exhausted"}, [], closed={"search_web"}),
    }
    assert reached == set(CRAG)


@pytest.mark.parametrize("policy", [CONTEXT, ANSWER, CRAG])
def test_every_row_says_why_and_may_fire_at_least_once(policy):
    assert all(len(rule.why) > 20 and rule.budget >= 1 for rule in policy)
    assert set(destinations(policy)) == {rule.do for rule in policy}
