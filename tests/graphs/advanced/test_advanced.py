"""The quality-gated graph, whole routes: two gates, two loops, and what is left out."""

import pytest
from fakes import model

from ragkit.conversation import WISH, Turn
from ragkit.evidence import Evidence
from ragkit.graphs import advanced
from ragkit.graphs.advanced.graph import PARTS
from ragkit.graphs.advanced.greet import REPLY
from ragkit.graphs.advanced.issues import ANSWER, RETRIEVAL
from ragkit.state import REFUSAL, Found
from ragkit.trace import run

QUESTION = "Which animals hunt mice?"
DRAFT = "Owls hunt mice at night [1]."
FIND = ["query_expansion", "retrieve_with_expansion", "rerank", "judge_evidence"]
START = ["conversational_rewrite", "decide_strategy", *FIND]
WRITE = ["ask_back", "answer_generation", "evaluate_answer"]


def letter(table, name):
    """The reply that names an issue."""
    return {"ABCDEFGH"[list(table).index(name)]: 1.0}


def of(trace, node, field):
    """What each step of a node wrote into a field."""
    return [step.wrote[field] for step in trace.steps if step.node == node]


def test_good_evidence_and_a_good_draft_pass_both_gates(kit):
    trace = run(advanced(), QUESTION, kit(model()))
    assert trace.route == [*START, *WRITE, "keep_turn"] and trace.answer == DRAFT
    assert of(trace, "evaluate_answer", "groundedness") == [1.0] and trace.retries == 0
    assert of(trace, "keep_turn", "history") == [
        [Turn(QUESTION, DRAFT, (QUESTION,), tuple(passage.id for passage in trace.passages))]
    ]


def test_a_greeting_needs_no_search_and_no_model(kit):
    trace = run(advanced(), "Hello!", kit(model()))
    assert trace.route == ["conversational_rewrite", "greet", "keep_turn"]
    assert trace.answer == REPLY and trace.usage.calls == 0 and trace.passages == ()


@pytest.mark.parametrize("label", [name for name in RETRIEVAL if name not in ("off_topic", "wrong_domain")])
def test_poor_evidence_is_reworded_by_the_instruction_of_its_issue(kit, label):
    llm = model(answerable=[0.2, 0.9], evidence_issue=letter(RETRIEVAL, label))
    trace = run(advanced(), QUESTION, kit(llm))
    assert trace.route == [*START, "rewrite_and_refine", *FIND, *WRITE, "keep_turn"] and trace.retries == 1
    assert sum(RETRIEVAL[label].instruction in prompt for prompt in llm.prompts) == 1
    assert of(trace, "query_expansion", "variants")[1][0] == "Which owls hunt mice?"
    issue = of(trace, "judge_evidence", "retrieval_issue")
    assert (issue[0].label, issue[0].odds, issue[1]) == (label, 1.0, None)


@pytest.mark.parametrize("label", ["off_topic", "wrong_domain"])
def test_evidence_about_something_else_switches_the_strategy_at_once_and_is_dropped(kit, label):
    llm = model(answerable=[0.2, 0.2, 0.9], evidence_issue=letter(RETRIEVAL, label))
    trace = run(advanced(), QUESTION, kit(llm))
    assert trace.route == [*START, "decide_strategy", *FIND, "decide_strategy", *FIND, *WRITE, "keep_turn"]
    ways = [strategy.way for strategy in of(trace, "decide_strategy", "strategies")[-1]]
    assert len(set(ways)) == 3 and llm.count("reworded") == 0
    assert len(of(trace, "retrieve_with_expansion", "passages")[1]) <= 3


def test_after_three_searches_it_answers_from_what_there_is(kit):
    llm = model(answerable=0.2, reworded=["Which owls hunt?", "Which cats hunt mice?"])
    trace = run(advanced(), QUESTION, kit(llm))
    assert trace.route == [*START, *["rewrite_and_refine", *FIND] * 2, *WRITE, "keep_turn"]
    assert trace.answer == DRAFT and llm.count("evidence_issue") == 2  # nobody would use a third


def test_less_may_be_asked_of_a_draft_from_poor_evidence(kit):
    lower = {"good_fit_from": 0.65, "poor_fit_from": 0.5, "searches": 1}
    assert run(advanced(), QUESTION, kit(model(answerable=0.2, fits=0.55), **lower)).answer == DRAFT
    assert run(advanced(), QUESTION, kit(model(answerable=0.9, fits=0.55), **lower)).refused


