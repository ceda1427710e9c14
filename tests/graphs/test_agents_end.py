"""No agent outruns its budget: random replies, tools and judges that fail in any order, states that repeat."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

import pytest
from fakes import small_kit, yes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragkit.evidence import Evidence
from ragkit.graphs import SYSTEMS
from ragkit.model.errors import ChatFailed
from ragkit.model.scripted import ScriptedLLM
from ragkit.state import REFUSAL, Found
from ragkit.tools import TOOLS
from ragkit.trace import MOST_STEPS, run

AGENTS = ["single", "team", "hierarchy"]
QUESTION = "Which animals hunt mice by day, and which ones do so at night?"
SPLIT = "Split this question"
REPLIES = [
    "",
    "mice",
    "Owls hunt mice at night [1].",
    "Cats. Dogs. And owls?",
    "Which owls hunt?",
    REFUSAL,
    "\x00[2] (",
]
PARTS = ["owls", '{"queries": ["Which animals hunt mice by day?", "Which animals hunt at night?"]}', '{"queries": 7}']
MOST_CALLS = 120
"""Far less than a loop without an end would make."""


@dataclass
class Draws:
    """Choices that Hypothesis drew, one after the other, and from the start again when they are used up."""

    numbers: list[int]
    turn: Iterator[int] = field(default_factory=count)

    def of(self, options):
        return options[self.numbers[next(self.turn) % len(self.numbers)] % len(options)]


class Whimsical(ScriptedLLM):
    """A model that says anything at any time, and sometimes nothing."""

    draws: Draws
    most: int = MOST_CALLS

    def _generate(self, messages, *args, **kwargs):
        assert len(self.prompts) < self.most, "the agent does not end"
        prompt = "\n".join(str(message.content) for message in messages)
        reply = self.draws.of(self._said(prompt))
        if reply == "fails":
            raise ChatFailed("asked the model, and it is away")
        self.replies = {"": reply}
        return super()._generate(messages, *args, **kwargs)

    def _said(self, prompt):
        """Everything that may be said to a prompt; `fails` is no reply at all."""
        if SPLIT in prompt:
            return PARTS
        if prompt.rstrip().endswith("Reply with one letter."):
            return [{"A": 1.0}, {"B": 1.0}, {"C": 1.0}, "I would search."]
        if prompt.rstrip().casefold().endswith(("yes or no?", "yes/no?")):
            return [yes(0.0), yes(0.5), yes(1.0), "perhaps", "fails"]
        return [*REPLIES, "fails"]


class Moody:
    """Tools that find something, nothing, the same again, or fail."""

    def __init__(self, draws):
        self.draws, self.called = draws, 0

    def search(self, searched):
        def find(evidence, *args, **more):
            self.called += 1
            mood = self.draws.of(["finds", "finds", "nothing", "fails"])
            if mood == "fails":
                raise OSError("the index is gone")
            return Found([]) if mood == "nothing" else searched(evidence, *args, **more)

        return find


@pytest.mark.parametrize("name", AGENTS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(numbers=st.lists(st.integers(0, 1_000), min_size=1, max_size=60), cycles=st.integers(1, 5))
def test_every_run_ends_in_an_answer_an_abstention_or_a_sentence(name, tmp_path, monkeypatch, numbers, cycles):
    draws = Draws(numbers)
    moody = Moody(draws)
    kit = small_kit(tmp_path / "index", Whimsical(replies={}, draws=draws), cycles=cycles)
    with monkeypatch.context() as patched:
        for search in ("hybrid", "one_way", "around"):
            patched.setattr(Evidence, search, moody.search(getattr(Evidence, search)))
        trace = run(SYSTEMS[name].build(), QUESTION, kit)
    assert trace.answer or trace.failed
    assert len(trace.steps) < MOST_STEPS
    assert moody.called <= sum(tool.budget for tool in TOOLS.values()) + 6


@pytest.mark.parametrize("name", AGENTS)
def test_a_model_that_says_the_same_for_ever_ends_too(name, tmp_path):
    for turn in range(6):
        llm = Whimsical(replies={}, draws=Draws([turn]))
        trace = run(SYSTEMS[name].build(), QUESTION, small_kit(tmp_path / str(turn), llm))
        assert trace.answer or trace.failed
