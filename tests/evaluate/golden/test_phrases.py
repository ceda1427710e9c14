"""Exact match and F1 by the definition of SQuAD and HotpotQA, with numbers worked by hand."""

import pytest

from ragkit.evaluate.golden.phrases import contains, exact_match, f1, normalised


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The  Broncos\n", "broncos"),
        ("a cat, an owl & the dog", "cat owl dog"),
        ("Theatre", "theatre"),  # begins with an article and is none
        ("U.S.A.", "usa"),
        ("a.", ""),
        ("(the) \u201cowl\u201d", "\u201cowl\u201d"),  # only ASCII punctuation goes
        ("20\u201318", "20\u201318"),
        ("", ""),
    ],
)
def test_case_punctuation_articles_and_spaces_do_not_count(text, words):
    assert normalised(text) == words


@pytest.mark.parametrize(
    ("answer", "golds", "exact", "fit"),
    [
        ("The Broncos", ["Broncos"], 1, 1),
        ("Broncos", ["Denver Broncos"], 0, 2 / 3),  # precision 1, recall 1/2
        ("Denver Broncos", ["Broncos", "the Denver Broncos!"], 1, 1),  # the best of both
        ("They were the Denver Broncos", ["Denver Broncos"], 0, 2 / 3),  # 2 of 4 and 2 of 2
        ("owl owl owl", ["owl cat"], 0, 2 / 5),  # one owl is shared: 1 of 3 and 1 of 2
        ("cat owl", ["owl cat"], 0, 1),  # the order counts for the one and not for the other
        ("cats", ["dogs"], 0, 0),
        ("", ["owl"], 0, 0),
        ("", ["the"], 1, 0),  # as SQuAD's script has it: equal, and no word in common
        ("owl", [], 0, 0),
        ("Yes.", ["yes"], 1, 1),
        ("yes they do", ["yes"], 0, 0),  # 1 of 3 and 1 of 1 otherwise
        ("no", ["no man's land"], 0, 0),
        ("in no time", ["no time"], 0, 4 / 5),  # no verdict on either side: 2 of 3 and 2 of 2
    ],
)
def test_exact_match_and_f1_are_those_of_the_scripts(answer, golds, exact, fit):
    assert exact_match(answer, golds) == exact
    assert f1(answer, golds) == pytest.approx(fit)


@pytest.mark.parametrize(
    ("answer", "golds", "there"),
    [
        ("It was shot by Stephen King.", ["Stephen King"], True),
        ("Stephen and King", ["Stephen King"], False),
        ("the Stephen the King", ["Stephen King"], True),  # without articles they are side by side
        ("Stephen Kingsley", ["Stephen King"], False),
        ("none of these", ["owl", "these"], True),
        ("owl", ["the"], False),
        ("", ["owl"], False),
        ("Yes, both are.", ["yes"], True),
        ("They say yes.", ["yes"], False),
        ("No one knows", ["no"], True),
        ("None of them", ["no"], False),
    ],
)
def test_an_answer_contains_a_phrase_when_all_its_words_are_side_by_side(answer, golds, there):
    assert contains(answer, golds) is there
