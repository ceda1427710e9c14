"""A node that rewrites the question: a right one meets all criteria, and each fault its own one."""

import pytest

from ragkit.course.capstones.node_checks import ABOUT_NODES, QUESTION, examined, scripted_kit
from ragkit.course.capstones.node_worker import examined_apart
from ragkit.course.capstones.rewrite import search_alone
from ragkit.course.capstones.submission import function_of
from ragkit.model.scripted import ScriptedLLM
from ragkit.trace import run

RIGHT = '''
from ragkit.model.errors import ChatFailed
from ragkit.model.llm import at_most, say


def rewrite(state, runtime):
    """reads question · writes queries, notes"""
    llm = at_most(runtime.context.llm, 100)
    try:
        text = str(say(llm, f"Write a sentence that would answer: {state.question}").content).strip()
    except ChatFailed as error:
        return {"queries": [], "notes": [f"not rewritten: {error}"]}
    return {"queries": [text], "notes": []}
'''


def unmet(code, tmp_path):
    found = examined(function_of(code, "rewrite"), tmp_path)
    assert set(found) == set(ABOUT_NODES)
    return {name for name, (is_met, _) in found.items() if not is_met}


def test_a_right_node_meets_every_criterion(tmp_path):
    assert unmet(RIGHT, tmp_path) == set()


@pytest.mark.parametrize(
    "right, wrong, names",
    [
        ("at_most(runtime.context.llm, 100)", "runtime.context.llm", {"budget"}),
        ("llm, 100)", "llm, 1000)", {"budget"}),
        ("    return {\"queries\": [text]", "    say(llm, 'again')\n    return {\"queries\": [text]", {"one call"}),
        ("\"notes\": []}", "\"notes\": [], \"question\": text}", {"fields", "prefix"}),
        ("text = str", "state.passages\n        text = str", {"fields"}),
        ("except ChatFailed", "except KeyError", {"falls back"}),
        ("[text], \"notes\"", "[state.question], \"notes\"", set(ABOUT_NODES) - {"one call"}),
        ("[text], \"notes\"", "text, \"notes\"", {"fields", "in hybrid"}),
        ("[], \"notes\": [f", "[''], \"notes\": [f", {"falls back"}),
    ],
)  # fmt: skip
def test_each_fault_costs_its_own_criterion(tmp_path, right, wrong, names):
    assert right in RIGHT
    assert unmet(RIGHT.replace(right, wrong), tmp_path) == names


def test_a_stub_has_no_point_for_doing_nothing_wrong(tmp_path):
    stub = 'def rewrite(state, runtime):\n    return {"queries": []}'
    assert unmet(stub, tmp_path) == set(ABOUT_NODES)


def test_a_node_that_raises_meets_nothing_and_the_error_is_named(tmp_path):
    found = examined(function_of("def rewrite(state, runtime): return 1 / 0", "rewrite"), tmp_path)
    assert set(found.values()) == {(False, "ZeroDivisionError: division by zero")}


def test_the_question_alone_does_not_find_what_the_rewrite_finds(tmp_path):
    kit = scripted_kit(ScriptedLLM(replies={}), tmp_path)
    assert [passage.id for passage in run(search_alone(None), QUESTION, kit).passages] != ["owl"]


@pytest.mark.process
def test_in_its_own_process_a_node_is_examined_behind_the_fence(tmp_path):
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(RIGHT)
    assert all(is_met for is_met, _ in examined_apart(right).values())
    wrong.write_text(RIGHT.replace("    llm = at", f"    open({str(tmp_path / 'left')!r}, 'w')\n    llm = at"))
    found = examined_apart(wrong)
    assert "Forbidden" in found["fields"][1] and not (tmp_path / "left").exists()
