"""Whatever fails, a run ends in a clear state: an answer that was verified, the refusal, or the reason why not."""

import socket
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import BAT, FakeWeb, model, served, small_kit
from recordings import recorded_by

from ragkit.graphs import adaptive, crag, naive
from ragkit.judges import OddsJudge, StructuredJudge, TaughtJudge
from ragkit.model.chat import chat
from ragkit.settings import Settings
from ragkit.state import REFUSAL
from ragkit.trace import run
from ragkit.weights import Adapter

SIMPLE = "Which animals hunt mice?"
ADAPTER = Adapter(Path("/owl.gguf"), "1" * 64, "2" * 64)
JUDGES = [OddsJudge, StructuredJudge, lambda llm: TaughtJudge(llm, ADAPTER)]
NAMES = ["odds", "structured", "taught"]
COMPLEX = "What is the difference between Owls and Cats?"
DRAFTS = ["Owls hunt mice at night [1]. Cats hunt mice by day [2].", "Owls hunt mice at night [1]."]
LOOK, WRITE = ["plan", "retrieve", "hop", "context_critic"], ["generate", "verify", "answer_critic"]
NO_ANSWER = ["apologise", "remember"]
NO_KEY = 403, {"error": {"message": "no more"}}
"""A failure that the client does not repeat."""


@pytest.fixture
def kit(tmp_path):
    """Opens a kit on an endpoint, which is asked one thing at a time and whose replies are not kept."""
    with ExitStack() as opened:

        def make(url=None, **more):
            where = {"provider": "openai", "base_url": f"{url}/v1"} if url else {}
            settings = {"judges": 1, "reuse_replies": False, "reranker": "/nowhere"} | where | more
            return opened.enter_context(closing(small_kit(tmp_path / "index", **settings)))

        yield make


def dying(endpoint, after, last=NO_KEY):
    """An endpoint whose first draft is rejected and whose second holds, that fails `after` so many requests."""
    content = served(model(draft=list(DRAFTS), stated=[0.1, 0.1, 0.9]))
    server = endpoint(lambda body: content(body) if len(server.asked) <= after else last)
    return server


def test_an_endpoint_that_lives_answers_after_thirteen_requests(kit, endpoint):
    server = dying(endpoint, after=13)
    trace = run(adaptive(), SIMPLE, kit(server.url))
    assert trace.answer == DRAFTS[1]
    assert not trace.failed
    assert len(server.asked) == 7 + 6


@pytest.mark.parametrize(
    ("after", "route"),
    [
        (0, ["plan", "retrieve", "hop"]),  # nobody judges, and then nobody names keywords
        (3, LOOK),
        (7, [*LOOK, *WRITE, "plan", "retrieve", "hop"]),
        (10, [*LOOK, *WRITE, *LOOK]),
    ],
)
def test_when_the_writer_dies_the_run_says_why_and_gives_no_draft(kit, endpoint, after, route):
    trace = run(adaptive(), SIMPLE, kit(dying(endpoint, after).url, memory=True))
    assert trace.failed.startswith("the chat model gave no reply: ")
    assert "RAGKIT_API_KEY" in trace.failed
    assert trace.answer == ""
    assert not trace.refused
    assert trace.route == route
    assert "failed:   the chat model gave no reply" in str(trace)


@pytest.mark.parametrize("after", [4, 5, 6, 11, 12])
def test_when_the_judge_of_a_draft_dies_the_answer_is_the_refusal_and_a_note(kit, endpoint, after):
    trace = run(adaptive(), SIMPLE, kit(dying(endpoint, after).url))
    assert trace.refused
    assert trace.claims == ()
    assert not trace.failed
    assert trace.route[-5:] == [*WRITE, *NO_ANSWER]
    assert any("could not judge" in note for note in trace.notes)


def test_what_failed_is_not_remembered_as_not_in_the_corpus(kit, endpoint):
    opened = kit(dying(endpoint, after=3).url, memory=True)
    assert run(adaptive(), SIMPLE, opened).failed
    assert opened.memory.entries() == []


