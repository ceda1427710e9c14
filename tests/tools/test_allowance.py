"""What an agent may still do: a call too many brings its last result and the names of what is left."""

from fakes import CAT, OWL

from ragkit.state import Found
from ragkit.tools import TOOLS, Allowance


def test_every_tool_has_a_budget_that_ends():
    allowance = Allowance()
    assert allowance.left == {name: tool.budget for name, tool in TOOLS.items()} and 0 not in allowance.left.values()
    for name, tool in TOOLS.items():
        for _ in range(tool.budget):
            assert allowance.may(name)
            allowance.spend(name, Found([OWL]))
        assert not allowance.may(name)
    assert allowance.left == {}


def test_a_call_too_many_brings_the_last_result_and_names_what_is_left():
    allowance = Allowance({"look": 2, "read": 1})
    allowance.spend("look", Found([CAT]))
    allowance.spend("look", Found([OWL], ["one was set aside"]))
    again = allowance.again("look")
    assert again.passages == [OWL] and again.notes[0] == "one was set aside"
    assert again.notes[1] == (
        "look was called 2 times and is used up, so this is its last result again. Left: read (1 time)."
    )


def test_when_nothing_is_left_it_says_to_answer():
    allowance = Allowance({"look": 1})
    allowance.spend("look", Found([]))
    assert "Left: no tool, so answer now." in allowance.again("look").notes[0]
