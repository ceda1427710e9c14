"""The figures of an endpoint, against a model that is scripted."""

import json
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


def test_the_figures_of_named_endpoints_are_kept_and_shown_as_ratios(monkeypatch, tmp_path):
    """With four calls at once it reads 60 and not 40 tokens a second, and 90 of 100 are reused."""
    monkeypatch.setattr(endpoint, "FILE", tmp_path / "endpoints.json")
    read = {"read_a_second_1_at_once": 40.0, "read_a_second_4_at_once": 60.0}
    written = {"written_a_second_1_at_once": 5.0, "written_a_second_4_at_once": 10.0}
    reuse = {"prompt_tokens": 100.0, "reused_tokens": 90.0, "first_over_second_seconds": 8.0}
    endpoint.keep("owls", {"odds_of_yes": 0.7} | read | written | reuse)
    endpoint.keep("bats", {"odds_of_yes": 0.6} | read | written | reuse)
    found = json.loads(endpoint.FILE.read_text())
    owls, bats = endpoint.endpoints_table(found).splitlines()[2:4]
    assert owls == "| owls | 1.50 | 2.00 | 0.90 | 8.00 | 0.70 |" and "0.60" in bats
    assert endpoint.endpoints_table({}) == "Not measured yet.\n"