@pytest.mark.slow
def test_an_endpoint_that_is_not_there_fails_the_run_at_its_first_call(kit):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    trace = run(adaptive(), COMPLEX, kit(url))
    assert trace.answer == "" and trace.route == LOOK[:3] and len(trace.passages) == 4
    assert "Is the server running at RAGKIT_BASE_URL?" in trace.failed


@pytest.mark.slow
@pytest.mark.parametrize("how", ["hangs up", "breaks down"])
def test_an_endpoint_that_hangs_up_or_breaks_down_in_the_middle_fails_the_run(kit, endpoint, how):
    content = served(model())

    def answer(body):
        if len(server.asked) <= 3:
            return content(body)
        if how == "hangs up":
            raise ConnectionResetError
        return 500, {"error": {"message": "out of memory"}}

    server = endpoint(answer)
    trace = run(adaptive(), SIMPLE, kit(server.url))
    assert trace.answer == "" and trace.route == LOOK and len(trace.passages) == 3
    assert {"hangs up": "Is the server running", "breaks down": "out of memory"}[how] in trace.failed


@pytest.mark.parametrize("graph", [naive, crag])
def test_the_other_graphs_say_why_too(kit, endpoint, graph):
    trace = run(graph(), SIMPLE, kit(dying(endpoint, 0).url))
    assert trace.answer == ""
    assert "RAGKIT_API_KEY" in trace.failed


def test_an_embedded_model_that_cannot_be_started_fails_the_run(kit, tmp_path):
    (tmp_path / "owl.gguf").write_text("hoo")
    broken = chat(Settings(model=str(tmp_path / "owl.gguf"), cache=tmp_path / "cache"))
    trace = run(adaptive(), SIMPLE, kit(model=broken))
    assert trace.answer == ""
    assert trace.route == ["plan", "retrieve", "hop"]
    assert "is no GGUF file" in trace.failed


# The judge dies, and the writer lives


@pytest.fixture
def judged(kit, endpoint):
    """A kit whose writer always replies, and whose judge has an endpoint that fails after so many requests."""

    def make(judge, after, **more):
        content = served(model())
        server = endpoint(lambda body: content(body) if len(server.asked) <= after else NO_KEY)
        dead = Settings(provider="openai", base_url=f"{server.url}/v1", reuse_replies=False)
        opened = kit(model=model(draft="Bats hunt moths at dusk [1]."), **more)
        object.__setattr__(opened, "judge", judge(chat(dead)))
        return opened

    return make


@pytest.mark.parametrize("judge", JUDGES, ids=NAMES)
def test_a_dead_judge_approves_nothing_and_the_answer_is_the_refusal(judged, judge):
    trace = run(adaptive(), SIMPLE, judged(judge, after=0))
    assert trace.refused
    assert not trace.failed
    assert "generate" not in trace.route
    assert any("could not judge: the chat model gave no reply" in note for note in trace.notes)


@pytest.mark.parametrize("judge", JUDGES, ids=NAMES)
def test_a_dead_judge_sends_the_run_to_the_web_and_lets_nothing_from_there_out_either(judged, judge):
    trace = run(adaptive(), SIMPLE, judged(judge, after=0, web=FakeWeb(BAT)))
    assert trace.route == [*LOOK, "search_web", *WRITE, *NO_ANSWER]
    assert trace.answer == REFUSAL
    assert trace.steps[3].rule.when == "unsure"
    assert trace.steps[-3].rule.when == "ungraded"


@pytest.mark.parametrize(("after", "claims"), [(3, [None]), (4, [1.0])])
def test_a_judge_that_dies_behind_the_draft_lets_it_not_out(judged, after, claims):
    trace = run(adaptive(), SIMPLE, judged(OddsJudge, after))
    assert trace.refused
    assert trace.steps[-3].rule.when == "ungraded"
    (verified,) = (step.wrote["claims"] for step in trace.steps if step.node == "verify")
    assert [claim.odds and 1.0 for claim in verified] == claims


