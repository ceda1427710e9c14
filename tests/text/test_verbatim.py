"""What a text states word for word: whole sentences, rows and clauses, and the reason behind the question's words."""

import pytest

from ragkit.text.verbatim import states

EDGE = (
    "One edge of negative weight destroys the claim: a vertex may already be settled when a cheaper route through "
    "the negative edge turns up, and Dijkstra's algorithm never reopens it."
)
REASON = EDGE.split(": ")[1]
OWLS = "Owls sleep by day. One thing hides **owls**: they hunt mice at night."
TABLE = "| animal | how it hunts |\n|---|---|\n| barn owl | it hears the mice at night |"


@pytest.mark.parametrize(
    "question",
    [
        "Why does Dijkstra's algorithm fail on negative edges?",
        "Can you say why Dijkstra's algorithm, as a rule, fails on edges, negative edges?",
    ],
)
def test_a_reason_behind_the_words_of_the_question_is_stated(question):
    claim = f"Dijkstra's algorithm fails on negative edges because {REASON}"
    assert states(EDGE, claim, question)
    assert not states(EDGE, claim) and not states(EDGE, claim, "When is it wrong?")


@pytest.mark.parametrize(
    "claim",
    [
        "Owls sleep by day.",
        "owls SLEEP by day",
        "**Owls** sleep, `by` day!",
        "They hunt mice at night.",
        "One thing hides owls: they hunt mice at night.",
        "One thing hides owls",
    ],
)
def test_case_punctuation_and_markup_do_not_count(claim):
    assert states(OWLS, claim)


@pytest.mark.parametrize(
    "claim",
    [
        "Owls hunt mice at night.",  # put together from two
        "Owls sleep by",  # cut short
        "hunt mice at night",  # a part of a clause
        "Owls sleep by day. One thing hides owls",  # two sentences
        "Owls sleep by day, one thinks.",
        "Owls do not sleep by day.",
        "",
    ],
)
def test_a_part_of_a_sentence_and_what_is_added_are_not_stated(claim):
    assert not states(OWLS, claim)


def test_either_side_of_a_semicolon_is_a_clause():
    rules = "Keep two sets; settle the nearest vertex first; look at it once only."
    assert states(rules, "Settle the nearest vertex first.") and states(rules, "Look at it once only.")
    assert states(rules, rules) and not states(rules, "Settle the nearest vertex first; look at")
    code = "Write `a b c d; e f g h` in one line."
    assert states(code, code) and not states(code, "e f g h in one line")


@pytest.mark.parametrize(
    "denial",
    ["A common mistake", "This is false", "It is not so", "A myth", "The wrong way", "An error", "It isn't so",
     "Nothing of it is true: never"],
)  # fmt: skip
def test_a_clause_behind_one_that_denies_is_not_stated(denial):
    assert not states(f"{denial}: owls hunt mice by day.", "Owls hunt mice by day.")
    assert not states(f"{denial}: owls sing; owls hunt mice by day.", "Owls hunt mice by day.")


def test_beside_a_denial_that_clause_alone_and_the_sentence_as_a_whole_are_stated():
    text = "The queue has the border; no vertex is settled twice: a settled one is done with."
    assert states(text, "No vertex is settled twice.") and states(text, text)
    assert not states(text, "The queue has the border.") and not states(text, "A settled one is done with.")


@pytest.mark.parametrize(
    "text",
    [
        "Owls hunt mice by day: that is a myth.",
        "Owls hunt mice by day; this is wrong.",
        "It doesn’t: owls hunt mice by day.",
        "Nobody claims this: owls hunt mice by day.",
        "It is hardly true: owls hunt mice by day.",
        "Some people say: owls hunt mice by day.",
        "A common belief: owls hunt mice by day.",
        "If it rains: owls hunt mice by day.",
        "Unless it rains: owls hunt mice by day.",
    ],
)
def test_what_is_denied_reported_or_true_under_a_condition_is_not_stated(text):
    assert not states(text, "Owls hunt mice by day.") and states(text, text)


def test_a_lead_has_the_words_of_the_question_in_their_order():
    text = "One thing is known: they hunt mice at night."
    asked = "Why do owls fear cats?"
    assert states(text, "Owls fear cats because they hunt mice at night.", asked)
    assert not states(text, "Cats fear owls because they hunt mice at night.", asked)


WHY = "Why are owls unseen?"


@pytest.mark.parametrize("link", ["because", "since", "as", ", as", "Because"])
def test_a_lead_repeats_the_question_up_to_the_word_that_joins_the_reason(link):
    assert states(OWLS, f"Owls are unseen {link} they hunt mice at night.", WHY)


def test_a_reason_may_begin_with_its_joining_word_alone():
    assert states(OWLS, "Because they hunt mice at night.", WHY)


@pytest.mark.parametrize(
    "claim",
    [
        "Owls are unseen when they hunt mice at night.",  # no reason
        "Owls are unseen they hunt mice at night.",
        "Bats are unseen because they hunt mice at night.",  # a word that the question lacks
        "Owls are unseen in snow because they hunt mice at night.",
        "Owls are not unseen because they hunt mice at night.",  # a negation that the question lacks
        "Owls are never unseen because they hunt mice at night.",
        "Owls are unseen because they hunt mice.",  # the reason is cut short
        "They hunt mice at night because owls are unseen.",  # the other way round
    ],
)
def test_a_lead_that_says_more_or_less_than_the_question_is_not_stated(claim):
    assert not states(OWLS, claim, WHY)


def test_a_lead_that_lacks_the_questions_negation_is_not_stated():
    claims = ("Owls are not seen because they hunt mice at night.", "Owls are seen because they hunt mice at night.")
    assert [states(OWLS, claim, "Why are owls not seen?") for claim in claims] == [True, False]
    assert [states(OWLS, claim, "Why are owls seen?") for claim in claims] == [False, True]


def test_a_row_of_a_table_is_stated_as_a_sentence_and_a_cell_is_not():
    assert states(TABLE, "Barn owl; how it hunts: it hears the mice at night.")
    assert not states(TABLE, "It hears the mice at night.") and not states(
        TABLE, "How it hunts: it hears the mice at night"
    )


def test_a_heading_is_not_stated():
    assert not states("# Owls hunt mice at night\n\nThey do.", "Owls hunt mice at night.")


@pytest.mark.parametrize(
    ("said", "stated"), [("Owls hunt mice.", False), ("It is so.", False), ("Owls hunt mice daily.", True)]
)
def test_fewer_than_four_words_may_be_anywhere_by_chance(said, stated):
    assert states(f"{said} So it is.", said) is stated


def test_a_short_clause_is_not_the_reason_of_a_longer_claim():
    assert not states("One thing: they hunt mice.", "Owls are unseen because they hunt mice.", WHY)
