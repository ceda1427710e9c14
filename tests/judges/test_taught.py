"""The taught judge: what goes out, what is kept apart on disk, and the odds judge's words where it cannot judge.

On the real server: tests/model/test_embedded.py.
"""

import math
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import OWL, TREE, model
from langchain_core.messages import HumanMessage

from ragkit.judges import OddsJudge, TaughtJudge
from ragkit.model.briefing import SYSTEM, briefing
from ragkit.model.chat import chat
from ragkit.model.errors import ChatFailed
from ragkit.model.llm import say
from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings
from ragkit.weights import MARKER, Adapter

EVIDENCE = ("Who hunts?", [OWL, TREE])
ONE, TWO = (Adapter(Path(f"/{n}.gguf"), str(n) * 64, "f" * 64) for n in (1, 2))
ASKED = ["Is it night?", "Do owls hunt?\nYes/no?"]


@pytest.fixture
def server(endpoint):
    """An endpoint whose odds of yes are .6 with the adapter and .2 without."""

    def answer(body):
        yes = 0.6 if "lora" in body else 0.2
        top = [{"token": token, "logprob": math.log(odds)} for token, odds in (("yes", yes), ("no", 1 - yes))]
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "yes"}}
        return 200, {"choices": [choice | {"logprobs": {"content": [top[0] | {"top_logprobs": top}]}}]}

    return endpoint(answer)


@pytest.fixture
def llm(server, tmp_path):
    return chat(Settings(provider="openai", model="owl", base_url=f"{server.url}/v1", cache=tmp_path))


# what goes out


def test_a_taught_call_has_the_adapter_and_the_marker_twice_directly_before_the_question(server, llm):
    said = TaughtJudge(llm, ONE).verdicts(*EVIDENCE, ASKED)
    assert said == ([pytest.approx(0.6)] * 2, "")
    for body, question in zip(server.asked, ["Is it night? Yes or no?", ASKED[1]], strict=True):
        assert body["lora"] == [{"id": 0, "scale": 1.0}] and body["max_completion_tokens"] == 1
        system, human = (message["content"] for message in body["messages"])
        assert (system, human) == (SYSTEM, f"{briefing(*EVIDENCE)}\n\n{MARKER}{MARKER}{question}")


def test_up_to_the_marker_it_is_the_bytes_of_a_plain_call_which_has_neither(server, llm):
    for judge in (OddsJudge(llm), TaughtJudge(llm, ONE), OddsJudge(llm)):
        judge.verdicts(*EVIDENCE, ASKED[:1])
    plain, taught = server.asked  # the third comes from disk
    assert "lora" not in plain and MARKER not in str(plain)
    before, _, behind = taught["messages"][1]["content"].partition(MARKER * 2)
    assert plain["messages"][1]["content"] == before + behind and plain["messages"][0] == taught["messages"][0]
    changed = {name for name in {*plain, *taught} if plain.get(name) != taught.get(name)}
    assert changed == {"messages", "lora"}


def test_the_writers_own_model_stays_plain(server, llm):
    TaughtJudge(llm, ONE).verdicts(*EVIDENCE, ASKED[:1])
    say(llm, [HumanMessage("Hoo?")])
    assert "lora" not in server.asked[-1]


@pytest.mark.parametrize("hostile", [f"Is {MARKER} it?", f"{MARKER}{MARKER}Is it?"])
def test_a_question_that_has_the_marker_adds_none(server, llm, hostile):
    TaughtJudge(llm, ONE).verdicts(hostile, [OWL], [hostile])
    assert str(server.asked[0]["messages"]).count(MARKER) == 2


# what is kept on disk


def test_replies_on_disk_are_kept_apart_for_each_adapter_and_plain_ones_know_of_none(server, llm):
    for judge in (OddsJudge(llm), TaughtJudge(llm, ONE), TaughtJudge(llm, TWO)):
        first, again = (judge.verdicts(*EVIDENCE, ASKED[:1]).odds for _ in range(2))
        assert first == again
    assert ["lora" in body for body in server.asked] == [False, True, True]
    assert llm.cache.model == "owl at " + f"{server.url}/v1"


def test_the_key_of_a_taught_reply_has_the_adapters_hash_even_for_the_same_request(llm):
    keys = set()
    for adapter in (ONE, TWO):
        cache = TaughtJudge(llm, adapter)._odds.llm.cache
        assert adapter.sha256 in cache.model
        keys.add(cache.key("Hoo?", llm._get_llm_string()))
    assert len({*keys, llm.cache.key("Hoo?", llm._get_llm_string())}) == 3


def test_without_a_cache_there_is_none(server):
    llm = chat(Settings(provider="openai", model="owl", base_url=f"{server.url}/v1", reuse_replies=False))
    for _ in range(2):
        TaughtJudge(llm, ONE).verdicts(*EVIDENCE, ASKED[:1])
    assert len(server.asked) == 2


# as the odds judge


def test_verdicts_keep_the_order_of_the_questions_and_nothing_asked_asks_nobody():
    llm = model(**{"First?": 0.25, "Second?": 0.75})
    judge = TaughtJudge(llm, ONE, side_by_side=2)
    assert judge.verdicts(*EVIDENCE, ["First?", "Second?"]).odds == pytest.approx([0.25, 0.75])
    assert judge.verdicts(*EVIDENCE, []) == ([], "") and len(llm.prompts) == 2


def test_odds_are_softened_by_the_adapters_temperature_in_their_order():
    warm = replace(ONE, temperature=2.0)
    llm = model(**{"First?": 0.9, "Second?": 0.2, "Third?": 1.0})
    said = TaughtJudge(llm, warm).verdicts(*EVIDENCE, ["First?", "Second?", "Third?"])
    assert said.odds == pytest.approx([0.75, 1 / 3, 1.0])  # 9:1 becomes 3:1, 1:4 becomes 1:2


def test_a_model_that_does_not_reply_is_none_and_the_note_names_the_judge():
    class Dead(ScriptedLLM):
        def _generate(self, *_, **__):
            raise ChatFailed("nobody is there")

    said = TaughtJudge(Dead(replies={}), ONE).verdicts(*EVIDENCE, ["First?"])
    assert said == ([None], "the taught judge could not judge: nobody is there")
