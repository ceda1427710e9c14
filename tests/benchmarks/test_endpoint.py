"""The figures of an endpoint, against a model that is scripted."""

import sys

import pytest
from fakes import model

from benchmarks import endpoint


@pytest.fixture
def opened(kit, monkeypatch):
    """The kit that the script opens, whatever folder it is given."""
    llm = model(**{"Is Paris": 0.75, "Count to": "one", "Do owls": 0.5, "draft": "Owls hunt mice at night [1]."})
    made = kit(llm)
    monkeypatch.setattr(endpoint.Kit, "open", lambda *_, **__: made)
    return made


def test_each_figure_of_an_endpoint_is_printed_and_the_last_line_has_them_all(opened, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["endpoint.py", "corpora/algorithms"])
    endpoint.main()
    out = capsys.readouterr().out
    found = dict(pair.split("=") for pair in out.splitlines()[-1].split())
    assert found["odds_of_yes"] == "0.75" and "Owls hunt mice at night [1]." in out
    # A scripted model counts no tokens, and an endpoint that counts none has reused none.
    assert float(found["reused_tokens"]) == 0
    assert {"read_a_second_1_at_once", "written_a_second_4_at_once", "answer_seconds"} <= set(found)
    assert all(f"  {name} " in out for name in found)
