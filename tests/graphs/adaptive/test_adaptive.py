"""The critic-guided graph, whole routes: each step follows its policy, and no draft goes out that did not hold."""

from dataclasses import replace

import pytest
from fakes import ASKED, BAT, FakeWeb, model

from ragkit.graphs import adaptive
from ragkit.graphs.adaptive.policy import ANSWER, CONTEXT, answer_issues, context_issues
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.model.briefing import SYSTEM, briefing
from ragkit.nodes.generate import NOT_AGAIN
from ragkit.policy import choose, closed
from ragkit.runs.threads import checkpoints
from ragkit.state import REFUSAL, Rule
from ragkit.trace import FIXED, run

QUESTION = "Which animals hunt mice?"
FIRST, SECOND = "Owls hunt mice at night [1].", "Cats hunt mice by day [2]."
PASS = ["plan", "retrieve", "hop", "context_critic"]
WRITE = ["generate", "verify", "answer_critic"]
DONE = ["readings", "remember"]
NO_ANSWER = ["apologise", "remember"]
BATS = {"draft": "Bats hunt moths at dusk [1]."}


def whys(trace):
    """The issue and the destination of every row that fired."""
    return [(step.rule.when, step.rule.do) for step in trace.steps if step.rule]


def test_approved_evidence_and_a_draft_that_holds_go_straight_through(kit):
    opened = kit(model(), memory=True)
    trace = run(adaptive(), QUESTION, opened)
    assert trace.route == [*PASS, *WRITE, *DONE] and trace.answer == FIRST and trace.notes == ()
    assert whys(trace) == [("approved", "generate"), ("grounded", "readings")]
    assert [step.usage.calls for step in trace.steps] == [0, 0, 0, 3, 1, 1, 1, 0, 0]
    assert [(claim.support, claim.evidence) for claim in trace.claims] == [(1.0, "owl")]
    assert [(entry.mode, entry.summary) for entry in opened.memory.entries()] == [
        ("verified", "Owls hunt mice at night.")
    ]


def test_rejected_evidence_is_searched_for_again_with_the_critics_words(kit):
    llm = model(answerable=[0.2, 0.9], sufficient=[0.4, 0.8], relevant=[0.5, 0.9], keywords="river", helps=0.1)
    trace = run(adaptive(), QUESTION, kit(llm))
    assert trace.route == [*PASS, *PASS, *WRITE, *DONE] and trace.answer == FIRST
    assert whys(trace)[:2] == [("insufficient", "plan"), ("approved", "generate")]
    again = trace.steps[4].wrote
    assert again["queries"] == ["Which animals hunt mice? river"] and again["loop"] == 1
    first, second = (trace.steps[n].wrote["passages"] for n in (1, 5))
    assert not {p.id for p in first} & {p.id for p in second} and trace.passages == tuple(second)


def test_without_retries_rejected_evidence_and_a_rejected_draft_go_on_at_once(kit):
    doubts = model(answerable=0.2, sufficient=0.4, relevant=0.5)
    assert run(adaptive(), QUESTION, kit(doubts, retry=False)).route == [*PASS, *NO_ANSWER]
    assert run(adaptive(), QUESTION, kit(model(stated=0.1), retry=False)).route == [*PASS, *WRITE, *NO_ANSWER]


def test_after_two_retries_the_web_is_asked_past_the_context_critic_but_not_past_the_verifier(kit):
    web = FakeWeb(BAT)
    llm = model(relevant=[0.2, 0.4, 0.6], sufficient=0.3, answerable=0.2, **BATS)
    trace = run(adaptive(), QUESTION, kit(llm, web=web))
    assert trace.route == [*PASS * 3, "search_web", *WRITE, *DONE]
    assert whys(trace) == [
        ("insufficient", "plan"), ("insufficient", "plan"), ("exhausted", "search_web"), ("grounded", "readings"),
    ]  # fmt: skip
    assert trace.answer == BATS["draft"] and trace.passages == (BAT,) and web.asked == [QUESTION]
    assert llm.count("stated") == 1


