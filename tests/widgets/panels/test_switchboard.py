"""Switches are what they say, runs stand side by side, and a run in the background can be stopped."""

from threading import Event

import ipywidgets as w
import pytest
from fakes import BAT, FakeWeb, model
from outside import WIDGETS

from ragkit.graphs import SYSTEMS, naive
from ragkit.model.meter import Usage
from ragkit.state import REFUSAL, Claim, Rule
from ragkit.trace import Step, Trace
from ragkit.widgets.panels.background import Background
from ragkit.widgets.panels.fold import Fold
from ragkit.widgets.panels.parts import PARTS
from ragkit.widgets.panels.switchboard import MOST, Switchboard
from ragkit.widgets.panels.switches import Switches
from ragkit.widgets.runs.side_by_side import side_by_side

QUESTION = "Which animals hunt mice?"
SOON = 20  # seconds, for a scripted run


# Switches


def test_boxes_and_sliders_stand_in_the_order_in_which_readers_know_them(kit):
    switches = Switches(kit(model()))
    parts = "hybrid, critic, verifier, gate, memory, web, rerank, retries, order filter, poison filter"
    assert ", ".join(switches.parts) == parts
    assert list(switches.sliders) == ["answerable_from", "risk_up_to", "fit_from"]


def test_a_system_without_parts_has_no_box_for_any_and_is_built_as_it_is(kit):
    switches = Switches(kit(model()), "naive")
    assert list(switches.parts) == ["memory", "web", "rerank", "retries", "order filter", "poison filter"]
    assert set(switches.graph.nodes) == set(naive().nodes)


def test_a_box_that_is_open_when_the_kit_is_switches_its_part_on(kit):
    switches = Switches(kit(model(), retry=False))
    assert not switches.parts["retries"].value and str(switches) == "as the kit is"
    switches.parts["retries"].value = True
    assert switches.kit.settings.retry and str(switches) == "with retries"


def test_nothing_switched_is_the_kit_itself(kit):
    opened = kit(model(), memory=True, web=FakeWeb(BAT))
    switches = Switches(opened)
    assert switches.kit is opened and switches.without == [] and str(switches) == "as the kit is"


def test_a_part_that_the_kit_does_not_have_cannot_be_switched_on(kit):
    switches = Switches(kit(model()))
    assert switches.parts["memory"].disabled and switches.parts["web"].disabled
    assert switches.without == ["memory", "web"] and not switches.parts["critic"].disabled
    switches.parts["critic"].value = False
    assert str(switches) == "without critic"  # what was never there was not switched off


def test_thresholds_are_shown_at_the_press_of_a_button(kit):
    board = Switchboard(kit(model()), QUESTION)
    (fold,) = [child for child in board.children if isinstance(child, Fold)]
    shown = fold.inside.layout
    assert fold.inside is board.switches.fields and shown.display == "none"
    fold.button.value = True
    assert shown.display == ""


def test_every_part_of_every_system_is_explained_and_a_closed_one_says_how_it_is_opened(kit):
    for name in SYSTEMS:
        switches = Switches(kit(model()), name)
        assert set(switches.parts) <= set(PARTS)
        words = switches.boxes.children[1].value
        assert all(f"<dt>{part}</dt>" in words for part in switches.parts)
    switches = Switches(kit(model()), "adaptive")
    assert switches.parts["critic"].tooltip == PARTS["critic"]
    assert "Kit.open(folder, memory=" in switches.parts["memory"].tooltip
    assert switches.parts["memory"].description == "memory (this kit has none)"


def test_a_part_that_has_to_be_added_is_off_until_its_box_is_open(kit):
    switches = Switches(kit(model()))
    assert not switches.parts["gate"].value and "answerability" not in switches.graph.nodes
    switches.parts["gate"].value = True
    assert "answerability" in switches.graph.nodes and str(switches) == "with gate"


def test_what_is_moved_is_a_setting_of_the_new_kit_and_not_of_the_old(kit):
    opened = kit(model(), memory=True, web=FakeWeb(BAT))
    switches = Switches(opened)
    switches.sliders["answerable_from"].value = 0.95
    switches.k.value = 2
    switches.parts["memory"].value = False
    assert (switches.kit.settings.answerable_from, switches.kit.settings.k, switches.kit.memory) == (0.95, 2, None)
    assert opened.settings.answerable_from != 0.95 and opened.memory is not None
    assert str(switches) == "without memory, answerable_from = 0.95, k = 2"


def test_a_model_that_was_handed_in_cannot_be_changed_for_a_provider(kit):
    assert Switches(kit(model())).provider.disabled


def test_another_judge_is_a_setting_of_the_new_kit_and_one_that_is_not_to_be_had_is_said_in_the_run(kit):
    board = Switchboard(kit(model()), QUESTION)
    assert board.switches.judge.value == ""
    assert [label for label, _ in board.switches.judge.options][:2] == ["taught, else odds", "odds"]
    board.switches.judge.value = "taught"
    assert board.switches.kit.settings.judge == "taught" and str(board.switches) == "judge = taught"
    board.run()
    board.background.wait(SOON)
    (trace,) = board.runs.values()
    assert trace.answer == "Owls hunt mice at night [1]." and any("judged zero-shot" in note for note in trace.notes)


