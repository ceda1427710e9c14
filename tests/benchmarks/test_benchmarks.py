"""The benchmarks run on small data, write what they measured, and end in one line of name=value pairs."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

from fakes import OWL, FakeEmbed

from ragkit.evaluate.golden.questions import Question, Support, load_questions
from ragkit.judges import Verdicts

ROOT = Path(__file__).parents[2]


def pairs(line):
    assert re.fullmatch(r"\w+=-?[\d.]+( \w+=-?[\d.]+)*", line), line
    return dict(pair.split("=") for pair in line.split())


def test_retrieval_finds_what_shares_words_and_writes_its_scores(tmp_path, monkeypatch, capsys):
    from benchmarks import retrieval

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
    from benchmarks import sparse

    monkeypatch.setattr(sparse, "SIZES", (30, 60))
    monkeypatch.setattr(sparse, "RESULTS", tmp_path)
    sparse.main()
    last = pairs(capsys.readouterr().out.strip().splitlines()[-1])
    assert set(last) == {"index_ratio_30", "query_ratio_30", "index_ratio_60", "query_ratio_60"}
    assert all(float(ratio) > 0 for ratio in last.values())
    assert set(json.loads((tmp_path / "sparse.json").read_text())) == {"30", "60"}


def test_overhead_reports_medians_of_ratios_and_means_by_node():
    from benchmarks import overhead

    ledger = overhead.Ledger()
    for naive, adaptive in ((100, 110), (200, 260), (100, 150)):  # 1.1, 1.3, 1.5
        ledger.tokens["naive"].append(naive)
        ledger.tokens["adaptive"].append(adaptive)
        ledger.seconds["naive"].append(naive / 10)
        ledger.seconds["adaptive"].append(naive / 5)
        ledger.claims += [(0.03, 0.04), (0.03, 0.04)]
        ledger.nodes["verify"].update(runs=1, calls=2, evaluated=naive)
    found = overhead.summary(ledger)
    assert (found["pairs"], found["token_ratio"], found["wall_ratio"]) == (3, 1.3, 2.0)
    assert (found["claims"], found["claim_share"], found["claim_seconds"]) == (6, 0.03, 0.04)
    assert found["nodes"]["verify"] == {"calls": 2.0, "evaluated": 133.3}


def test_the_memory_benchmark_asks_golden_questions_and_other_words_for_them():
    from benchmarks import memory

    questions = {q.id: q for q in load_questions(ROOT / "corpora" / "algorithms" / "questions.jsonl")}
    assert all(
        questions[id].answer is None and text != questions[id].question for id, text in memory.PARAPHRASES.items()
    )
    assert all(questions[id].kind == "factual" for id in memory.CONTROLS)


class Sure:
    """A judge that likes every text with "right" in it."""

    name = "sure"

    def verdicts(self, question, passages, asked):
        return Verdicts([0.9 if "right!" in text else 0.1 for text in asked])


class Formal:
    """A judge that likes sentences better than phrases, and cannot judge Ada."""

    name = "formal"

    def verdicts(self, question, passages, asked):
        return Verdicts([None if "Ada" in text else 0.8 if ".\n" in text else 0.6 for text in asked])


def test_the_verifier_benchmark_ranks_pairs_and_tests_on_the_other_half():
    from benchmarks import verifier

    rows = [{"knowledge": "k", "question": "?", "right_answer": "right!", "hallucinated_answer": "wrong"}] * 4
    found = verifier.halueval(Sure(), rows)
    assert found.pop("strange") == {"right": 0, "hallucinated": 0}
    for way in ("verifier", "odds"):
        assert found[way]["ranked"]["mean"] == 1.0
        assert found[way]["at_threshold"]["tested"] == 1.0 and found[way]["at_threshold"]["n"] == 8
    documents = [{"doc": "Owls hunt.", "summary": "Owls hunt right!", "label": 1}] * 4
    documents += [{"doc": "Owls hunt.", "summary": "Owls swim.", "label": 0}] * 4
    found = verifier.summedits(Sure(), documents)
    assert found["odds"]["tested"] == found["verifier"]["tested"] == 1.0 and set(found) == {"verifier", "odds", "words"}
    assert set(pairs(verifier.last_line({"summedits": found}))) == {
        "summedits_verifier_balanced", "summedits_odds_balanced", "summedits_words_balanced",
    }  # fmt: skip


def golden(answer, *keys, kind="factual"):
    """A golden question about the owl whose support is the owl's passage."""
    support = (Support("owls.md", "hunt mice at night"),)
    return Question("owls", "When do they hunt?", kind, answer, keys, support, "easy")


def test_phrases_are_judged_as_they_are_and_as_sentences_beside_the_answer_and_another_name():
    from benchmarks.phrases import measured

    seen = replace(OWL, text="Bob Marley says that owls hunt mice at night.")
    asked = [
        golden("Owls hunt at night.", ("night",)),
        golden("Owls hunt at night.", ("so many words that it is none",)),
    ]
    found = measured(Formal(), [*asked, replace(asked[0], support=(Support("owls.md", "nowhere"),))], [seen])
    for form, reaches in (("as it is", 0.0), ("as a sentence", 1.0)):  # .6 and .8; fit_from lies between
        assert (found[form]["phrase"]["mean"], found[form]["phrase"]["n"]) == (reaches, 1)
        assert found[form]["other name"]["mean"] == reaches and found[form]["whole answer"]["mean"] == 1.0
        assert found[form]["ranked"]["mean"] == 0.0  # a tie
