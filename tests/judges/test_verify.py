"""The writer and the verifier: what is written into the draft, and what of it the evidence carries."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from fakes import CAT, OWL, TREE, Turns, model

import ragkit.judges.nli
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.model.briefing import SYSTEM, briefing
from ragkit.nodes import draft, verify
from ragkit.nodes.generate import NOT_AGAIN
from ragkit.state import REFUSAL, Claim, Passage

QUESTION = "Who hunts mice?"
EVIDENCE = {"question": QUESTION, "passages": [OWL, CAT, TREE]}
BOTH = "Owls hunt mice at night [1]. Cats hunt mice by day [2]."
OWLS, CATS = "Owls hunt mice at night.", "Cats hunt mice by day."
SILENT = Turns(replies={}, turns={})


def verified(runtime, text, llm, **settings):
    return verify(AdaptiveState(**EVIDENCE, draft=text), runtime(llm, **settings))


def test_rejected_drafts_are_shown_after_the_evidence_as_what_not_to_write(runtime):
    llm = model(draft=BOTH)
    wrote = draft(AdaptiveState(**EVIDENCE, rejected=["Dogs do.", "Mice do."]), runtime(llm))
    (prompt,) = llm.prompts
    assert prompt.startswith(f"{SYSTEM}\n{briefing(QUESTION, EVIDENCE['passages'])}\n\n")
    assert prompt.endswith(NOT_AGAIN.format(drafts="- Dogs do.\n- Mice do."))
    assert wrote == {"draft": BOTH, "notes": []}


def test_without_rejected_drafts_nothing_is_said_of_them_and_no_answer_is_written(runtime):
    llm = model(draft=BOTH)
    assert list(draft(AdaptiveState(**EVIDENCE), runtime(llm))) == ["draft", "notes"]
    assert NOT_AGAIN.partition("{")[0] not in llm.prompts[0]


@pytest.mark.parametrize(
    ("text", "wrong"), [("Owls [1] and bats [4].", "[4]"), ("Owls [0, 3], dogs [7].", "[0, 7]"), ("Owls [3].", "")]
)
def test_citations_of_passages_that_are_not_there_are_noted(runtime, text, wrong):
    notes = draft(AdaptiveState(**EVIDENCE), runtime(model(draft=text)))["notes"]
    assert notes == ([f"the draft cites passages that are not there: {wrong}"] if wrong else [])


def test_without_passages_the_draft_is_the_refusal(runtime):
    assert draft(AdaptiveState(question=QUESTION), runtime(SILENT)) == {"draft": REFUSAL, "notes": []}


# The verifier


def test_h_is_one_less_the_mean_support_and_each_claim_names_its_passage(runtime):
    wrote = verified(runtime, BOTH, model(stated=[0.8, 0.6]), supported_above=0.7, partly_above=0.5)
    assert wrote["risk"] == 0.25  # 1 - (1 + .5) / 2
    owl, cat = wrote["claims"]
    assert (owl.text, owl.support, owl.evidence, owl.missing) == (OWLS, 1.0, "owl", ())
    assert (cat.text, cat.support, cat.evidence, cat.missing) == (CATS, 0.5, "cat", ())
    assert (owl.odds, cat.odds) == pytest.approx((0.8, 0.6)) and wrote["notes"] == []


def test_a_claim_below_the_lower_threshold_has_no_support_and_no_passage(runtime):
    wrote = verified(runtime, OWLS, model(stated=0.49), partly_above=0.5)
    assert wrote["claims"] == [Claim(OWLS, 0.0, None, pytest.approx(0.49), ())] and wrote["risk"] == 1


@pytest.mark.parametrize(
    ("text", "missing"),
    [("Owls hunt 7 mice at night [1].", ("7",)), ("At night Owls hunt mice with Aristotle [1].", ("Aristotle",))],
)
def test_a_number_or_name_that_stands_nowhere_counts_nought_though_the_judge_says_yes(runtime, text, missing):
    wrote = verified(runtime, text, model(stated=0.99))
    (claim,) = wrote["claims"]
    assert (claim.support, claim.missing, claim.evidence) == (0.0, missing, None) and wrote["risk"] == 1
    assert claim.odds == pytest.approx(0.99)


def test_a_number_and_a_name_from_two_passages_do_not_make_a_claim(runtime):
    owls, dogs = Passage("o", "Owls hunt 7 mice.", source="o.md"), Passage("d", "Dogs of Korf hunt.", source="d.md")
    state = AdaptiveState(question=QUESTION, passages=[owls, dogs], draft="The dogs of Korf hunt 7 mice [1].")
    (claim,) = verify(state, runtime(model(stated=0.99)))["claims"]
    assert claim.support == 0.0 and len(claim.missing) == 1


def test_the_passage_that_carries_a_claim_is_one_that_holds_its_number(runtime):
    words = Passage("w", "Owls hunt mice at night, owls hunt mice by day.", source="w.md")
    number = Passage("n", "In one night it hunts 7 mice.", source="n.md")
    state = AdaptiveState(question=QUESTION, passages=[words, number], draft="Owls hunt 7 mice at night [1].")
    (claim,) = verify(state, runtime(model(stated=0.99)))["claims"]
    assert (claim.support, claim.evidence) == (1.0, "n")


def test_a_number_that_only_the_question_has_is_missing_and_one_of_a_heading_or_file_name_is_not(runtime):
    state = AdaptiveState(question="Who hunts 7 mice?", passages=[OWL], draft="Owls hunt 7 mice [1].")
    (claim,) = verify(state, runtime(model()))["claims"]
    assert (claim.support, claim.missing) == (0.0, ("7",))
    for named in (replace(OWL, section="Owls > The 7 of Korf"), replace(OWL, source="korf-7.md")):
        (claim,) = verify(replace(state, passages=[named]), runtime(model()))["claims"]
        assert (claim.support, claim.missing) == (1.0, ())


def test_a_true_fact_of_another_thing_is_missing_the_name_that_the_question_gives(runtime):
    ferry = Passage("f", "The map has 14 lines. It is printed in Oslo.", source="map.md")
    state = AdaptiveState(
        question="How wide is the Halden ferry?", passages=[ferry], draft="The Halden ferry has 14 [1]."
    )
    (claim,) = verify(state, runtime(model(stated=0.99)))["claims"]
    assert (claim.support, claim.missing) == (0.0, ("Halden",))


TIMERS = Passage("t", "Metronome keeps its timers in a pairing heap.", source="metronome.md")
HEAP = Passage("h", "The pairing heap was introduced in 1986.", source="heaps.md")
JOINED = "The heap of Metronome was introduced in 1986 [2]."


def test_a_claim_may_join_two_passages_when_a_second_hop_found_one_of_them(runtime):
    state = AdaptiveState(question=QUESTION, passages=[TIMERS, HEAP], draft=JOINED)
    (alone,) = verify(state, runtime(model(stated=0.99)))["claims"]
    assert (alone.support, len(alone.missing)) == (0.0, 1)
    (joined,) = verify(replace(state, hopped=["h"]), runtime(model(stated=0.99)))["claims"]
    assert (joined.support, joined.missing, joined.evidence) == (1.0, (), "h")


def test_a_claim_may_join_two_passages_when_one_names_what_the_other_is_about(runtime):
    heaps = replace(HEAP, section="Pairing heaps")
    state = AdaptiveState(question=QUESTION, passages=[TIMERS, heaps], draft=JOINED)
    (joined,) = verify(state, runtime(model(stated=0.99)))["claims"]
    assert (joined.support, joined.missing, joined.evidence) == (1.0, (), "h")
    (denied,) = verify(state, runtime(model(stated=0.01)))["claims"]  # the judge still has to agree
    assert (denied.support, denied.missing) == (0.0, ())


def test_a_sentence_or_row_that_stands_word_for_word_in_a_passage_is_supported(runtime):
    table = Passage("r", "| sort | Random |\n|---|---|\n| Library sort | 71 |", source="r.md")
    state = AdaptiveState(question=QUESTION, passages=[OWL, table], draft="Most owls hunt mice at night [1].")
    (claim,) = verify(state, runtime(model(stated=0.1)))["claims"]
    assert (claim.support, claim.evidence, claim.odds) == (1.0, "owl", pytest.approx(0.1))
    (claim,) = verify(replace(state, draft="Library sort; Random: 71"), runtime(model(stated=0.1)))["claims"]
    assert (claim.support, claim.evidence) == (1.0, "r")


@pytest.mark.parametrize("text", ["Owls hunt mice at night.", "Most owls hunt mice.", "At night"])
def test_a_part_of_a_sentence_is_no_copy_of_it(runtime, text):
    state = AdaptiveState(question=QUESTION, passages=[OWL], draft=text)
    (claim,) = verify(state, runtime(model(stated=0.1)))["claims"]
    assert claim.support == 0.0


def test_what_cannot_be_judged_is_not_supported_nor_called_false(runtime):
    wrote = verified(runtime, BOTH, model(stated=[0.95, "Perhaps."]))
    assert [claim.support for claim in wrote["claims"]] == [1.0, None] and wrote["risk"] == 0.5
    assert wrote["claims"][1].evidence is None and "could not judge" in wrote["notes"][0]


def test_a_claim_with_a_strange_number_that_cannot_be_judged_stays_ungraded(runtime):
    (claim,) = verified(runtime, "Owls hunt 7 mice [1].", model(stated="Perhaps."))["claims"]
    assert claim.support is None and claim.missing == ("7",)


def test_a_refusal_claims_nothing_risks_nothing_and_asks_nobody(runtime):
    assert verified(runtime, REFUSAL, SILENT) == {"claims": [], "risk": 0.0, "notes": []}


def test_claims_that_a_model_rewrote_badly_are_checked_as_sentences_and_a_note_says_so(runtime):
    text = "Owls hunt mice at night. They hunt mice."
    wrote = verified(runtime, text, model(**{"Rewrite an answer as claims": "no JSON"}))
    assert [claim.text for claim in wrote["claims"]] == ["Owls hunt mice at night.", "They hunt mice."]
    assert wrote["notes"][0].startswith("checked sentence by sentence: ")


class Sure:
    """A cross-encoder that finds 0.9 of entailment everywhere."""

    config = SimpleNamespace(id2label={0: "contradiction", 1: "entailment", 2: "neutral"})

    def predict(self, pairs, **_):
        return np.array([[0.05, 0.9, 0.05] for _ in pairs])


def test_the_nli_judge_can_take_the_judges_place(runtime, monkeypatch):
    monkeypatch.setattr(ragkit.judges.nli, "load_cross_encoder", lambda name: Sure())
    wrote = verified(runtime, OWLS, SILENT, judge="nli")
    assert [(claim.support, claim.odds) for claim in wrote["claims"]] == [(1.0, pytest.approx(0.9))]


def test_a_reason_that_the_evidence_states_is_supported_behind_the_words_of_the_question_whatever_the_judge_says(
    runtime,
):
    hunts = Passage("h", "One thing hides owls: they hunt mice at night.", source="h.md")
    said = "Owls are unseen because they hunt mice at night."
    for question, support in (("Why are owls unseen?", 1.0), ("Why are owls loud?", 0.0)):
        state = AdaptiveState(question=question, passages=[OWL, hunts], draft=f"{said[:-1]} [2].")
        (claim,) = verify(state, runtime(model(stated=0.02)))["claims"]
        assert (claim.text, claim.support, claim.evidence) == (said, support, "h" if support else None)
        assert claim.odds == pytest.approx(0.02)
