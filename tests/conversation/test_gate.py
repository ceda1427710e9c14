import math

import pytest

from ragkit.conversation import NEEDED, Turn, need, sort_of
from ragkit.model.scripted import ScriptedLLM

OWLS = [Turn("What do barn owls hunt?", "Mice. [1]")]
ASKED_BACK = [Turn("How do owls hunt?", "Which do you mean?", readings=("barn owls", "snowy owls"))]


@pytest.mark.parametrize(
    ("typed", "sort"),
    [
        ("Hi!", "greeting"),
        ("Hello there", "greeting"),
        ("Great, thanks a lot.", "greeting"),
        ("Thank you very much for your help!", "greeting"),
        ("Yes, please.", "assent"),
        ("yes", "assent"),
        ("Go on", "assent"),
        ("Okay, tell me more.", "assent"),
        ("No, I meant snowy owls.", "correction"),
        ("I mean the barn owls.", "correction"),
        ("That was not my question.", "correction"),
        ("What? No, I want to know about snowy owls.", "correction"),
        ("Not the barn owl, but the snowy owl", "correction"),
        ("And snowy owls?", "follow-up"),
        ("What about Norway?", "follow-up"),
        ("Why?", "follow-up"),
        ("Why not?", "follow-up"),
        ("When do they hunt?", "follow-up"),
        ("How long does it live?", "follow-up"),
        ("Is that true?", "follow-up"),
        ("Does he feed the chicks?", "follow-up"),
        ("Is the first one quieter?", "follow-up"),
        ("How is the latter fed?", "follow-up"),
        ("How common is this method?", "follow-up"),
        ("Which of them is larger?", "follow-up"),
        ("Regional differences", "follow-up"),
        ("FICO?", "follow-up"),
        ("You said mice?", "follow-up"),
        ("What is the capital of Norway?", "standalone"),
        ("How does Dijkstra's algorithm use its heap?", "standalone"),
        ("Did Ada Lovelace publish what she wrote?", "standalone"),
        ("How are nests built?", None),
        ("What are common treatments?", None),
    ],
)
def test_rules_say_what_a_message_is_or_that_they_do_not_decide(typed, sort):
    assert sort_of(typed, OWLS)[0] == sort


@pytest.mark.parametrize(
    "typed",
    [
        "Warum jagen die bei Nacht?",
        "Und wann schlafen sie?",
        "Was fressen Schleiereulen im Winter?",
        "Et pourquoi chassent-ils la nuit ?",
        "¿Y por qué cazan de noche?",
        "为什么？",
        "なぜですか",
        "그것은 왜?",
        "А почему ночью?",
    ],
)
def test_in_another_language_the_model_is_asked(typed):
    sort, why = sort_of(typed, OWLS)
    assert sort is None
    assert why in ("the rules are for English", "no rule decides")


def test_a_sign_is_named():
    assert sort_of("When do they hunt?", OWLS)[1] == '"they" has no antecedent in it'
    assert sort_of("And snowy owls?", OWLS)[1] == 'it opens with "and"'


@pytest.mark.parametrize(
    "typed",
    [
        "What is a catch basin and how is it built?",
        "Is it possible to keep an owl at home?",
        "How do companies hire the people they need?",
        "Which city that has owls is large?",
        "What happened this year in Norway?",
    ],
)
def test_a_pronoun_with_an_antecedent_or_none_to_have_is_no_sign(typed):
    assert sort_of(typed, OWLS)[0] in (None, "standalone")


def test_the_first_message_needs_nothing():
    assert sort_of("And why?", []) == ("first", "nothing was said before it")
    assert sort_of("Hello", [])[0] == "greeting"


@pytest.mark.parametrize("typed", ["2", "2.", "the second one", "Number two", "snowy owls", "The snowy ones", "last"])
def test_a_reading_is_chosen_by_number_ordinal_or_words(typed):
    assert sort_of(typed, ASKED_BACK) == ("choice", "it chooses the reading: snowy owls")


@pytest.mark.parametrize("typed", ["3", "0", "owls", "the third one", "How many eggs do snowy owls lay in a nest?"])
def test_what_names_no_reading_chooses_none(typed):
    assert sort_of(typed, ASKED_BACK)[0] != "choice"


def test_where_nothing_was_asked_back_a_number_is_no_choice():
    assert sort_of("2", OWLS)[0] != "choice"


def test_an_empty_message_is_no_error():
    assert sort_of("", OWLS) == ("standalone", "it has no word")
    assert sort_of("?!", OWLS) == ("standalone", "it has no word")


def test_need_is_the_odds_of_yes():
    llm = ScriptedLLM(replies={NEEDED: {"yes": 0.3, "no": 0.1}})
    odds, note = need(llm, "How are nests built?", OWLS)
    assert math.isclose(odds, 0.75)
    assert note == ""


def test_without_odds_a_note_says_why():
    odds, note = need(ScriptedLLM(replies={NEEDED: "Perhaps."}), "How are nests built?", OWLS)
    assert odds is None
    assert note.startswith("the model could not say whether the history is needed: asked for log-probabilities")
