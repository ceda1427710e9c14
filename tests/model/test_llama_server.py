"""llama.cpp's server in a process of its own, with the real 0.5B model, as an endpoint that a user names."""

import pytest

from benchmarks.llama_server import MODEL, llama_server
from ragkit.graphs import crag
from ragkit.model.probe import measured_reuse
from ragkit.trace import run

pytestmark = [pytest.mark.model, pytest.mark.process]
ONE_BY_ONE = {"judges": 1, "timeout": 600, "reuse_replies": False}
"""So each judgement finds what the one before it read, however busy the machine is."""
SETTINGS = ONE_BY_ONE | {"retry": False, "max_tokens": 16, "answerable_from": 0.05}


@pytest.fixture
def own(alone, kit, monkeypatch):
    """A kit on a server that is no child of the kit's."""
    with llama_server() as server:
        named = {"PROVIDER": "openai", "BASE_URL": server.url, "API_KEY": server.key, "MODEL": MODEL}
        for name, value in named.items():
            monkeypatch.setenv(f"RAGKIT_{name}", value)
        yield kit(**SETTINGS)


def test_a_server_in_another_process_judges_by_odds_reuses_the_evidence_and_answers(own):
    trace = run(crag(), "When do owls hunt?", own)
    assert not trace.failed and not trace.notes
    assert trace.route == ["retrieve", "context_critic", "generate"]
    _, critic, writer = trace.steps
    grade = critic.wrote["grades"][-1]
    assert grade.approved and all(0 < odds < 1 for odds in (grade.relevance, grade.sufficiency, grade.answerability))
    # The critic's first call reads the evidence; its others and the writer's read their own few tokens.
    first, *others = [call.usage for call in (*critic.calls, *writer.calls)]
    assert len(others) == 3 and all(use.reused > 0.5 * use.prompt for use in others)
    assert all(use.evaluated < first.evaluated for use in others)
    found = measured_reuse(own.llm)
    assert found.is_counted and found.first.prompt > 1024
