"""A submission becomes a system, and is asked beside `crag`, whose runs are made once for a class."""

import pytest
from experiments import content_kit, questions_in

from ragkit.course.capstones import compared as module
from ragkit.course.capstones.compared import compare, registered
from ragkit.course.capstones.submission import BadSubmission, function_of
from ragkit.evaluate.golden import load_questions
from ragkit.graphs import SYSTEMS

CODE = "from ragkit.graphs import naive\n\n\ndef mine():\n    return naive()\n"


@pytest.fixture(autouse=True)
def unregistered(monkeypatch):
    monkeypatch.setattr(module, "SYSTEMS", dict(SYSTEMS))
    for room in ("experiments.experiment", "experiments.jobs"):
        monkeypatch.setattr(f"ragkit.evaluate.{room}.SYSTEMS", module.SYSTEMS)


def test_a_submission_becomes_a_system_named_by_its_code():
    name = registered(function_of(CODE, "mine"), CODE)
    assert name.startswith("mine-") and name in module.SYSTEMS
    assert registered(function_of(CODE, "mine"), CODE) == name != registered(function_of(CODE, "mine"), CODE + "#")


@pytest.mark.parametrize("body, came", [("1 / 0", "ZeroDivisionError"), ("None", "NoneType"), ("'naive'", "str")])
def test_a_function_that_returns_no_graph_is_named(body, came):
    with pytest.raises(BadSubmission, match=f"got {came}"):
        registered(function_of(f"def mine(): return {body}", "mine"), body)


def test_both_systems_are_asked_and_a_second_submission_makes_no_run_of_crag_again(tmp_path):
    questions = load_questions(questions_in(tmp_path))
    kit = content_kit(tmp_path)
    found = compare(function_of(CODE, "mine"), CODE, tmp_path, questions, tmp_path / "to", kit=kit)
    assert found.is_whole and found.stopped == "" and {row.system for row in found.crags} == {"crag"}
    before = len(kit.model.prompts)
    again = compare(function_of(CODE, "mine"), CODE, tmp_path, questions, tmp_path / "to", kit=kit)
    assert len(kit.model.prompts) == before and again == found
    other = f"{CODE}# another\n"
    compare(function_of(other, "mine"), other, tmp_path, questions, tmp_path / "to", kit=kit)
    # `naive` calls the model once for each question, and crag more often
    assert len(kit.model.prompts) == before + len(questions)
