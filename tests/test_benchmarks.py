"""The benchmarks run on small data, write what they measured, and end in one line of name=value pairs."""

import json
import re
import sys
from contextlib import closing
from pathlib import Path

import pytest
from fakes import CAT, OWL, FakeEmbed, model, small_kit

import ragkit.briefing
from ragkit.evaluate.questions import load_questions
from ragkit.judges import Verdicts
from ragkit.meter import Usage
from ragkit.settings import Depth
from ragkit.trace import Step, Trace

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


def test_overhead_gives_each_run_a_mark_of_its_own_and_its_passages_the_same_one(tmp_path):
    import overhead

    with closing(small_kit(tmp_path / "index")) as kit:
        runs = [overhead.marked(kit, [OWL, CAT]).retriever for _ in range(2)]
    marks = [[passage.source.split(",")[0] for passage in found.search("", 9)] for found in runs]
    assert len(set(marks[0])) == len(set(marks[1])) == 1 and marks[0] != marks[1]
    assert [p.text for p in runs[0].hybrid("", Depth(1, 1, 1, False, 0))["fused"]] == [OWL.text]


def test_overhead_reports_medians_of_ratios_and_means_by_node():
    import overhead

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


def test_overhead_judges_every_claim_of_an_answer_again_on_evidence_that_was_read(tmp_path):
    import overhead

    llm = model(stated=0.9)
    spent = Trace("?", (Step("generate", 1.0, Usage(1, tokens_in=10), {}),), "", (), 1.0)
    with closing(small_kit(tmp_path / "index", llm)) as kit:
        shares = overhead.one_more_claim(kit, "?", [OWL], ["Owls hunt.", "Mice are hunted."], spent)
    assert len(shares) == 2 and llm.count("stated") == 3
    assert len({prompt.partition("Question")[0] for prompt in llm.prompts}) == 1


def test_with_nothing_shared_every_call_begins_differently():
    import overhead

    with overhead.nothing_shared():
        begun = [str(ragkit.briefing.brief("?", [OWL], "!")[0].content) for _ in range(2)]
    assert begun[0] != begun[1] and all(text.endswith(ragkit.briefing.SYSTEM) for text in begun)
    assert ragkit.briefing.brief("?", [OWL], "!")[0].content == ragkit.briefing.SYSTEM


def test_the_memory_benchmark_asks_golden_questions_and_other_words_for_them():
    import memory

    questions = {q.id: q for q in load_questions(ROOT / "corpora" / "algorithms" / "questions.jsonl")}
    assert all(
        questions[id].answer is None and text != questions[id].question for id, text in memory.PARAPHRASES.items()
    )
    assert all(questions[id].kind == "factual" for id in memory.CONTROLS)


class Sure:
    """A judge that likes every text with "right" in it, and knows nothing without evidence."""

    name = "sure"

    def verdicts(self, question, passages, asked):
        known = "Nothing is known" not in passages[0].text
        return Verdicts([(0.9 if "right!" in text else 0.1) if known else 0.5 for text in asked])


class Verbose:
    """A judge that likes whole sentences better, whatever the evidence."""

    name = "verbose"

    def verdicts(self, question, passages, asked):
        bare = "Nothing is known" in passages[0].text
        return Verdicts([(0.7 if bare else 0.8) if "It was" in text else (0.2 if bare else 0.6) for text in asked])


def test_what_the_evidence_adds_ranks_right_where_a_judge_prefers_whole_sentences():
    import verifier

    rows = [{"knowledge": "k", "question": "?", "right_answer": "Ada", "hallucinated_answer": "It was k."}] * 4
    found = verifier.halueval(Verbose(), rows)
    assert found["odds"]["ranked"]["mean"] == found["verifier"]["ranked"]["mean"] == 0.0
    assert found["lift"]["ranked"]["mean"] == 1.0  # .857 against .632
    assert verifier.lift(0.6, 0.2) == pytest.approx(6 / 7) and verifier.lift(0.8, 0.7) == pytest.approx(12 / 19)
    assert verifier.lift(None, 0.2) is verifier.lift(0.6, None) is None


def test_the_verifier_benchmark_ranks_pairs_and_tests_on_the_other_half():
    import verifier

    rows = [{"knowledge": "k", "question": "?", "right_answer": "right!", "hallucinated_answer": "wrong"}] * 4
    found = verifier.halueval(Sure(), rows)
    assert found.pop("strange") == {"right_answer": 0, "hallucinated_answer": 0}
    for grades in found.values():
        assert grades["ranked"]["mean"] == 1.0
        assert grades["at_threshold"]["tested"] == 1.0 and grades["at_threshold"]["n"] == 8
    documents = [{"doc": "Owls hunt.", "summary": "Owls hunt right!", "label": 1}] * 4
    documents += [{"doc": "Owls hunt.", "summary": "Owls swim.", "label": 0}] * 4
    found = verifier.summedits(Sure(), documents)
    assert found["odds"]["tested"] == found["verifier"]["tested"] == 1.0 and set(found) == {"verifier", "odds", "words"}
    assert set(pairs(verifier.last_line({"summedits": found}))) == {
        "summedits_verifier_balanced", "summedits_odds_balanced", "summedits_words_balanced",
    }  # fmt: skip


def test_the_verifier_gives_nothing_to_a_text_with_a_number_that_its_evidence_has_not():
    import verifier

    assert verifier.anchored(0.9, "Owls eat 3 mice.", "Owls eat 3 mice a day.") == 0.9
    assert verifier.anchored(0.9, "Owls eat 4 mice.", "Owls eat 3 mice a day.") == 0.0
    assert verifier.anchored(0.9, "Owls eat 4 mice.", "Owls eat 3 mice a day.", "Do owls eat 4 mice?") == 0.9
    assert verifier.anchored(None, "Owls eat 4 mice.", "Owls eat 3 mice a day.") is None
