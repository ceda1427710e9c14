"""The two critics: what they ask, what it costs, and that nothing goes out that nobody judged."""

import pytest
from fakes import ASKED, CAT, OWL, TREE, Turns, model

from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.judges.helps import HELPS
from ragkit.model.briefing import brief
from ragkit.model.chat import chat
from ragkit.nodes import answer_critic, context_critic
from ragkit.nodes.context_critic import confidence
from ragkit.nodes.retry import keywords
from ragkit.settings import Settings
from ragkit.state import REFUSAL, Grade

QUESTION = "Who hunts mice?"
EVIDENCE = {"question": QUESTION, "passages": [OWL, CAT, TREE]}
DRAFT = "Owls hunt mice at night [1]."


def grade_of(runtime, llm, **settings):
    wrote = context_critic(AdaptiveState(**EVIDENCE), runtime(llm, **settings))
    (grade,) = wrote["grades"]
    return grade, wrote["notes"]


def test_an_approval_at_exactly_the_threshold_costs_three_calls_and_says_no_more(runtime):
    llm = model(relevant=0.75, sufficient=0.5, answerable=0.625)
    grade, notes = grade_of(runtime, llm, answerable_from=0.625)
    assert grade == Grade(0.75, 0.5, 0.625, 0.75, approved=True)  # c = 1 - (.75 - .5)
    assert notes == [] and len(llm.prompts) == 3


@pytest.mark.parametrize(("loop", "approved"), [(0, True), (1, True), (2, False)])
def test_on_a_retry_the_evidence_must_be_surer(runtime, loop, approved):
    kit = runtime(model(answerable=0.75), answerable_from=0.625, retry_raises=0.125)
    (grade,) = context_critic(AdaptiveState(**EVIDENCE, loop=loop), kit)["grades"]
    assert grade.approved == approved


def test_a_rejection_grades_each_passage_in_order_and_asks_for_words(runtime):
    helps = {HELPS.format(n=n): odds for n, odds in enumerate((0.9, 0.1, 0.4), start=1)}
    llm = model(**helps, relevant=0.75, sufficient=0.25, answerable=0.5, keywords="owl, at night")
    llm.replies.pop(ASKED["helps"])
    grade, notes = grade_of(runtime, llm, answerable_from=0.625)
    assert not grade.approved and grade.helpful == pytest.approx((0.9, 0.1, 0.4))
    assert (grade.relevance, grade.sufficiency, grade.answerability) == pytest.approx((0.75, 0.25, 0.5))
    assert grade.confidence == pytest.approx(0.5) and grade.feedback == "owl at night"
    assert notes == [] and len(llm.prompts) == 3 + 3 + 1


def test_a_rejection_that_no_search_follows_costs_no_more_than_an_approval(runtime):
    llm = model(answerable=0.2)
    grade, notes = grade_of(runtime, llm, retry=False)
    assert not grade.approved and (grade.helpful, grade.feedback, notes) == ((), "", []) and len(llm.prompts) == 3
    last = AdaptiveState(**EVIDENCE, loop=2)
    (grade,) = context_critic(last, runtime(model(answerable=0.2)))["grades"]
    assert grade.helpful == ()


def test_without_passages_nobody_is_asked_and_the_critic_is_sure(runtime):
    wrote = context_critic(AdaptiveState(question=QUESTION), runtime(Turns(replies={}, turns={})))
    assert wrote == {"grades": [Grade(0.0, 0.0, 0.0, 1.0, approved=False)], "notes": []}


def test_grades_of_earlier_passes_stay(runtime):
    first = Grade(0.1, 0.1, 0.1, 1.0, approved=False)
    wrote = context_critic(AdaptiveState(**EVIDENCE, grades=[first]), runtime(model()))
    assert wrote["grades"][0] == first and wrote["grades"][1].approved


def test_what_cannot_be_judged_is_not_approved_and_has_no_confidence(runtime):
    grade, (note,) = grade_of(runtime, model(answerable="Perhaps."))
    assert grade.answerability is None and not grade.approved and grade.confidence == 0
    assert grade.relevance == 0.9 and note.startswith("the odds judge could not judge: ")


def test_a_score_beside_the_point_may_be_missing_but_then_the_critic_is_not_sure(runtime):
    grade, (note,) = grade_of(runtime, model(sufficient="Perhaps."))
    assert grade.approved and grade.confidence == 0 and "could not judge" in note


def test_a_passage_that_cannot_be_judged_has_no_grade_and_a_note(runtime):
    grade, (note,) = grade_of(runtime, model(answerable=0.1, helps="Perhaps."))
    assert grade.helpful == (None, None, None) and "could not judge" in note