@pytest.mark.parametrize("query", ["", "Owls.", "Where is Rome?", "Who hunts mice? Who hides?", QUESTION])
def test_a_rewrite_that_is_no_other_question_about_it_is_not_searched_for(kit, query):
    trace = run(advanced(), QUESTION, kit(model(answerable=0.2, reworded=query)))
    assert trace.route == [*START, "rewrite_and_refine", *WRITE, "keep_turn"]
    assert any(f"not searched for: {query!r}" in note for note in trace.notes)


@pytest.mark.parametrize("label", ANSWER)
def test_a_poor_draft_is_written_again_with_the_instruction_of_its_issue(kit, label):
    llm = model(fits=[0.3, 0.9], draft=["Owls sing.", DRAFT], draft_issue=letter(ANSWER, label))
    trace = run(advanced(), QUESTION, kit(llm))
    assert trace.route == [*START, *WRITE, *WRITE[1:], "keep_turn"] and trace.answer == DRAFT
    assert of(trace, "evaluate_answer", "answer_issue")[0].label == label
    last = next(prompt for prompt in reversed(llm.prompts) if "Answer this question" in prompt)
    assert ANSWER[label].instruction in last and "This draft was rejected: Owls sing." in last


def test_the_temperature_of_the_three_drafts_is_the_kits_and_then_the_papers(kit):
    trace = run(advanced(), QUESTION, kit(model(fits=0.1, draft=["Owls a.", "Owls b.", "Owls c."])))
    assert of(trace, "answer_generation", "temperature") == [None, 0.7, 0.5]
    assert trace.answer == REFUSAL and trace.route[-2:] == ["apologise", "keep_turn"]


def test_an_unsupported_claim_and_what_no_passage_has_are_in_the_advice(kit):
    llm = model(stated=[0.1, 0.95], draft=["Owls hunt 12 mice.", DRAFT])
    trace = run(advanced(), QUESTION, kit(llm))
    advice = of(trace, "evaluate_answer", "advice")[0]
    assert "No passage states this: Owls hunt 12 mice." in advice and "No passage has this: 12." in advice
    assert trace.answer == DRAFT
    # The verifier has found the fault, so no model is asked for it.
    assert llm.count("draft_issue") == 0
    assert of(trace, "evaluate_answer", "answer_issue")[0].label == "unsupported_claims"


def test_a_claim_that_is_supported_in_part_counts_half(kit):
    llm = model(stated=[0.6, 0.95], draft=["Owls hunt cats.", DRAFT])
    trace = run(advanced(), QUESTION, kit(llm, partly_above=0.4, supported_above=0.9, grounded_from=0.8))
    assert of(trace, "evaluate_answer", "groundedness") == [0.5, 1.0]
    assert "No passage states this: Owls hunt cats." in of(trace, "evaluate_answer", "advice")[0]


@pytest.mark.parametrize(("relevant", "labels"), [(0.9, "missing_key_info"), (0.1, "off_topic")])
def test_an_issue_that_contradicts_the_relevance_is_not_chosen(kit, relevant, labels):
    other = {"missing_key_info": "G", "off_topic": "B"}[labels]
    odds = letter(RETRIEVAL, labels) | {other: 1.5}
    llm = model(answerable=[0.2, 0.9], relevant=relevant, evidence_issue={key: one / 2.5 for key, one in odds.items()})
    issue = of(run(advanced(), QUESTION, kit(llm)), "judge_evidence", "retrieval_issue")[0]
    assert (issue.label, issue.odds) == (labels, 1.0)


def test_what_another_search_finds_is_shown_beside_what_was_kept(kit):
    llm = model(answerable=[0.2, 0.9], reworded="Which fish hunt mice in a river?")
    trace = run(advanced(without=["expansion"]), QUESTION, kit(llm, k=2))
    first, second = of(trace, "rerank", "passages")
    assert {passage.id for passage in second} - {passage.id for passage in first}
    rankings = of(trace, "retrieve_with_expansion", "rankings")
    assert "also" not in rankings[0] and rankings[1]["also"] == first


def test_a_draft_that_comes_again_is_not_judged_again(kit):
    llm = model(fits=0.1)
    trace = run(advanced(), QUESTION, kit(llm))
    assert of(trace, "evaluate_answer", "verdict") == ["insufficient", "repeated", "repeated"]
    assert llm.count("fits") == 1 and trace.refused