def dropdowns(widget):
    """The dropdowns in a widget, at any depth."""
    children = [found for child in getattr(widget, "children", ()) for found in dropdowns(child)]
    return [widget, *children] if isinstance(widget, w.Dropdown) else children


@pytest.mark.parametrize("name", ["CostFrontier", "Dashboard", "FailureMap", "Live", "Switchboard"])
def test_no_choice_is_none_because_a_live_kernel_shows_it_as_an_empty_field(name, tmp_path):
    fields = dropdowns(WIDGETS[name]("owls", tmp_path))
    assert fields and not any(None in field._options_values for field in fields)


# Side by side


def test_runs_in_a_list_are_numbered():
    runs = [Trace("?", (), "Owls.", (), 1.0, system="naive"), Trace("?", (), "Bats.", (), 1.0)]
    html = side_by_side(runs).data
    assert "<th scope='col'>1. naive</th><th scope='col'>2. run</th>" in html and "≠ Bats." in html


def test_what_differs_from_the_first_run_is_marked_and_seconds_never_are():
    rule = Rule("approved", "generate", "fine")
    one = Trace("?", (Step("critic", 1.0, Usage(), {}, rule),), "Owls.", (), 1.0, (Claim("Owls hunt.", 1.0),))
    other = Trace("?", (Step("critic", 9.0, Usage(), {}, rule),), REFUSAL, (), 9.0, (Claim("Owls hunt.", None),))
    html = side_by_side({"before": one, "after": other}).data
    assert html.count("≠ ") == 2
    assert f"≠ {REFUSAL}" in html
    assert "≠ ungraded: Owls hunt." in html
    assert html.count("1. critic (approved)") == 2
    assert "9.0 s" in html


def test_a_failed_run_says_why_where_its_answer_would_be():
    assert "failed: no server" in side_by_side({"a": Trace("?", (), "", (), 0.0, failed="no server")}).data


# The switchboard


def test_two_runs_with_a_part_switched_off_between_stand_side_by_side(kit):
    board = Switchboard(kit(model(answerable=0.1, sufficient=0.1, relevant=0.1)), QUESTION)
    board.go.click()
    board.background.wait(SOON)
    board.switches.parts["critic"].value = False
    board.go.click()
    board.background.wait(SOON)
    assert [trace.answer for trace in board.runs.values()] == [REFUSAL, "Owls hunt mice at night [1]."]
    assert {trace.system for trace in board.runs.values()} == {"adaptive"}
    assert list(board.runs)[1].startswith("2. without critic") and "≠ Owls hunt mice" in board.table.value
    assert board.status.value == "Done." and not board.go.disabled and board.halt.disabled


def test_another_question_begins_anew(kit):
    board = Switchboard(kit(model()), QUESTION)
    board.run()
    board.background.wait(SOON)
    board.question.value = "Do fish swim?"
    assert board.runs == {}


def test_of_many_runs_the_first_and_the_last_are_shown(kit):
    board = Switchboard(kit(model()), QUESTION)
    for _ in range(MOST + 2):
        board.run()
        board.background.wait(SOON)
    assert board.table.value.count("<th scope='col'>") == 1 + MOST
    assert ">1. " in board.table.value and ">2. " not in board.table.value and ">6. " in board.table.value


# In the background


def test_a_second_run_does_not_begin_while_one_is_under_way_and_stop_ends_it(kit):
    held, ended = Event(), []

    def shown(trace, last):
        held.wait(SOON)
        if last:
            ended.append(trace)

    run, opened = Background(shown), kit(model())
    assert run.start(naive(), QUESTION, opened) and not run.start(naive(), QUESTION, opened)
    run.stop()
    held.set()
    run.wait(SOON)
    assert [trace.failed for trace in ended] == ["stopped by the user"] and not run.running


def test_an_error_in_the_background_is_shown_as_a_failed_run(kit):
    ended = []
    run = Background(lambda trace, last: ended.append(trace))
    run.start(naive(), "  ", kit(model()))
    run.wait(SOON)
    assert [trace.failed for trace in ended] == ["ValueError: asked an empty question; write what you want to know"]


def test_waiting_for_a_run_that_never_began_is_no_error():
    Background(lambda trace, last: None).wait(1)


def test_reranking_is_switched_off_by_its_setting_and_named_once(kit):
    switches = Switches(kit(model()))
    assert str(switches) == "as the kit is" and "reranker" not in switches.settings
    switches.parts["rerank"].value = False
    assert switches.kit.settings.reranker == "none" and str(switches) == "without rerank"


def test_the_switchboard_takes_any_system_of_the_registry(kit):
    board = Switchboard(kit(model()), "Who hunts mice?", system="crag")
    assert set(board.switches.graph.nodes) == set(SYSTEMS["crag"].build().nodes)
