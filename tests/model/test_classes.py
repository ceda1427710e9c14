"""A chat model is told by the name of its class, and a class derived from it counts."""

import pytest
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI

from ragkit.model.classes import is_ollama, is_openai
from ragkit.model.scripted import ScriptedLLM


class Own(ChatOpenAI):
    """Somebody's own client of OpenAI's protocol."""


@pytest.mark.parametrize(
    ("llm", "told"),
    [
        (ChatOpenAI(model="m", api_key="k"), (True, False)),
        (Own(model="m", api_key="k"), (True, False)),
        (ChatOllama(model="m"), (False, True)),
        (ScriptedLLM(replies={}), (False, False)),
    ],
)
def test_which_endpoint_a_chat_model_asks(llm, told):
    assert (is_openai(llm), is_ollama(llm)) == told
