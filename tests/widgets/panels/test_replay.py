"""A replay shows what the trace holds, step by step."""

import threading
from threading import Event

import pytest
from fakes import model

from ragkit.graphs import adaptive, crag
from ragkit.trace import Trace, run
from ragkit.widgets.panels.replay import Replay

QUESTION = "Which animals hunt mice?"
SOON = 20  # seconds, for a scripted run


def test_a_replay_begins_at_the_first_step_and_follows_the_slider(kit):
    trace = run(adaptive(), QUESTION, kit(model()))
    replay = Replay(adaptive(), trace)
    assert f"Step 1 of {len(trace.steps)}, now at plan" in replay.map.value
    for at, step in enumerate(trace.steps, start=1):
        replay.slider.value = at
        assert f"now at {step.node}" in replay.map.value
        assert f": {step.node}</b>" in replay.card.value
    assert (replay.slider.min, replay.slider.max) == (1, len(trace.steps))


def test_a_page_without_a_kernel_has_every_step_and_shows_the_first(kit):
    trace = run(crag(), QUESTION, kit(model()))
    page = Replay(crag(), trace)._repr_mimebundle_()["text/html"]
    assert page.count("type='radio'") == page.count("<section><") == len(trace.steps) == 3
    assert page.count(" checked>") == 1 and page.index(" checked>") < page.index("2 context_critic")
    assert "<script" not in page and "onclick" not in page
    for at, step in enumerate(trace.steps, start=1):
        assert f"Step {at} of 3, now at {step.node}" in page


def test_it_plays_to_the_last_step_and_then_from_the_first_again(kit, monkeypatch):
    monkeypatch.setattr("ragkit.widgets.panels.replay.SECONDS", 0.001)
    replay, seen, ended = Replay(adaptive(), run(crag(), QUESTION, kit(model()))), [], Event()
    replay.slider.observe(lambda change: seen.append(change["new"]), "value")
    replay.play.observe(lambda change: change["new"] or ended.set(), "value")
    assert replay.slider.max == 3
    for wanted in ([2, 3], [2, 3, 1, 2, 3]):
        ended.clear()
        replay.play.value = True
        assert ended.wait(SOON) and seen == wanted and not replay.play.value


def test_letting_go_of_the_play_button_stops_at_the_step_that_is_shown(kit, monkeypatch):
    monkeypatch.setattr("ragkit.widgets.panels.replay.SECONDS", 3600)
    replay = Replay(adaptive(), run(crag(), QUESTION, kit(model())))
    replay.slider.value = 2
    replay.play.value = True
    player = next(thread for thread in threading.enumerate() if "_play" in thread.name)
    replay.play.value = False
    player.join(SOON)
    assert replay.slider.value == 2 and not player.is_alive()


def test_a_run_without_steps_cannot_be_replayed_and_says_how_it_ended():
    with pytest.raises(ValueError, match="without steps; it ended with: 'no server'"):
        Replay(adaptive(), Trace("?", (), "", (), 0.0, failed="no server"))


def test_a_run_of_another_graph_still_replays(kit):
    trace = run(crag(), QUESTION, kit(model()))
    assert "now at retrieve" in Replay(adaptive(), trace).map.value
