"""The odds judge: one token a question, its order kept, and None where nobody could tell."""

import time
from threading import Lock
from types import SimpleNamespace

import pytest
from fakes import OWL, TREE, model, yes
from langgraph.graph import START, StateGraph

from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.judges import OddsJudge
from ragkit.model.briefing import briefing
from ragkit.model.chat import chat
from ragkit.model.llm import ChatFailed
from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings
from ragkit.trace import run

QUESTION = "Who hunts?"
EVIDENCE = (QUESTION, [OWL, TREE])


class Slow(ScriptedLLM):
    """Answers the question that is asked first last, and counts who is asked at the same time."""

    lock: object = None
    at_once: list[int] = [0, 0]

    def _generate(self, messages, *args, **kwargs):
        with self.lock:
            self.at_once[0] += 1
            self.at_once[1] = max(self.at_once)
        time.sleep(0.3 if "First?" in str(messages[-1].content) else 0.05)
        with self.lock:
            self.at_once[0] -= 1
        return super()._generate(messages, *args, **kwargs)


def slow():
    return Slow(replies={"First?": yes(0.25), "Second?": yes(0.5), "Third?": yes(0.75)}, lock=Lock(), at_once=[0, 0])


def test_a_verdict_is_yes_against_no_alone():
    llm = ScriptedLLM(replies={"Is it?": {"Yes": 0.4, " yes": 0.2, "no": 0.2, "Perhaps": 0.2}})
    assert OddsJudge(llm).verdicts(*EVIDENCE, ["Is it?"]).odds == [pytest.approx(0.75)]  # .6 of .8


@pytest.mark.parametrize(("side_by_side", "most"), [(1, 1), (3, 3)])
def test_verdicts_keep_the_order_of_the_questions_however_many_are_asked_at_once(side_by_side, most):
    llm = slow()
    said = OddsJudge(llm, side_by_side).verdicts(*EVIDENCE, ["First?", "Second?", "Third?"])
    assert said.odds == pytest.approx([0.25, 0.5, 0.75]) and said.note == "" and llm.at_once[1] == most


def test_every_question_follows_the_same_evidence_and_asks_for_one_word():
    llm = model(**{"First?": 0.5, "Second?": 0.5})
    OddsJudge(llm).verdicts(*EVIDENCE, ["First?", "Second?"])
    tails = [prompt.split(f"{briefing(*EVIDENCE)}\n\n")[1] for prompt in llm.prompts]
    assert tails == ["First? Yes or no?", "Second? Yes or no?"]
    assert len({prompt.removesuffix(tail) for prompt, tail in zip(llm.prompts, tails)}) == 1


def test_nothing_asked_asks_nobody():
    assert OddsJudge(ScriptedLLM(replies={}), 2).verdicts(*EVIDENCE, []) == ([], "")


@pytest.mark.parametrize("side_by_side", [1, 3])
def test_calls_in_threads_count_for_the_node_that_made_them(side_by_side):
    judge = OddsJudge(slow(), side_by_side)

    def critic(state):
        judge.verdicts(*EVIDENCE, ["First?", "Second?", "Third?"])

    def writer(state):
        judge.llm.invoke("Third?")

    graph = StateGraph(AdaptiveState).add_sequence([critic, writer]).add_edge(START, "critic")
    trace = run(graph, "?", SimpleNamespace(load=lambda: None, collector=None))
    assert [(step.node, step.usage.calls) for step in trace.steps] == [("critic", 3), ("writer", 1)]


def test_what_has_no_odds_is_none_with_a_note_and_the_others_are_judged():
    llm = ScriptedLLM(replies={"First?": "Well.", "Second?": yes(0.75), "Third?": {"so": 0.9, "if": 0.1}})
    said = OddsJudge(llm).verdicts(*EVIDENCE, ["First?", "Second?", "Third?"])
    assert said.odds == [None, pytest.approx(0.75), None]
    assert said.note.startswith("the odds judge could not judge: asked for log-probabilities, got none")


def test_a_model_that_does_not_reply_is_none_with_a_note():
    class Dead(ScriptedLLM):
        def _generate(self, *_, **__):
            raise ChatFailed("nobody is there")

    said = OddsJudge(Dead(replies={}), 2).verdicts(*EVIDENCE, ["First?", "Second?"])
    assert said == ([None, None], "the odds judge could not judge: nobody is there")


def test_an_endpoint_that_refuses_log_probabilities_is_none_with_the_way_out(endpoint):
    server = endpoint(lambda _: (400, {"error": {"message": "logprobs are not supported"}}))
    llm = chat(Settings(provider="openai", model="m", base_url=f"{server.url}/v1", reuse_replies=False))
    said = OddsJudge(llm).verdicts(*EVIDENCE, ["First?"])
    assert said.odds == [None] and "use the structured judge instead" in said.note


def test_a_mistake_of_ours_is_no_verdict():
    with pytest.raises(LookupError, match="no scripted reply"):
        OddsJudge(ScriptedLLM(replies={})).verdicts(*EVIDENCE, ["First?"])
