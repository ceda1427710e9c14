"""Notebooks on another provider: on an OpenAI-compatible server, and on an Ollama, both with llama.cpp behind them.

What differs from the kit's own model is said by the notebook itself.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from ollama_bridge import ollama_bridge

from benchmarks.llama_server import MODEL, Running, llama_server
from ragkit.course.lessons import find, lessons
from ragkit.course.notebooks import execute

pytestmark = [pytest.mark.model, pytest.mark.process, pytest.mark.long]
SMALL = "qwen2.5:0.5b"
"""The model's name at the bridge, in Ollama's spelling."""
FOUR = ["02", "05", "07", "11"]
ASKED_ITSELF = {"05", "07"}
"""Notebooks that ask for the zero-shot judge themselves, so that no adapter is missed."""


@pytest.fixture(scope="module")
def server(alone) -> Iterator[Running]:
    with llama_server() as running:
        yield running


@pytest.fixture
def openai(server, monkeypatch):
    monkeypatch.setenv("RAGKIT_PROVIDER", "openai")
    monkeypatch.setenv("RAGKIT_BASE_URL", server.url)
    monkeypatch.setenv("RAGKIT_API_KEY", server.key)
    monkeypatch.setenv("RAGKIT_MODEL", MODEL)


@pytest.fixture
def ollama(server, monkeypatch, logprobs):
    """An Ollama of today, or one of before version 0.12.11, which gives no log-probabilities."""
    with ollama_bridge(server.url, SMALL, key=server.key, logprobs=logprobs) as bridge:
        monkeypatch.setenv("RAGKIT_PROVIDER", "ollama")
        monkeypatch.setenv("RAGKIT_BASE_URL", bridge.url)
        monkeypatch.setenv("RAGKIT_MODEL", SMALL)
        yield bridge


def said(ran) -> str:
    """All that the cells of an executed notebook show as text."""
    texts = []
    for cell in ran.cells:
        for output in cell.get("outputs", ()):
            texts += [output.get("text", ""), output.get("data", {}).get("text/plain", "")]
            texts.append(re.sub(r"<[^>]+>", " ", output.get("data", {}).get("text/html", "")))
    return "\n".join(texts)


def run(number: str, built: Path, folder: str):
    out = built / folder
    ran = execute(find(number, lessons()).file, out, progress=False)
    return said(ran), (out / f"{find(number, lessons()).stem}.html").read_text(encoding="utf-8")


def is_said(number: str, text: str, page: str, provider: str) -> None:
    """What differs from the kit's own model, in the notebook and at the top of its page."""
    assert f"({provider}) and not from the kit's own model" in text
    assert f"({provider}) and not from the kit's own model".replace("'", "&#x27;") in page
    assert ("judges zero-shot" in text) == (number not in ASKED_ITSELF)
    assert "the critics' thresholds: they were chosen for" in text and "calibrate" in text
    assert "the chat model gave no reply" not in text


@pytest.mark.parametrize("number", FOUR)
def test_a_notebook_runs_on_an_openai_compatible_server_and_says_what_differs(number, openai, built, kernels):
    text, page = run(number, built, "openai")
    is_said(number, text, page, "openai")
    assert "could not judge" not in text


OF_TODAY = [(number, True) for number in FOUR]
OLD = [("05", False), ("07", False)]


@pytest.mark.parametrize(("number", "logprobs"), OF_TODAY + OLD)
def test_a_notebook_runs_on_an_ollama_and_says_what_differs(number, logprobs, ollama, built, kernels):
    text, page = run(number, built, "ollama")
    is_said(number, text, page, "ollama")
    assert ollama.asked and {body["model"] for body in ollama.asked} == {SMALL}
    judged = any(body.get("logprobs") for body in ollama.asked)
    assert ("could not judge" in text) == (judged and not logprobs)
