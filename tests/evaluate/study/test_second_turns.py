"""The second of two questions about one thing calls it *it*; the first is what was said before."""

from dataclasses import replace

from studies import draft

from ragkit.conversation import Turn
from ragkit.evaluate.study.second_turns import second_turns

BUILT = replace(draft("built", "Who built Marren Dam?", "Kahn", document="dam.md"), part="fit")
HIGH = replace(draft("high", "How high is Marren Dam?", "48 m", document="dam.md"), part="fit")


def test_the_name_of_the_first_question_is_left_out_of_the_second():
    (found,) = second_turns([BUILT, HIGH])
    assert (found.id, found.question, found.kind) == ("built-then-high", "How high is it?", "follow-up")
    assert (found.keys, found.answer, found.part) == (HIGH.keys, HIGH.answer, "fit")
    assert found.history == (Turn("Who built Marren Dam?", "It is Kahn."),)


def test_questions_of_two_documents_or_about_two_things_make_no_follow_up():
    elsewhere = replace(HIGH, support=draft("x", "?", "x", document="other.md").support)
    other = replace(HIGH, question="How high is Orle Dam?")
    assert second_turns([BUILT, elsewhere]) == [] and second_turns([BUILT, other]) == []
    assert second_turns([BUILT, replace(HIGH, answer=None)]) == []


def test_each_question_is_used_once():
    third = replace(HIGH, id="wide", question="How wide is Marren Dam?")
    assert [one.id for one in second_turns([BUILT, HIGH, third])] == ["built-then-high"]


def test_a_question_in_which_it_would_be_no_subject_makes_no_follow_up():
    advice = replace(BUILT, question="Who wrote advisory Orle-1?")
    after = replace(HIGH, question="How high is the risk of advisory Orle-1 now?")
    assert second_turns([advice, after]) == []
    owners = replace(BUILT, question="Who led the Orle Bears?"), replace(HIGH, question="How old is the Bears' club?")
    assert second_turns(owners) == []
    more = replace(HIGH, question="I saw a dam. How high is Marren Dam?")
    assert second_turns([BUILT, more]) == []
