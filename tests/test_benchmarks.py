"""The benchmarks run on small data, write what they measured, and end in one line of name=value pairs."""

import json
import re
import sys
from contextlib import closing
from pathlib import Path

import pytest
from fakes import CAT, OWL, FakeEmbed, small_kit

import ragkit.briefing
from ragkit.evaluate.questions import load_questions
from ragkit.judges import Verdicts
from ragkit.settings import Depth, Settings

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
        ledger.claims.append((0.03, 0.04))
        ledger.nodes["verify"].update(runs=1, calls=2, evaluated=naive)
    found = overhead.summary(ledger)
    assert (found["pairs"], found["token_ratio"], found["wall_ratio"]) == (3, 1.3, 2.0)
    assert (found["claim_share"], found["claim_seconds"]) == (0.03, 0.04)
    assert found["nodes"]["verify"] == {"calls": 2.0, "evaluated": 133.3}


def test_with_nothing_shared_every_call_begins_differently():
    import overhead

    with overhead.nothing_shared():
        begun = [str(ragkit.briefing.brief("?", [OWL], "!")[0].content) for _ in range(2)]
    assert begun[0] != begun[1] and all(text.endswith(ragkit.briefing.SYSTEM) for text in begun)
    assert ragkit.briefing.brief("?", [OWL], "!")[0].content == ragkit.briefing.SYSTEM


def test_the_settings_hold_the_thresholds_that_were_chosen():
    import json

    chosen = json.loads((ROOT / "benchmarks" / "results" / "calibration.json").read_text())["thresholds"]
    for name in ("answerable_from", "fit_from", "partly_above"):
        assert Settings.model_fields[name].default == chosen[name]["threshold"], name


def open_run(answerability, fit, odds, right, missing=()):
    claims = [{"odds": o, "missing": missing} for o in odds]
    grades = [{"answerability": answerability}]
    return {"kind": "factual", "right": right, "fit": fit, "grades": grades, "claims": claims}


def test_thresholds_are_chosen_together_so_that_each_stops_what_the_others_let_pass():
    from thresholds import CALIBRATED, thresholds

    runs = [open_run(0.9, 0.9, [0.9], True), open_run(0.4, 0.9, [0.9], False) | {"kind": "out-of-domain"},
            open_run(0.9, 0.4, [0.9], False) | {"kind": "near-miss"},
            open_run(0.9, 0.9, [0.4], False) | {"kind": "false-premise"}]  # fmt: skip
    found = thresholds(runs, Settings())
    assert all(0.4 < found[name]["threshold"] <= 0.9 for name in CALIBRATED)
    assert found["first pass"] == {"out-of-domain": 1.0, "hold back": 1.0, "answerable": 1.0}
    assert (found["n"], found["right"]) == (4, 1) and found["fit_from"]["auc"] == pytest.approx((2 * 0.5 + 1) / 3)


def test_of_equally_good_thresholds_the_first_stops_what_it_can_since_nothing_is_drafted_for_it():
    """The question from outside, 0.5, is stopped by its claims too; the first gate could stand anywhere below 0.9."""
    from thresholds import thresholds

    outside = open_run(0.5, 0.9, [0.1], False) | {"kind": "out-of-domain"}
    found = thresholds([open_run(0.9, 0.9, [0.9], True), outside], Settings())
    assert 0.5 < found["answerable_from"]["threshold"] <= 0.9


@pytest.mark.parametrize(
    ("odds", "missing", "highest"),
    [([0.6], (), 0.58), ([0.9], (), 0.88), ([0.95, 0.1], (), 0.94), ([0.6, 0.6, 0.1], (), 0.0), ([0.9], ("MIT",), 0.0)],
)
def test_claims_pass_up_to_the_threshold_at_which_their_mean_support_falls_below_half(odds, missing, highest):
    from thresholds import passes_up_to

    claims = [{"odds": o, "missing": missing} for o in odds]
    assert passes_up_to(claims, Settings()) == highest


def test_a_question_never_changes_its_half():
    from thresholds import half

    questions = load_questions(ROOT / "corpora" / "algorithms" / "questions.jsonl")
    halves = [half(question.id) for question in questions]
    assert 0.4 < halves.count("test") / len(halves) < 0.6
    assert half("wayfinder-plan-year") == "fit"  # so that what was chosen on stays what was chosen on


def test_the_outcomes_that_thresholds_were_chosen_on_are_of_the_other_half_than_what_is_reported():
    import calibrate
    from thresholds import half

    outcomes = calibrate.rows(calibrate.RESULTS / "calibration.jsonl")
    assert outcomes and {half(row["id"]) for row in outcomes} == {"fit"}


def test_the_committed_thresholds_are_what_the_committed_outcomes_lead_to():
    import calibrate

    kept = json.loads((calibrate.RESULTS / "calibration.json").read_text())
    found = calibrate.thresholds(calibrate.rows(calibrate.RESULTS / "calibration.jsonl"), Settings())
    assert json.loads(json.dumps(found)) == kept["thresholds"]


def test_the_memory_benchmark_asks_golden_questions_and_other_words_for_them():
    import memory

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
