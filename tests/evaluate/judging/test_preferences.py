"""Pairs are asked about in both orders, each is kept as a line, and a stopped comparison goes on where it was."""

import json
from dataclasses import replace

import pytest
from answer_pairs import ASKER, RIGHT, WRONG, pair, preference, same
from filelock import FileLock

from ragkit.evaluate.judging.pairwise import PairwiseJudge
from ragkit.evaluate.judging.preferences import FAILURES, FILE, NO_ANSWER, NotJudged, ask_pairs, kept, key, unjudged
from ragkit.evaluate.measures.rows import BadResults
from ragkit.model.scripted import ScriptedLLM

FIRST_PLACE = {"": {"A": 0.8, "B": 0.2}}
KNOWS = {f"Answer A:\n> near: {RIGHT}": {"A": 0.9, "B": 0.1}, f"Answer B:\n> near: {RIGHT}": {"A": 0.1, "B": 0.9}}


def asked(folder, pairs, replies=KNOWS, **more):
    llm = ScriptedLLM(replies=dict(replies))
    ask_pairs(folder, pairs, PairwiseJudge(llm, "scripted"), quiet=True, **more)
    return llm.prompts


def lines(folder):
    return [json.loads(line) for line in (folder / FILE).read_text().splitlines()]


def test_both_orders_are_asked_and_the_answer_preferred_in_both_is_the_verdict(tmp_path):
    prompts = asked(tmp_path, [pair()])
    assert [prompt.index(RIGHT) < prompt.index(WRONG) for prompt in prompts] == [True, False]
    (found,) = kept(tmp_path).values()
    assert (found.a_first, found.b_first, found.verdict, found.note) == ("a", "a", "a", "")


def test_a_judge_that_prefers_a_place_contradicts_itself_and_that_is_a_tie(tmp_path):
    asked(tmp_path, [pair()], FIRST_PLACE)
    (found,) = kept(tmp_path).values()
    assert (found.a_first, found.b_first, found.verdict) == ("a", "b", "tie")


@pytest.mark.parametrize(
    ("a_first", "b_first", "verdict"),
    [
        ("b", "b", "b"), ("a", "tie", "tie"), ("tie", "b", "tie"), ("tie", "tie", "tie"), ("a", None, None),
        (None, "a", None),
    ],
)  # fmt: skip
def test_only_an_agreement_of_both_orders_is_a_win(a_first, b_first, verdict):
    assert preference(pair(), a_first, b_first).verdict == verdict


def test_answers_that_read_the_same_are_a_tie_that_nobody_is_asked_about(tmp_path):
    alike = same(pair()).pair
    assert asked(tmp_path, [alike], {}) == []
    assert [one.verdict for one in kept(tmp_path).values()] == ["tie"]


def test_what_has_a_verdict_is_not_asked_again_and_what_has_none_is(tmp_path):
    asked(tmp_path, [pair("owl")])
    asked(tmp_path, [pair("bat")], {"": "no odds"})
    prompts = asked(tmp_path, [pair("owl"), pair("bat"), pair("cat")])
    assert len(prompts) == 4 and not any("owl" in prompt for prompt in prompts)
    assert [line["question"] for line in lines(tmp_path)] == ["owl", "bat", "bat", "cat"]
    assert [one.verdict for one in kept(tmp_path).values()] == ["a", "a", "a"]


def test_a_call_that_fails_is_no_verdict_and_the_second_order_is_not_asked(tmp_path):
    assert len(asked(tmp_path, [pair()], {"": "no odds"})) == 1
    (found,) = kept(tmp_path).values()
    assert found.verdict is None and "could not judge" in found.note