def test_confidence_is_one_less_the_spread():
    assert confidence(0.25, 0.25, 0.25) == 1 and confidence(0.0, 0.5, 1.0) == 0
    assert confidence(None, None, None) == 0


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("night, owls", "night owls"),
        ("mice, night", "mice night"),  # the question has one of them
        ("night\nbarn owl", "night barn owl"),
        ("Who hunts mice?", ""),
        ("", ""),
        ("a1 a2 a3 a4 a5, a6 a7 a8 a9", "a1 a2 a3 a4 a5 a6 a7 a8"),
    ],
)
def test_keywords_count_only_when_the_question_has_not_all_of_them(said, words):
    assert keywords(model(keywords=said), QUESTION, [OWL]) == words


def test_keywords_are_asked_for_in_few_tokens_of_an_openai_endpoint(endpoint):
    message = {"role": "assistant", "content": "night"}
    server = endpoint(lambda _: (200, {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}))
    llm = chat(Settings(provider="openai", model="m", base_url=f"{server.url}/v1", reuse_replies=False))
    assert keywords(llm, QUESTION, [OWL]) == "night"
    assert server.asked[0]["max_completion_tokens"] == 40 and "max_tokens" not in server.asked[0]


def test_keywords_are_asked_for_in_few_tokens_of_ollama(endpoint):
    end = {"model": "m", "created_at": "2026-01-01T00:00:00Z", "done": True, "done_reason": "stop"}
    server = endpoint(lambda _: (200, [end | {"message": {"role": "assistant", "content": "night"}}]))
    llm = chat(Settings(provider="ollama", model="m", base_url=server.url, reuse_replies=False))
    assert keywords(llm, QUESTION, [OWL]) == "night"
    assert server.asked[0]["options"]["num_predict"] == 40


# The answer critic


def critic(runtime, llm, risk, draft=DRAFT, rejected=(), **settings):
    state = AdaptiveState(**EVIDENCE, draft=draft, risk=risk, rejected=list(rejected))
    return answer_critic(state, runtime(llm, **settings))


def test_a_draft_at_exactly_both_thresholds_becomes_the_answer(runtime):
    wrote = critic(runtime, model(fits=0.625), 0.5, fit_from=0.625, risk_up_to=0.5)
    assert wrote == {"answer": DRAFT, "fit": 0.625, "verdict": "grounded", "rejected": [], "feedback": "", "notes": []}


@pytest.mark.parametrize(("risk", "fit"), [(0.51, 0.9), (0.0, 0.4), (None, 0.9)])
def test_a_draft_that_is_risky_or_beside_the_point_is_rejected_after_the_others(runtime, risk, fit):
    wrote = critic(runtime, model(fits=fit), risk, rejected=["Cats."], fit_from=0.5)
    assert wrote["answer"] == "" and wrote["rejected"] == ["Cats.", DRAFT] and wrote["fit"] == pytest.approx(fit)
    assert (wrote["feedback"] == "night") == (risk == 0.0)  # else the planner searches for what nobody carried


def test_a_bare_phrase_is_judged_as_a_sentence_and_goes_out_as_it_is(runtime):
    llm = model(fits=0.9)
    assert critic(runtime, llm, 0.0, draft="the barn owl [1]")["answer"] == "the barn owl [1]"
    assert "Answer: The answer is the barn owl.\n" in llm.prompts[0] and llm.count("fits") == 1


def test_a_draft_that_cannot_be_judged_does_not_go_out(runtime):
    wrote = critic(runtime, model(fits="Perhaps."), 0.0)
    assert wrote["answer"] == "" and wrote["fit"] is None and wrote["rejected"] == [DRAFT]
    assert "could not judge" in wrote["notes"][0]


def test_a_refusal_is_neither_judged_nor_rejected(runtime):
    wrote = critic(runtime, Turns(replies={}, turns={}), 0.0, draft=REFUSAL, rejected=["Cats."])
    assert wrote == {
        "answer": "",
        "fit": None,
        "verdict": "refused",
        "rejected": ["Cats."],
        "feedback": "",
        "notes": [],
    }


def test_every_call_about_all_of_the_evidence_begins_with_it(runtime):
    llm = model(answerable=0.1)
    grade_of(runtime, llm)
    critic(runtime, llm, 0.0)
    shared = "\n".join(str(message.content) for message in brief(QUESTION, EVIDENCE["passages"], ""))
    assert len(llm.prompts) == 8 and all(prompt.startswith(shared) for prompt in llm.prompts[:-1])
    assert len(set(llm.prompts)) == 8


def test_a_draft_is_judged_by_the_passages_that_it_cites_and_without_citations_by_all(runtime):
    for draft, seen in (
        ("Cats do. [2]", [CAT]),
        ("Cats do. [7]", EVIDENCE["passages"]),
        ("Cats do.", EVIDENCE["passages"]),
    ):
        llm = model()
        critic(runtime, llm, 0.0, draft=draft)
        shared = "\n".join(str(message.content) for message in brief(QUESTION, seen, ""))
        assert llm.prompts[-1].startswith(shared)
