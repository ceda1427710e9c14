"""What `ask` says of runs: whether the answer was checked, and what differs between several."""

import pytest

from ragkit.cli.answers import checks, compared, differences, elsewhere, is_checked
from ragkit.model.meter import Usage
from ragkit.state import REFUSAL, Claim, Passage
from ragkit.trace import Step, Trace

OWL = Passage("o", "Owls hunt 5 mice at night.", source="owls.md", section="Owls")
BAT = Passage("b", "Bats hunt moths at dusk.", source="bats.md", section="Bats")


def ran(answer, *verdicts, claims=(), failed="", calls=1):
    steps = [Step("answer_critic", 0.1, Usage(), {"verdict": verdict}) for verdict in verdicts]
    steps.append(Step("generate", 1.0, Usage(calls, 0, 100, 0, 20), {}))
    return Trace("Who hunts?", tuple(steps), answer, (OWL, BAT), 1.5, claims=tuple(claims), failed=failed)


STATED = Claim("Owls hunt 5 mice.", 1.0, "o")
UNGRADED = Claim("Owls hunt.", None)


@pytest.mark.parametrize(
    ("trace", "checked", "said"),
    [
        (ran("Owls. [1]"), False, "no, this system does not verify its answers"),
        (ran("Owls. [1]", "unsupported", "grounded", claims=[STATED]), True, "yes, a critic compared"),
        (ran("Owls. [1]", claims=[STATED]), True, "yes, a critic compared"),
        (ran("Owls.", claims=[STATED, UNGRADED]), False, "no, its claims were not graded by the documents"),
        (ran(REFUSAL, "unsupported", ""), False, "yes, and the draft was withheld: unsupported"),
        (ran(REFUSAL, "refused"), False, "no, because there is no answer to check"),
        (ran(REFUSAL), False, "no, because there is no answer to check"),
        (ran("", "grounded", failed="no reply"), False, "no, because the run failed"),
    ],
)
def test_an_answer_is_checked_when_a_critic_passed_its_draft(trace, checked, said):
    assert is_checked(trace) is checked
    assert checks(trace).startswith(f"checked:  {said}")


def test_every_claim_is_shown_with_its_support_and_its_passage():
    claims = [STATED, Claim("Bats hunt at dusk.", 0.5, "b"), Claim("Cats purr.", 0.0), UNGRADED]
    assert checks(ran("Owls.", "grounded", claims=claims)).splitlines()[1:] == [
        "  supported: Owls hunt 5 mice. [1]",
        "  partly: Bats hunt at dusk. [2]",
        "  not supported: Cats purr.",
        "  not graded: Owls hunt.",
    ]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("Owls hunt 5 mice [2].", "the same answer"),
        ("Owls hunt 6 mice [1].", "it alone says 6; naive alone says 5"),
        ("Five mice are what owls hunt [1].", "other words, with the same numbers and names"),
        ("Owls hunt 5 mice, says Kahn [1] [2].", "it alone says Kahn; it alone cites bats.md"),
        (REFUSAL, "it abstains"),
    ],
)
def test_what_differs_is_numbers_names_and_documents(other, said):
    runs = {"naive": ran("Owls hunt 5 mice [1]."), "crag": ran(other)}
    assert differences(runs) == [f"crag, compared with naive: {said}"]


def test_a_failed_run_and_an_abstaining_first_one_are_said():
    runs = {"crag": ran(REFUSAL), "naive": ran("Owls [1]."), "tiny": ran("", failed="no reply")}
    assert differences(runs) == [
        "naive, compared with crag: it answers, and crag abstains",
        "tiny, compared with crag: not to be compared, because a run failed",
    ]


def test_answers_are_one_below_the_other_with_a_mark_and_their_cost():
    text = compared({"naive": ran("Owls hunt [1]."), "adaptive": ran("Owls [1].", "grounded", calls=6)})
    heads = [line for line in text.splitlines() if line.startswith("===")]
    assert heads == ["=== naive", "=== adaptive (checked)", "=== what differs", "=== what it cost"]
    assert "  [1] owls.md, Owls" in text and "[2]" not in text
    costs = text.splitlines()[-2:]
    assert costs[0].startswith("naive     1.5 s, 1 model call, 100 tokens")
    assert costs[1].startswith("adaptive  1.5 s, 6 model calls, 100 tokens")


def test_nothing_that_a_terminal_obeys_is_in_it():
    bad = ran("Owls \x1b[2J [1].", claims=[Claim("Owls \x1b[2J.", 1.0)])
    assert "\x1b" not in compared({"naive": bad, "crag": bad}) + checks(bad)


def test_a_run_without_calls_on_a_quiet_machine_has_nothing_to_note():
    assert elsewhere([Trace("When?", (), "In 1962.", (), 1.0)], load=4, cores=2) == []
