"""The query of a retry (adaptive, eqs. 6 and 7)."""

from ragkit.nodes.retry import refined

QUESTION, WORDS = "Who was first?", "Kahn 1962"


def test_only_the_refined_query_is_looked_up():
    looked_up = []
    assert refined(QUESTION, WORDS, [], lambda query: bool(looked_up.append(query))) == "Who was first? Kahn 1962"
    assert looked_up == ["Who was first? Kahn 1962"]


def test_a_query_that_failed_before_puts_the_words_first_and_last():
    said = refined(QUESTION, WORDS, [], lambda query: query == "Who was first? Kahn 1962")
    assert said == "Kahn 1962 Who was first? details regarding Kahn 1962"


def test_without_words_the_question_stays_and_nobody_is_asked():
    assert refined(QUESTION, "", [], lambda query: 1 / 0) == QUESTION


def test_a_query_of_this_run_is_not_searched_for_again():
    said = refined(QUESTION, WORDS, ["Who was first?", "Who was first? Kahn 1962"], lambda query: False)
    assert said == "Kahn 1962 Who was first? details regarding Kahn 1962"
