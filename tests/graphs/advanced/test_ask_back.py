"""A question back: asked where two documents differ and nothing decides, and never where one does."""

from types import SimpleNamespace

import pytest
from fakes import model

from ragkit.conversation import FollowUp, Turn
from ragkit.evidence import Evidence
from ragkit.graphs import advanced
from ragkit.graphs.advanced.ask_back import ask_back
from ragkit.graphs.advanced.state import AdvancedState
from ragkit.state import Found, Passage
from ragkit.trace import run

GUIDE = Passage("g", "The map has 12 roads.", source="guide.md", section="Maps")
LAB = Passage("l", "The map has 19 roads.", source="lab.md", section="Maps")
HEAP = Passage("h", "A heap is a complete binary tree of keys.", source="heaps.md")
AREA = Passage("m", "A heap is an area of memory for blocks.", source="memory.md")
QUESTION = "How many roads has the map?"


def asked(kit, *passages, question=QUESTION, fits=0.9, history=(), **more):
    """What `ask_back` writes about these passages."""
    opened = kit(model(fits=fits), **more)
    state = AdvancedState(question=question, passages=list(passages), history=list(history))
    return ask_back(state, SimpleNamespace(context=opened))


def test_two_documents_with_different_numbers_are_named_as_choices(kit):
    wrote = asked(kit, GUIDE, LAB)
    assert wrote["readings"] == ["12 (guide.md, Maps)", "19 (lab.md, Maps)"]
    assert wrote["answer"].splitlines()[1:] == ["1. 12 (guide.md, Maps)", "2. 19 (lab.md, Maps)"]


def test_two_meanings_of_a_word_are_named_as_choices(kit):
    wrote = asked(kit, HEAP, AREA, question="What is a heap?")
    assert wrote["readings"] == ["complete binary tree keys (heaps.md)", "area memory blocks (memory.md)"]


@pytest.mark.parametrize(
    "pair",
    [
        (GUIDE, Passage("l", "The map has 12 roads in all.", source="lab.md")),  # the same number
        (GUIDE, Passage("l", "The map has 19 roads.", source="guide.md")),  # the same document
        (GUIDE, Passage("l", "The map has many roads.", source="lab.md")),  # no number
        (GUIDE,),
        (),
    ],
)
def test_where_there_is_nothing_to_choose_no_judge_is_asked(kit, pair):
    wrote = asked(kit, *pair, fits="never asked")
    assert wrote == {"answer": "", "readings": [], "notes": []}


TABLE = "| gauge | alarm, m |\n|---|---|\n| G3 | 2.1 |\n| G7 | 3.6 |\n| G9 | 3.6 |"
GAUGES = Passage("t", TABLE, source="gauges.md")


def test_rows_that_fit_equally_well_are_named_as_choices(kit):
    wrote = asked(kit, GAUGES, question="What is the alarm of the gauge?")
    assert wrote["readings"] == ["gauge: G3 (gauges.md)", "gauge: G7 (gauges.md)", "gauge: G9 (gauges.md)"]


@pytest.mark.parametrize(
    "question",
    ["What is the alarm of the gauge G7?", "Which alarm is 2.1?", "Who built the gauge and the alarm beside the weir?"],
)
def test_a_row_that_is_named_or_does_not_answer_is_no_choice(kit, question):
    fits = 0.1 if question.startswith("Who") else "never asked"
    assert asked(kit, GAUGES, question=question, fits=fits)["readings"] == []


OAKS = Passage("o", "| tree | height, m |\n|---|---|\n| oak | 21 |\n| oak | 36 |", source="trees.md")
SAME = Passage("s", "| tree | height, m |\n|---|---|\n| oak | 21 |\n| ash | 21 |", source="trees.md")
TREES = Passage("t", "| tree | height, m |\n|---|---|\n| oak | 21 |\n| ash | 36 |", source="trees.md")


@pytest.mark.parametrize(
    ("table", "question"),
    [
        (OAKS, "What is the height of the tree?"),  # two rows of one name
        (SAME, "What is the height of the tree?"),  # the same height
        (TREES, "What is the height of the oak and of the ash?"),  # both are asked for
    ],
)
def test_rows_between_which_there_is_nothing_to_choose_are_no_choice(kit, table, question):
    assert asked(kit, table, question=question, fits="never asked")["readings"] == []


