from types import SimpleNamespace

from ragkit.conversation import ConversationState, FollowUp, Turn
from ragkit.graphs.advanced.keep_turn import keep_turn
from ragkit.state import Passage

RUNTIME = SimpleNamespace(context=None)
BEFORE = Turn("Do owls hunt?", "Yes. [1]")
REWRITTEN = FollowUp("follow-up", "a pronoun", True, "When do owls hunt?", "", ("When do owls hunt?",))


def test_a_turn_has_the_ids_of_its_evidence_and_not_its_text():
    state = ConversationState(
        question="When do they?",
        answer="At night. [1]",
        history=[BEFORE],
        follow_up=REWRITTEN,
        passages=[Passage("owl-1", "Owls hunt at night.")],
        readings=["barn owls", "snowy owls"],
    )
    kept = Turn("When do they?", "At night. [1]", ("When do owls hunt?",), ("owl-1",), ("barn owls", "snowy owls"))
    assert keep_turn(state, RUNTIME) == {"history": [BEFORE, kept]}


def test_without_a_rewrite_nothing_is_said_of_the_search():
    state = ConversationState(question="Hi", answer="Hello.")
    assert keep_turn(state, RUNTIME) == {"history": [Turn("Hi", "Hello.")]}
