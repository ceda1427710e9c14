"""A follow-up leaves out the name that the question before it has said, and only where that is safe."""

import pytest

from ragkit.evaluate.golden.follow_ups import FollowUp, follow_up, shared

DAM = "Who built Marren Dam?"


@pytest.mark.parametrize(
    ("before", "question", "user", "kind"),
    [
        (DAM, "How high is Marren Dam?", "How high is it?", "pronoun"),
        (DAM, "What is the height of Marren Dam?", "And what is the height?", "ellipsis"),
        ("Is the Orle wide?", "How long is the Orle?", "How long is it?", "pronoun"),
        ("Is the Orle wide?", "Where does the Orle, by law, begin?", "Where does it, by law, begin?", "pronoun"),
        ("Was Kahn's method new?", "How fast is Kahn's method?", "How fast is it?", "pronoun"),
        ("When did Kahn write?", "How fast is Kahn's method?", "How fast is its method?", "pronoun"),
        ("Does Kestrel 2 fly?", "What does Kestrel 2 carry?", "What does it carry?", "pronoun"),
    ],
)
def test_the_shared_name_becomes_a_pronoun_or_is_left_out(before, question, user, kind):
    assert follow_up(before, question) == FollowUp(user, kind)


@pytest.mark.parametrize(
    ("before", "question", "why"),
    [
        ("How high is Dunmoor Dam?", "How high is Marren Dam?", "another name"),
        ("Who built it?", "How high is the dam?", "no name"),
        ("Where is the Ansa spacecraft?", "How heavy is the Ansa spacecraft?", "the name may go on"),
        ("How long is Orle?", "Orle or Vey, which is longer?", "the first word is no name"),
        ("Who wrote Quill?", "Is Quill?", "too few words are left"),
        ("Who is Ada?", "Did Ada know that Ada's?", "the name is said again"),
        ("Is Marrena long?", "How long is Marren?", "a part of another word"),
    ],
)
def test_where_no_rule_fits_there_is_no_follow_up(before, question, why):
    assert follow_up(before, question) is None, why


def test_a_name_is_spelled_with_its_article_and_what_it_owns():
    found = shared("Who found Kahn's method?", "How fast is Kahn's method?")
    assert (found.spelled, found.words, found.instead) == ("Kahn's method", "Kahn", "it")
    assert shared(DAM, "When was the Marren Dam opened?") is None