def test_evidence_that_does_not_get_better_goes_to_the_web_as_stalled_when_retries_are_left(kit):
    context = tuple(rule for rule in CONTEXT if rule.when != "exhausted" or rule.do != "search_web")
    llm = model(relevant=[0.5, 0.54, 0.56], sufficient=0.3, answerable=0.3, **BATS)
    trace = run(adaptive(context=context), QUESTION, kit(llm, web=FakeWeb(BAT)))
    assert whys(trace)[2] == ("stalled", "search_web")


def test_a_critic_that_contradicts_itself_is_not_asked_twice(kit):
    llm = model(relevant=0.9, sufficient=0.3, answerable=0.3, **BATS)  # c = 1 - .6, below .5
    trace = run(adaptive(), QUESTION, kit(llm, web=FakeWeb(BAT)))
    assert trace.route == [*PASS, "search_web", *WRITE, *DONE] and whys(trace)[0] == ("unsure", "search_web")


def test_a_web_that_finds_nothing_ends_in_the_refusal_and_is_remembered(kit):
    llm = model(relevant=0.9, sufficient=0.3, answerable=0.3)
    opened = kit(llm, web=FakeWeb(notes=["nobody is left to ask"]), memory=True)
    trace = run(adaptive(), QUESTION, opened)
    assert trace.route == [*PASS, "search_web", *WRITE, *NO_ANSWER] and trace.refused
    assert whys(trace)[-1] == ("refused", "apologise") and trace.notes == ("nobody is left to ask",)
    assert llm.count("draft") == 0 and trace.claims == ()
    assert [entry.mode for entry in opened.memory.entries()] == ["not in the corpus"]


def test_a_draft_that_is_not_supported_is_shown_as_such_and_the_second_goes_out(kit):
    llm = model(draft=[FIRST, SECOND], stated=[0.1, 0.9])
    trace = run(adaptive(), QUESTION, kit(llm))
    assert trace.route == [*PASS, *WRITE, *PASS, *WRITE, *DONE] and trace.answer == SECOND
    assert ("unsupported", "plan") in whys(trace)
    first, second = (prompt for prompt in llm.prompts if ASKED["draft"] in prompt)
    assert NOT_AGAIN.partition("{")[0] not in first
    assert second.endswith(NOT_AGAIN.format(drafts="- Owls hunt mice at night."))


def test_a_draft_beside_the_point_is_rejected_though_it_is_true(kit):
    trace = run(adaptive(), QUESTION, kit(model(draft=[FIRST, SECOND], fits=[0.1, 0.95])))
    assert trace.answer == SECOND and ("beside the point", "plan") in whys(trace)


@pytest.mark.parametrize("web", [None, FakeWeb(BAT)], ids=["no web", "web"])
def test_when_no_draft_holds_the_answer_is_the_refusal_and_never_a_draft(kit, web):
    opened = kit(model(stated=0.1), memory=True, web=web)
    trace = run(adaptive(), QUESTION, opened)
    assert trace.refused and trace.claims == () and whys(trace)[-1] == ("exhausted" if web else "repeated", "apologise")
    assert trace.route.count("search_web") == (web is not None) and trace.route[-2:] == NO_ANSWER
    assert [entry.mode for entry in opened.memory.entries()] == ["unsupported"]


@pytest.mark.parametrize("call", ["stated", "fits"])
def test_what_nobody_could_judge_does_not_go_out(kit, call):
    trace = run(adaptive(), QUESTION, kit(model(**{call: "Perhaps."})))
    assert trace.refused and trace.route == [*PASS, *WRITE, *NO_ANSWER]
    assert whys(trace)[-1] == ("ungraded", "apologise") and "could not judge" in trace.notes[0]


def test_a_judge_that_never_judges_ends_in_the_refusal(kit):
    silent = dict.fromkeys(["relevant", "sufficient", "answerable", "helps", "stated", "fits"], "Perhaps.")
    trace = run(adaptive(), QUESTION, kit(model(**silent)))
    assert trace.refused and "could not judge" in trace.notes[0] and "generate" not in trace.route


