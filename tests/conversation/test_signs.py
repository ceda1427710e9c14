import pytest

from ragkit.conversation.signs import is_complete, is_english, is_fragment, refers_back


@pytest.mark.parametrize(
    ("typed", "sign"),
    [
        ("But why?", 'it opens with "but"'),
        ("What if it rains at night?", 'it opens with "what if"'),
        ("Are both of them rare?", 'it refers back with "both of them"'),
        ("Can you give more details?", 'it refers back with "more details"'),
        ("Did she write a book?", '"she" has no antecedent in it'),
        ("What does this cost?", '"this" has no antecedent in it'),
        ("What is the reason for that?", '"that" has no antecedent in it'),
        ("Did Ada Lovelace write what she thought?", ""),
        ("Which team that plays in Oslo won?", ""),
        ("Is the price these days high?", ""),
        ("How long does it take to walk to Oslo?", ""),
    ],
)
def test_the_sign_is_named(typed, sign):
    assert refers_back(typed) == sign


def test_a_few_words_are_english_where_the_conversation_is():
    assert is_english("Regional differences", ["Why is the price high?"])
    assert not is_english("Regional differences", ["Warum ist der Preis hoch?"])
    assert not is_english("Regionale Unterschiede sind groß", ["Why is the price high?"])


def test_a_name_with_an_accent_leaves_a_message_english_and_a_word_with_one_does_not():
    assert is_english("When did Borůvka publish it?")
    assert not is_english("What is größer?")
    assert not is_english("What is 猫头鹰?")


def test_a_fragment_asks_nothing():
    assert [is_fragment(typed) for typed in ("Backups.", "Is it a heap?", "I like owls")] == [True, False, False]


def test_a_complete_question_names_something():
    assert [is_complete(typed) for typed in ("Who is Ada Lovelace?", "Ada Lovelace", "Who is it?")] == [
        True,
        False,
        False,
    ]