def test_a_question_that_fits_many_rows_asks_for_a_list(kit):
    rows = "".join(f"| G{number} | {number}.5 |\n" for number in range(1, 7))
    gauges = Passage("t", f"| gauge | alarm, m |\n|---|---|\n{rows}", source="gauges.md")
    assert asked(kit, gauges, question="What is the alarm of the gauge?", fits="never asked")["readings"] == []


def test_a_newer_document_counts_and_a_note_says_so(kit):
    old, new = Passage("o", GUIDE.text, "map-2029.md"), Passage("n", LAB.text, "map-2031.md")
    wrote = asked(kit, old, new)
    assert wrote["readings"] == []
    assert wrote["notes"] == ["not asked back: the documents are dated, and the newer one counts: 2031"]


def test_one_dated_document_does_not_decide(kit):
    assert asked(kit, GUIDE, Passage("n", LAB.text, "map-2031.md"))["readings"] != []


@pytest.mark.parametrize(
    ("question", "history"),
    [
        ("How many roads has the map of the lab?", []),
        (QUESTION, [Turn("What is in the lab's handout?", "A map. [1]")]),
    ],
)
def test_what_was_said_decides(kit, question, history):
    wrote = asked(kit, GUIDE, LAB, question=question, history=history)
    assert wrote["readings"] == [] and "what was said names one of them: lab" in wrote["notes"][0]


def test_a_word_that_one_sentence_happens_to_have_does_not_decide(kit):
    guide = Passage("g", "How many roads: the map of the town has 12.", source="guide.md", section="Maps")
    lab = Passage("l", "How many roads: the map exactly has 19.", source="lab.md", section="Maps")
    wrote = asked(kit, guide, lab, question="How many roads exactly has the map of the town?")
    assert wrote["readings"] != []


@pytest.mark.parametrize("fits", [[0.9, 0.6], [0.6, 0.9], 0.0])
def test_both_sentences_have_to_answer_the_question(kit, fits):
    assert asked(kit, GUIDE, LAB, fits=fits)["readings"] == []


def test_a_judge_that_cannot_judge_asks_nothing_back_and_says_so(kit):
    wrote = asked(kit, GUIDE, LAB, fits="Perhaps.")
    assert wrote["readings"] == [] and "could not judge" in wrote["notes"][0]


def test_a_single_letter_names_no_place(kit):
    lab = Passage("l", "The map has 19 roads.", source="lab-s.md", section="Maps")
    assert asked(kit, GUIDE, lab, question="How many roads has the town's map?")["readings"] != []


def test_it_is_asked_once(kit):
    before = [Turn(QUESTION, "Which one?", readings=("12 (guide.md)", "19 (lab.md)"))]
    assert asked(kit, GUIDE, LAB, fits="never asked", history=before)["readings"] == []


def test_the_setting_switches_it_off(kit):
    assert asked(kit, GUIDE, LAB, fits="never asked", ask_back=False)["readings"] == []


def test_the_threshold_is_a_setting(kit):
    assert asked(kit, GUIDE, LAB, fits=0.4, fit_from=0.4)["readings"] != []


def test_the_turn_ends_with_the_question_and_the_choice_is_answered(kit, monkeypatch):
    monkeypatch.setattr(Evidence, "variants", lambda *_, **__: Found([GUIDE, LAB]))
    opened = kit(model(draft="The map has 19 roads. [2]"))
    first = run(advanced(), QUESTION, opened)
    assert first.route[-2:] == ["ask_back", "keep_turn"] and first.answer.startswith("This can be read")
    (turn,) = first.steps[-1].wrote["history"]
    second = run(advanced(), "the second one", opened, history=[turn])
    assert second.route[0] == "conversational_rewrite" and second.route[-2:] == ["evaluate_answer", "keep_turn"]
    assert second.answer == "The map has 19 roads. [2]"
    assert second.steps[0].wrote["follow_up"].sort == "choice"
    asked_of_it = f"the second one (That is: {QUESTION} 19 (lab.md, Maps))"
    assert sum(asked_of_it in prompt for prompt in opened.llm.prompts) > 3


def test_a_choice_is_read_as_the_question_with_the_reading():
    chosen = FollowUp("choice", "its number", True, queries=(f"{QUESTION} 12 (guide.md, Maps)",))
    state = AdvancedState(question="the first one", follow_up=chosen)
    assert state.words == f"the first one (That is: {QUESTION} 12 (guide.md, Maps))"
