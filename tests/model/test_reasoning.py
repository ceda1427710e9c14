"""Reasoning is taken out of a reply in each form that models write it in, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit.model.reasoning import TAGS, parted

ANSWER = "The red pump lifts 40 litres a minute. [1]"
THOUGHT = "Is it 77 litres?\nNo, 40."
FORMS = ["{0}{2}{1}{3}", "{0}\n{2}\n{1}\n\n{3}", "\n {0}{2}{1} {3}", "{2}\n{1}\n\n{3}", "{2}{1}\n{3}"]
PLAIN = st.text(alphabet="abc 7.\n", min_size=1).filter(str.strip)


@pytest.mark.parametrize(("first", "second"), TAGS.items())
@pytest.mark.parametrize("form", FORMS)
def test_what_stands_between_the_tags_is_reasoning(first, second, form):
    assert parted(form.format(first, second, THOUGHT, ANSWER)) == (THOUGHT, ANSWER)


@pytest.mark.parametrize("first", TAGS)
def test_a_first_tag_alone_reaches_to_the_end(first):
    assert parted(f"{first}\n{THOUGHT}") == (THOUGHT, "")


def test_a_reply_of_nothing_but_tags_is_read_in_a_moment():
    text = "<think>\n" * 400_000
    assert parted(text)[1] == ""
    assert parted("</think>\n" + text)[1] == ""


@pytest.mark.parametrize(
    "wrapped", ["{}<|im_end|>", "{}\n</s>", "<answer>{}</answer>", "<answer>\n{}\n</answer><|im_end|>"]
)
def test_what_a_server_leaves_around_an_answer_goes(wrapped):
    assert parted(wrapped.format(ANSWER)) == ("", ANSWER)
    assert parted(f"<think>{THOUGHT}</think>{wrapped.format(ANSWER)}") == (THOUGHT, ANSWER)


def test_reasoning_after_a_sentence_goes_too():
    assert parted(f"Okay. <think>{THOUGHT}</think> {ANSWER}") == (THOUGHT, f"Okay. {ANSWER}")


def test_reasoning_in_several_places_is_one_and_in_any_case():
    text = f"<THINK>a</THINK>\n{ANSWER}\n<thinking>b</thinking>"
    assert parted(text) == ("a\nb", ANSWER)


@pytest.mark.parametrize(
    "text",
    [
        "Put <think> before the reasoning and </think> after it.",
        "The tag is `</think>`.\nNothing follows it.",
        'It ends in "</think>"\nwhere the answer begins.',
        "  An answer with its own spaces \n",
        "",
    ],
)
def test_a_tag_that_a_sentence_is_about_stays(text):
    assert parted(text) == ("", text)


@given(thought=PLAIN, answer=PLAIN, tags=st.sampled_from(sorted(TAGS.items())), space=st.sampled_from(["", "\n"]))
def test_no_word_of_the_reasoning_is_in_the_answer_and_none_of_the_answer_is_lost(thought, answer, tags, space):
    first, second = tags
    assert parted(f"{first}{space}{thought}{space}{second}{space}{answer}") == (thought.strip(), answer.strip())
