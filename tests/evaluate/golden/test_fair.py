"""Keys that every answer has, or none, are refused, and keys that are only short are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.evaluate.golden.fair import kept_by_the_refusal, unfair_forbidden, unfair_keys, unfair_phrases
from ragkit.evaluate.golden.keys import holds, says_nothing


@pytest.mark.parametrize(
    "key", ["", " ", "\t", "|", "**", "`_`", "×", ".", "\u200b", "–", "a", "P", "the", " Of ", "is"]
)
def test_a_key_that_nearly_every_answer_has_is_refused(key):
    (said,) = unfair_keys([["40"], [key]])
    assert said.startswith("keys.1.0: ") and said.endswith("so every answer has it; write what a right answer says")


@pytest.mark.parametrize("key", ["4", "-1", "≥", "¬", "α", "8½", "Au", "no", "not", "class P", "(B)", "no such", "#P"])
def test_a_short_key_that_says_something_is_kept(key):
    assert list(unfair_keys([[key]])) == []


@given(st.text(st.sampled_from(" \t*`$|·×\\")))
def test_whatever_consists_of_marks_says_nothing_and_every_text_holds_it(key):
    assert says_nothing(key) and holds("Bananas are yellow.", key)


def test_a_group_without_a_spelling_is_refused():
    assert list(unfair_keys([["40"], []])) == ["keys.1: no spelling, so no answer is right; write one"]


def test_keys_that_the_refusal_has_are_refused():
    assert list(kept_by_the_refusal([["answer"], ["documents", "40"]])) != []
    assert list(kept_by_the_refusal([["answer"], ["40"]])) == list(kept_by_the_refusal([])) == []


def test_what_is_forbidden_may_be_no_part_of_every_spelling():
    (said,) = unfair_forbidden(["1911"], [["red"], ["in 1911", "1911"]])
    assert said == "forbidden.0: every spelling of keys.1 has it, so no answer is right; leave it out"
    assert list(unfair_forbidden(["1912"], [["in 1911"], ["1911 or 1912", "1911"]])) == []
    assert len(list(unfair_forbidden(["*", "the"], []))) == 2


def test_a_phrase_is_compared_without_articles():
    assert [said.partition(":")[0] for said in unfair_phrases([["The", "a!"]])] == ["keys.0"]
    assert list(unfair_phrases([["The", "the Beatles"]])) == []