@pytest.mark.parametrize("said", ["[1]", "[1] [2]."])
def test_a_reply_of_citations_alone_is_no_answer(kit, said):
    assert run(adaptive(), QUESTION, kit(model(draft=said))).refused


@pytest.mark.parametrize("said", ["", " \n"])
def test_an_empty_reply_is_no_abstention(kit, said):
    trace = run(adaptive(), QUESTION, kit(model(draft=said)))
    assert not trace.refused and "its reply was empty" in trace.failed


def test_a_model_that_refuses_is_believed_after_the_web_was_asked(kit):
    llm = model(draft=[REFUSAL, BATS["draft"]])
    trace = run(adaptive(), QUESTION, kit(llm, web=FakeWeb(BAT), may_refuse=True))
    assert trace.route == [*PASS, *WRITE, "search_web", *WRITE, *DONE] and trace.answer == BATS["draft"]
    alone = run(adaptive(), QUESTION, kit(model(draft=REFUSAL), may_refuse=True))
    assert alone.refused and whys(alone)[-1] == ("refused", "apologise")


def test_a_question_that_was_not_in_the_corpus_before_goes_to_the_web_after_one_rejection(kit):
    opened = kit(model(relevant=0.4, sufficient=0.3, answerable=0.2, **BATS), web=FakeWeb(BAT), memory=True)
    opened.memory.failed(QUESTION, "not in the corpus")
    trace = run(adaptive(), QUESTION, opened)
    assert trace.route == [*PASS, "search_web", *WRITE, *DONE] and whys(trace)[0] == ("remembered", "search_web")


def test_a_memory_does_not_keep_a_question_from_the_documents_that_now_hold_it(kit):
    opened = kit(model(), web=FakeWeb(BAT), memory=True)
    opened.memory.failed(QUESTION, "not in the corpus")
    assert run(adaptive(), QUESTION, opened).route == [*PASS, *WRITE, *DONE]


@pytest.mark.parametrize(
    "said", [{"answerable": 0.1}, {"stated": 0.1}, {"draft": REFUSAL}, {"relevant": 0.9, "answerable": 0.1}]
)
def test_without_a_web_no_run_goes_there(kit, said):
    trace = run(adaptive(), QUESTION, kit(model(**said)))
    assert "search_web" not in trace.route and trace.refused


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"answerable": [0.2, 0.9]},
        {"stated": 0.1},
        {"relevant": [0.2, 0.4, 0.6], "sufficient": 0.3, "answerable": 0.2},
        {"fits": "Perhaps."},
    ],
)
def test_every_step_takes_the_row_that_the_table_gives_for_its_state(kit, said):
    opened, state, steered = kit(model(**said), web=FakeWeb(BAT)), AdaptiveState(question=QUESTION), 0
    for step in run(adaptive(), QUESTION, opened).steps:
        before, notes = state.moves, state.notes
        state = replace(state, **{k: v for k, v in step.wrote.items() if k not in ("moves", "notes")})
        state.notes = notes + step.wrote["notes"] if "notes" in step.wrote else notes
        if step.rule:
            issues, table = {
                "context_critic": (context_issues, CONTEXT), "answer_critic": (answer_issues, ANSWER),
            }[step.node]  # fmt: skip
            expected = choose(table, issues(state, opened.settings), before, closed(state, opened))
            assert step.rule == expected and step.why == expected.why
            state.moves, steered = [*before, step.rule], steered + 1
        else:
            assert step.why == FIXED
    assert steered >= 2