@pytest.mark.parametrize("silent", ["answerable", "fits", "stated"])
def test_a_judge_that_cannot_judge_lets_no_draft_pass_and_says_so(kit, silent):
    trace = run(advanced(), QUESTION, kit(model(**{silent: "Perhaps."})))
    assert any("could not judge" in note for note in trace.notes)
    assert trace.refused == (silent != "answerable") and trace.retries == 0


def test_an_issue_that_cannot_be_named_is_searched_and_written_again_without_one(kit):
    llm = model(answerable=[0.2, 0.9], evidence_issue="Perhaps.", fits=[0.1, 0.9], draft_issue="Perhaps.",
                draft=["Owls sing.", DRAFT])  # fmt: skip
    trace = run(advanced(), QUESTION, kit(llm))
    assert [rule.when for step in trace.steps if (rule := step.rule)].count("unnamed") == 2
    assert trace.answer == DRAFT and any("the model could not choose" in note for note in trace.notes)


def test_what_the_evidence_lacks_is_named_before_the_draft_is_written(kit):
    llm = model()
    trace = run(advanced(), "Did Kahn see 12 owls hunt mice, and who hunts cats?", kit(llm))
    assert of(trace, "answer_generation", "aspects") == [["Kahn", "12"]]
    assert any("do not answer about it: Kahn; 12." in prompt for prompt in llm.prompts)


def test_what_the_judge_denies_is_named_too(kit):
    llm = model(answerable=0.1, reworded="", states=0.2, says=0.2)
    trace = run(advanced(), "Do owls devour mice, and who hunts cats?", kit(llm))
    assert of(trace, "answer_generation", "aspects")[0] == ["Do owls devour mice", "who hunts cats?", "devour"]


def test_of_a_follow_up_only_what_it_means_is_looked_for_in_the_evidence(kit):
    llm = model(states="never asked", **{WISH: "When do owls hunt mice?"})
    trace = run(advanced(), "When do they?", kit(llm), history=[Turn("Do owls hunt mice?", DRAFT)])
    assert trace.steps[0].wrote["follow_up"].accepted == "When do owls hunt mice?"
    assert of(trace, "answer_generation", "aspects") == [[]]


@pytest.mark.parametrize("form", ["", "no form", '{"technical": "Which owls hunt?"}'])
def test_without_readable_variants_the_question_alone_is_searched_for(kit, form):
    trace = run(advanced(), QUESTION, kit(model(variants=form)))
    assert of(trace, "query_expansion", "variants") == [[QUESTION]] and trace.answer == DRAFT
    assert any("searched for the question alone" in note for note in trace.notes)


def test_each_part_can_be_left_out(kit):
    def route(*without):
        return run(advanced(without=without), QUESTION, kit(model())).route

    whole = [*START, *WRITE, "keep_turn"]
    node = {"follow_up": "conversational_rewrite", "strategy": "decide_strategy", "expansion": "query_expansion",
            "rerank": "rerank", "ask_back": "ask_back"}  # fmt: skip
    for part, left_out in node.items():
        assert route(part) == [name for name in whole if name != left_out]
    assert route("gates") == [name for name in whole if name not in ("judge_evidence", "evaluate_answer")]
    assert route(*PARTS) == ["retrieve_with_expansion", "answer_generation", "keep_turn"]


def test_without_a_strategy_evidence_about_something_else_is_reworded(kit):
    llm = model(answerable=[0.2, 0.9], evidence_issue=letter(RETRIEVAL, "off_topic"))
    trace = run(advanced(without=["strategy"]), QUESTION, kit(llm))
    assert "rewrite_and_refine" in trace.route and "decide_strategy" not in trace.route


def test_an_unknown_part_is_refused_by_name():
    with pytest.raises(ValueError, match="asked for the parts gate; there are follow_up"):
        advanced(without=["gate"])


def test_where_nothing_is_found_the_strategy_is_switched_and_then_it_apologises(kit, monkeypatch):
    monkeypatch.setattr(Evidence, "variants", lambda *_, **__: Found([]))
    llm = model()
    trace = run(advanced(), QUESTION, kit(llm))
    assert trace.route[-1] == "keep_turn" and trace.route.count("decide_strategy") == 3 and trace.refused
    assert {step.rule.when for step in trace.steps if step.rule} >= {"off_topic", "exhausted", "nothing"}
    assert llm.count("draft") == llm.count("answerable") == 0
