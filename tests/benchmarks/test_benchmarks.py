"""The benchmarks run on small data, write what they measured, and end in one line of name=value pairs."""

import json
import re
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import CAT, OWL, TREE, FakeEmbed, model, small_kit

import ragkit.model.briefing
from ragkit.evaluate.golden.questions import Question, Support, load_questions
from ragkit.judges import Verdicts
from ragkit.model.meter import Usage
from ragkit.settings import Depth
from ragkit.trace import Step, Trace

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


def test_made_up_texts_are_the_same_each_time_and_follow_zipf():
    from benchmarks import sparse

    one, other = sparse.made_up(50, 40), sparse.made_up(50, 40)
    assert one == other
    drawn = " ".join(one).split()
    assert drawn.count("w1") > drawn.count("w2") > drawn.count("w10")


def test_overhead_gives_each_run_a_mark_of_its_own_and_its_passages_the_same_one(tmp_path):
    from benchmarks import overhead

    with closing(small_kit(tmp_path / "index")) as kit:
        runs = [overhead.marked(kit, [OWL, CAT]).retriever for _ in range(2)]
    marks = [[passage.source.split(",")[0] for passage in found.search("", 9)] for found in runs]
    assert len(set(marks[0])) == len(set(marks[1])) == 1 and marks[0] != marks[1]
    assert [p.text for p in runs[0].hybrid("", Depth(1, 1, 1, False, 0))["fused"]] == [OWL.text]


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


def test_overhead_judges_every_claim_of_an_answer_again_on_evidence_that_was_read(tmp_path):
    from benchmarks import overhead

    llm = model(stated=0.9)
    spent = Trace("?", (Step("generate", 1.0, Usage(1, evaluated=10), {}),), "", (), 1.0)
    with closing(small_kit(tmp_path / "index", llm)) as kit:
        shares = overhead.one_more_claim(kit, "?", [OWL], ["Owls hunt.", "Mice are hunted."], spent)
    assert len(shares) == 2 and llm.count("stated") == 3
    assert len({prompt.partition("Question")[0] for prompt in llm.prompts}) == 1


def test_with_nothing_shared_every_call_begins_differently():
    from benchmarks import overhead

    with overhead.nothing_shared():
        begun = [str(ragkit.model.briefing.brief("?", [OWL], "!")[0].content) for _ in range(2)]
    assert begun[0] != begun[1] and all(text.endswith(ragkit.model.briefing.SYSTEM) for text in begun)
    assert ragkit.model.briefing.brief("?", [OWL], "!")[0].content == ragkit.model.briefing.SYSTEM


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


PAIR = {"knowledge": "Bob Marley met Ann.", "question": "?", "right_answer": "Ann", "hallucinated_answer": "Was it k?"}


def test_the_verifier_ranks_a_phrase_as_the_sentence_that_it_stands_for():
    from benchmarks.halueval import halueval

    found = halueval(Formal(), [PAIR] * 4)
    assert found["odds"]["ranked"]["mean"] == 0.0  # .6 and .6 are a tie
    assert found["verifier"]["ranked"]["mean"] == 1.0  # .8 against .6
    assert found["verifier"]["above_other_name"]["mean"] == 0.0  # "Bob Marley" is a phrase as well: .8 against .8
    let_out = {what: score["mean"] for what, score in found["verifier"]["let_out"].items()}
    assert let_out == {"right": 1.0, "hallucinated": 0.0, "other name": 1.0}
    assert found["short"]["ranked"]["mean"] == found["short"]["above_other_name"]["mean"] == 1.0  # 1 word, 3 and 2


def test_the_verifier_benchmark_counts_apart_what_nobody_judged_and_evidence_without_another_name():
    from benchmarks.halueval import halueval

    unnamed = PAIR | {"knowledge": "there is nobody"}
    found = halueval(Formal(), [PAIR | {"right_answer": "Ada"}, unnamed, PAIR, PAIR])["odds"]
    assert (found["ranked"]["n"], found["ranked"]["ungraded"]) == (3, 1)
    assert (found["above_other_name"]["n"], found["above_other_name"]["ungraded"]) == (2, 2)
    assert (found["let_out"]["right"]["ungraded"], found["let_out"]["hallucinated"]["ungraded"]) == (1, 0)


def test_another_name_stands_in_the_evidence_and_shares_no_word_with_question_or_answer():
    from benchmarks.halueval import other_name

    said = "Ada Lovelace met Charles Babbage. In London they spoke of the Analytical Engine."
    row = {"knowledge": said, "question": "Who met Babbage?", "right_answer": "Ada Lovelace"}
    assert other_name(row) == ["Analytical Engine"] and other_name(row | {"knowledge": "Ada met Babbage."}) == []


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


def test_the_verifier_gives_nothing_to_a_text_with_a_number_that_its_evidence_has_not():
    from benchmarks.halueval import anchored

    assert anchored(0.9, "Owls eat 3 mice.", "Owls eat 3 mice a day.") == 0.9
    assert anchored(0.9, "Owls eat 4 mice.", "Owls eat 3 mice a day.") == 0.0
    assert anchored(0.9, "Owls eat 4 mice.", "Owls eat 3 mice a day.", "Do owls eat 4 mice?") == 0.9
    assert anchored(None, "Owls eat 4 mice.", "Owls eat 3 mice a day.") is None


def golden(answer, *keys, kind="factual"):
    """A golden question about the owl whose support is the owl's passage."""
    support = (Support("owls.md", "hunt mice at night"),)
    return Question("owls", "When do they hunt?", kind, answer, keys, support, "easy")


def test_the_key_words_of_an_answerable_question_are_its_phrase_when_they_are_few():
    from benchmarks.phrases import phrase_of

    assert phrase_of(golden("At night, the owls.", ("night", "dark"), ("owls",))) == "night, owls"
    assert phrase_of(golden("At night.", ("they hunt at night when all is dark",))) is None  # eight words
    assert phrase_of(golden("No: at night.", ("night",), kind="false-premise")) is None
    assert phrase_of(golden(None, kind="near-miss")) is None


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


def test_questions_without_a_phrase_that_the_documents_carry_are_told_so_and_measure_nothing():
    from benchmarks.phrases import measured

    with pytest.raises(ValueError, match="none of 1 questions has one that the documents carry"):
        measured(Formal(), [golden("Owls hunt.", ("night",))], [TREE])