def test_every_prompt_about_one_evidence_set_starts_with_the_same_bytes(kit):
    llm = model(answerable=[0.2, 0.9], sufficient=0.5, draft=[FIRST, SECOND], stated=[0.1, 0.9])
    trace = run(adaptive(), QUESTION, kit(llm, retry_raises=0.0))
    evidence = [step.wrote["passages"] for step in trace.steps if step.node == "retrieve"]
    prefixes = list(dict.fromkeys(f"{SYSTEM}\n{briefing(QUESTION, passages)}\n\n" for passages in evidence))
    # the fit is judged by the cited passage alone (docs/decisions.md)
    shared_ones = [prompt for prompt in llm.prompts if ASKED["fits"] not in prompt]
    begun = [[prompt.startswith(shared) for shared in prefixes].index(True) for prompt in shared_ones]
    assert len(llm.prompts) == trace.usage.calls == len(shared_ones) + 2
    assert begun == sorted(begun) and len(prefixes) == 2
    assert begun.count(0) == 3 + len(evidence[0]) + 1  # scores, one a passage, keywords
    again = 3 + 1 + 1  # scores, draft, claim; the search after the first draft found nothing new
    assert begun.count(1) == 2 * again  # an unsupported draft needs no keywords: it is what is searched for


def test_another_table_is_another_route(kit):
    impatient = (Rule("approved", "generate", "it is there"), Rule("insufficient", "apologise", "one look is enough"))
    trace = run(adaptive(context=impatient), QUESTION, kit(model(answerable=0.1), web=FakeWeb(BAT)))
    assert trace.route == [*PASS, *NO_ANSWER] and trace.steps[3].why == "one look is enough"


def test_another_table_after_the_answer_critic_too(kit):
    trusting = (Rule("unsupported", "apologise", "one draft is enough"), *ANSWER)
    trace = run(adaptive(answer=trusting), QUESTION, kit(model(stated=0.1)))
    assert trace.route == [*PASS, *WRITE, *NO_ANSWER] and trace.steps[6].why == "one draft is enough"


def test_what_fired_and_was_noted_for_an_earlier_question_does_not_leak(kit, tmp_path):
    llm = model(relevant=0.9, sufficient=0.3, answerable=0.3)
    opened = kit(llm, web=FakeWeb(notes=["the web is empty"]))
    with checkpoints(tmp_path / "threads.db") as saver:
        first = run(adaptive(), QUESTION, opened, saver, "owls")
        second = run(adaptive(), "Do owls sleep?", opened, saver, "owls")
        third = run(adaptive(), "Do owls sleep?", opened)
        (state,) = [adaptive().compile(checkpointer=saver).get_state({"configurable": {"thread_id": "owls"}}).values]
    assert first.notes == second.notes == third.notes == ("the web is empty",)
    assert first.route == second.route == third.route and first.refused and second.refused
    assert [(rule.when, rule.do) for rule in state["moves"]] == whys(second) and len(state["notes"]) == 1
    assert state["question"] == "Do owls sleep?" and len(state["grades"]) == 1


def test_what_a_second_document_says_joins_the_answer_after_the_draft_was_verified_alone(kit):
    llm = model()
    trace = run(adaptive(), QUESTION, kit(llm, rival_from=0.65))
    other = trace.passages[1]
    assert trace.answer == f"{FIRST} Another document says: {other.text} [2]"
    assert other.source != trace.passages[0].source
    assert [claim.text for claim in trace.claims] == ["Owls hunt mice at night."]
    assert llm.count("fits") == 2  # of the draft, and of the sentence by its own passage


def test_a_draft_that_is_written_again_is_not_judged_again_and_ends_the_tries(kit):
    web = FakeWeb(BAT)
    llm = model(draft=[FIRST, FIRST, BATS["draft"]], stated=[0.1, 0.9])
    trace = run(adaptive(), QUESTION, kit(llm, web=web))
    assert whys(trace)[1:4] == [("unsupported", "plan"), ("approved", "generate"), ("repeated", "search_web")]
    assert trace.answer == BATS["draft"] and llm.count("stated") == 2
    alone = run(adaptive(), QUESTION, kit(model(stated=0.1)))
    assert whys(alone)[-1] == ("repeated", "apologise") and alone.refused