def test_another_answer_judge_way_or_reference_is_another_pair():
    one = pair()
    other = replace(one, a=replace(one.a, answer="At dusk."))
    keys = {key(one, ASKER), key(other, ASKER)}
    for change in ({"judge": "other"}, {"structured": True}, {"reference": True}):
        keys.add(key(one, replace(ASKER, **change)))
    assert len(keys) == 5
    assert unjudged([one, other], {key(one, ASKER): preference(one, "a", "a")}, ASKER) == [other]


def test_the_reference_is_shown_only_when_asked_for_and_a_question_without_one_says_so(tmp_path):
    (prompt, _) = asked(tmp_path, [pair()])
    assert "The right answer" not in prompt
    (prompt, _) = asked(tmp_path, [pair()], reference=True)
    assert f"The right answer:\n> {RIGHT}" in prompt
    (prompt, _) = asked(tmp_path, [pair("mars", answer=None)], reference=True)
    assert f"The right answer:\n> {NO_ANSWER}" in prompt


def test_several_pairs_in_a_row_without_a_verdict_end_the_comparison_and_say_why(tmp_path):
    pairs = [pair(f"owl{number}") for number in range(2 * FAILURES)]
    with pytest.raises(NotJudged, match=r"5 pairs in a row could not be judged, the last: .*structured judge.*goes on"):
        asked(tmp_path, pairs, {"": "no odds"})
    assert len(lines(tmp_path)) == FAILURES


def test_answers_that_read_the_same_do_not_hide_that_an_endpoint_fails(tmp_path):
    pairs = []
    for number in range(FAILURES):
        pairs += [pair(f"owl{number}"), same(pair(f"bat{number}")).pair]
    with pytest.raises(NotJudged):
        asked(tmp_path, pairs, {"": "no odds"})
    assert len(lines(tmp_path)) == 2 * FAILURES - 1


def test_failures_between_verdicts_do_not_end_it(tmp_path):
    pairs = [pair(f"owl{number}", right=(number % 2, 0)) for number in range(2 * FAILURES)]
    asked(tmp_path, pairs, {**KNOWS, "": "no odds"})
    assert len(lines(tmp_path)) == 2 * FAILURES


class Stopped(ScriptedLLM):
    """A model at whose fourth call somebody presses Ctrl-C."""

    def _generate(self, *args, **kwargs):
        if len(self.prompts) == 3:
            raise KeyboardInterrupt
        return super()._generate(*args, **kwargs)


def test_what_was_judged_before_ctrl_c_is_kept_and_the_next_call_goes_on(tmp_path):
    pairs = [pair("owl"), pair("bat"), pair("cat")]
    with pytest.raises(KeyboardInterrupt):
        ask_pairs(tmp_path, pairs, PairwiseJudge(Stopped(replies=KNOWS), "scripted"), quiet=True)
    assert [line["question"] for line in lines(tmp_path)] == ["owl"]
    assert len(asked(tmp_path, pairs)) == 4
    assert [line["question"] for line in lines(tmp_path)] == ["owl", "bat", "cat"]


def test_a_line_cut_short_by_a_crash_is_asked_about_again(tmp_path):
    asked(tmp_path, [pair("owl"), pair("bat")])
    text = (tmp_path / FILE).read_text()
    (tmp_path / FILE).write_text(text[:-20])
    assert len(asked(tmp_path, [pair("owl"), pair("bat")])) == 2
    assert (tmp_path / FILE).read_text() == text


def test_a_damaged_line_is_named_and_nothing_is_lost(tmp_path):
    asked(tmp_path, [pair("owl")])
    text = (tmp_path / FILE).read_text() + "{}\n"
    (tmp_path / FILE).write_text(text)
    with pytest.raises(BadResults, match=r"pairwise\.jsonl, line 2: not a judged pair"):
        asked(tmp_path, [pair("owl")])
    assert (tmp_path / FILE).read_text() == text


def test_two_do_not_write_into_one_folder(tmp_path):
    with FileLock(tmp_path / ".lock"), pytest.raises(BadResults, match="something else is at work in"):
        asked(tmp_path, [pair("owl")])
