"""The benchmarks run on small data, write what they measured, and end in one line of name=value pairs."""

import json
import re
import sys
from pathlib import Path

import pytest
from fakes import FakeEmbed

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))


def pairs(line):
    assert re.fullmatch(r"\w+=-?[\d.]+( \w+=-?[\d.]+)*", line), line
    return dict(pair.split("=") for pair in line.split())


def test_retrieval_finds_what_shares_words_and_writes_its_scores(tmp_path, monkeypatch, capsys):
    import retrieval

    texts = ["Owls hunt at night.", "Mice hide in summer.", "Oaks grow slowly."]
    paragraphs = [{"context": text, "qas": [{"question": f"Is it so: {text}"}]} for text in texts]
    (tmp_path / "tiny.json").write_text(json.dumps({"data": [{"paragraphs": paragraphs}]}))
    monkeypatch.setattr(retrieval, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(retrieval, "SentenceEmbedder", lambda _: FakeEmbed())
    monkeypatch.setattr(sys, "argv", ["retrieval.py", "--data", str(tmp_path / "tiny.json")])
    retrieval.main()
    last = pairs(capsys.readouterr().out.strip().splitlines()[-1])
    assert last["tiny_sparse_recall1"] == last["tiny_fused_recall5"] == "1.000"
    written = json.loads((tmp_path / "results" / "retrieval-tiny.json").read_text())
    assert written["sparse@1"] == {"mean": 1.0, "low": 1.0, "high": 1.0, "n": 3} and written["questions"] == 3


def test_sparse_measures_both_indexes_in_one_run(tmp_path, monkeypatch, capsys):
    import sparse

    monkeypatch.setattr(sparse, "SIZES", (30, 60))
    monkeypatch.setattr(sparse, "RESULTS", tmp_path)
    sparse.main()
    last = pairs(capsys.readouterr().out.strip().splitlines()[-1])
    assert set(last) == {"index_ratio_30", "query_ratio_30", "index_ratio_60", "query_ratio_60"}
    assert all(float(ratio) > 0 for ratio in last.values())
    assert set(json.loads((tmp_path / "sparse.json").read_text())) == {"30", "60"}


def test_made_up_texts_are_the_same_each_time_and_follow_zipf():
    import sparse

    one, other = sparse.made_up(50, 40), sparse.made_up(50, 40)
    assert one == other
    drawn = " ".join(one).split()
    assert drawn.count("w1") > drawn.count("w2") > drawn.count("w10")
