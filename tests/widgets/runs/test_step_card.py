"""A step opened up: what it read is what the run noted, and nothing that anybody said becomes markup."""

import pytest

from ragkit.model.meter import Call, Usage
from ragkit.state import Claim, Complexity, Grade, Passage, Rule
from ragkit.trace import Step, Trace
from ragkit.widgets.runs.step_card import shown, step_card

OWL = Passage("owl", "Owls hunt.", source="owls.md")
RULE = Rule("approved", "generate", "the critic approved")


def trace_of(text: str = "Who hunts?") -> Trace:
    call = Call(f"Passages...\n\n{text}", text, Usage(1, 0, 100, 500, 1, 0.5), {"yes": 0.9, "no": 0.1})
    steps = (
        Step("plan", 0.1, Usage(), {"queries": [text], "notes": [text]}),
        Step("retrieve", 0.1, Usage(), {"passages": [OWL], "notes": []}),
        Step("context_critic", 2.0, Usage(1, 1, 100, 500, 1, 0.5),
             {"grades": [Grade(0.9, 0.8, 0.7, 0.8, True)], "moves": [RULE]}, RULE, (call,),
             {"question": text, "passages": [OWL]}),
        Step("my_own", 0.1, Usage(), {text: text}),
    )  # fmt: skip
    return Trace(text, steps, "", (OWL,), 2.3)


def test_what_a_step_read_is_shown_with_its_values():
    html = step_card(trace_of(), 3).data
    assert "step 3 of 4: context_critic" in html and "[1] owls.md" in html and "Who hunts?" in html
    assert "<b>approved → generate</b>: the critic approved" in html
    assert "100 tokens evaluated, 500 reused, 1 generated, 1 from disk" in html


def test_a_judges_call_shows_prompt_reply_and_odds():
    html = step_card(trace_of(), 3).data
    assert html.count("<details>") == 1 and "(yes 0.90, no 0.10)" in html and "<summary>call 1: Who hunts?" in html


def test_a_call_is_told_by_what_is_asked_last_and_by_its_reply_without_control_tokens():
    asked = "Passages:\n\n<|file_sep|><|file_sep|>Is it **so**, and " + "so " * 40 + "\nYes or no?"
    call = Call(asked, "Yes", Usage(1, 0, 1, 1, 1, 0.5), {"<|im_end|>": 1.0})
    html = step_card(Trace("?", (Step("critic", 0.1, Usage(1), {}, calls=(call,)),), "", (), 0.1), 1).data
    head = html.partition("<summary>")[2].partition("</summary>")[0]
    assert head.startswith("call 1: Is it so, and so so") and head.endswith("so… → Yes")
    assert "&lt;|" not in html and "**" not in html and "1 model call, " in html


def test_the_reasoning_before_a_reply_is_shown_where_there_is_some():
    call = Call("Who hunts?", "Owls.", Usage(1), reasoning="Is it <b>bats</b>?")
    trace = Trace("?", (Step("generate", 0.1, Usage(1), {}, calls=(call,)),), "", (), 0.1)
    assert "reasoning<pre tabindex='0'>Is it &lt;b&gt;bats&lt;/b&gt;?</pre>reply" in step_card(trace, 1).data
    assert "reasoning" not in step_card(trace_of(), 3).data


def test_a_step_whose_state_does_not_note_its_reads_says_so_and_lists_none():
    html = step_card(trace_of(), 4).data
    assert "read: not recorded" in html and "[1] owls.md" not in html


def test_a_step_that_read_nothing_says_nothing():
    step = Step("apologise", 0.1, Usage(), {}, read={})
    assert "read: nothing" in step_card(Trace("Who?", (step,), "", (), 0.1), 1).data


def test_values_are_shown_for_people():
    assert shown({"dense": [OWL], "sparse": []}) == "dense: [1] owls.md\nsparse: empty"
    assert shown([Claim("Owls hunt.", None)]) == "[1] Owls hunt. (support ungraded)"
    assert shown(RULE) == "approved → generate" and shown(True) == "True"
    assert shown(Complexity(0.74, 0.5, 1.0, 0.0)) == "score 0.740, length 0.500, connectives 1.000, entities 0.000"


@pytest.mark.parametrize("at", [0, 5, -1])
def test_a_step_that_the_run_does_not_have_is_an_error_that_names_those_it_has(at):
    with pytest.raises(IndexError, match=f"asked for step {at}; this run has steps 1 to 4"):
        step_card(trace_of(), at)
