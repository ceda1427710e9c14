"""Whether a draft answers its question: asked once, of a bare phrase as of the sentence that it stands for."""

import pytest
from fakes import OWL

from ragkit.judges import Verdicts, fit
from ragkit.judges.fit_judge import as_sentence


class Listening:
    """A judge that says what it is told to; `asked` keeps what it was shown and asked."""

    name = "listening"

    def __init__(self, odds, note=""):
        self.said, self.asked = Verdicts([odds], note), []

    def verdicts(self, question, passages, asked):
        self.asked.append((question, list(passages), asked))
        return self.said


@pytest.mark.parametrize(
    ("draft", "shown"),
    [
        ("Owls hunt at night [1].", "Owls hunt at night."),
        ("Tawny owls [1]", "The answer is Tawny owls."),
        ("42 [3]", "The answer is 42."),
    ],
)
def test_a_draft_is_asked_about_once_without_citations_and_a_phrase_as_a_sentence(draft, shown):
    judge = Listening(0.75)
    assert fit(judge, "Who hunts?", [OWL], draft) == (0.75, "")
    assert judge.asked == [("Who hunts?", [OWL], [f"Answer: {shown}\nIs this the right answer by the passages?"])]


def test_a_judge_that_could_not_judge_says_why():
    assert fit(Listening(None, "the line is dead"), "Who hunts?", [OWL], "Owls") == (None, "the line is dead")


@pytest.mark.parametrize(
    "text", ["Owls hunt.", "鸮在夜间捕食。", "أين البوم؟", "Why?", "No!", "It is `O(n)`.", 'He said "owls."', "", " ",
             "the barn owl of the far north",
             "- owls\n- cats\n- the trees and the fish"],
)  # fmt: skip
def test_what_ends_like_a_sentence_is_long_or_empty_stays_as_it_is(text):
    assert as_sentence(text) == text


@pytest.mark.parametrize("text", ["Owls", "1, 2, 3 and 4", "the barn owl of the north", "`O(n)`", " O(V + E)\n"])
def test_up_to_six_words_without_an_end_become_a_sentence(text):
    assert as_sentence(text) == f"The answer is {text.strip()}."