# A full disk


def test_a_kit_answers_while_its_disk_is_full_and_remembers_once_there_is_room(small_disk):
    """What is not remembered is noted, and remembered the next time, in the same process."""
    with closing(small_kit(small_disk.folder / "index", model(), memory=True)) as kit:
        small_disk.fill()
        trace = run(adaptive(), SIMPLE, kit)
        assert trace.answer == DRAFTS[1] and not trace.failed and len(kit.memory) == 0
        assert any(note.startswith("not remembered: asked to write to the failure memory") for note in trace.notes)
        small_disk.make_room()
        assert run(adaptive(), SIMPLE, kit).notes == () and len(kit.memory) == 1


# The replies are recorded


@pytest.fixture
def replayed(endpoint, tmp_path, use):
    """A kit on what a content model replied to these questions, recorded; and the traces of then."""
    with ExitStack() as opened:

        def make(*questions, graph=adaptive, **more):
            settings = {"cache": use().cache, "reranker": "/nowhere"} | more

            def asks(own):
                kit = replace(opened.enter_context(closing(small_kit(tmp_path / "then"))), settings=own)
                return [run(graph(), question, kit) for question in questions]

            usual = {"rival_from": 2.0, "retry": True, "k": 3, "fusion": "rrf"}
            then, own = recorded_by(endpoint, model(), asks, tmp_path, **usual | settings)
            kit = opened.enter_context(closing(small_kit(tmp_path / "now")))
            return then, replace(kit, settings=own)

        yield make


@pytest.mark.parametrize("graph", [naive, crag, adaptive])
def test_a_recorded_run_is_the_run_that_was_recorded_and_says_that_it_is(replayed, graph):
    [then], kit = replayed(SIMPLE, graph=graph)
    now = run(graph(), SIMPLE, kit)
    assert (now.answer, now.route, now.claims) == (then.answer, then.route, then.claims)
    assert now.answer
    assert now.usage.calls == now.usage.cached == then.usage.calls
    assert then.usage.cached == 0
    assert now.notes == (*then.notes, "replies recorded with qwen2.5-coder-0.5b on 2026-01-31")
    assert "note: replies recorded with qwen2.5-coder-0.5b" in str(now)


@pytest.mark.parametrize("graph", [naive, crag, adaptive])
@pytest.mark.parametrize("judge", ["odds", "structured"])
def test_a_run_that_was_not_recorded_ends_at_its_first_call_with_a_reason_and_no_refusal(replayed, graph, judge):
    """Where a judge cannot be reached a run goes on. Here it would refuse, as if the documents had no answer."""
    _, kit = replayed(SIMPLE, graph=graph, judge=judge)
    trace = run(graph(), "Which animals hunt fish?", kit)
    assert trace.failed.startswith("asked qwen2.5-coder-0.5b 'Which animals hunt fish?', which was not recorded")
    assert trace.answer == "" and not trace.refused and trace.usage.calls == 0 and trace.notes == ()


def test_a_run_that_leaves_its_recording_in_the_middle_gives_no_draft(replayed):
    """The critic of the evidence was recorded, and with another length of answers the writer was not."""
    _, kit = replayed(SIMPLE)
    other = replace(kit, settings=kit.settings.model_copy(update={"max_tokens": 9}))
    object.__setattr__(other, "judge", kit.judge)
    trace = run(adaptive(), SIMPLE, other)
    assert "which was not recorded" in trace.failed and trace.answer == "" and not trace.refused
    assert trace.route == LOOK and trace.usage.calls == 3


def test_a_recording_that_went_away_fails_the_run(replayed):
    _, kit = replayed(SIMPLE)
    kit.settings.recording.unlink()
    trace = run(adaptive(), SIMPLE, kit)
    assert "no such file or folder" in trace.failed and trace.answer == "" and trace.route == []
