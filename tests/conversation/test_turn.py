from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from ragkit.conversation import FollowUp, Turn, in_words, typed_before

TURNS = [Turn("Hi", "Hello."), Turn("Do owls hunt?", "Yes. [1]"), Turn("When?", "At night. [1]")]


def test_a_checkpoint_gives_back_what_it_was_given():
    turn = Turn("Do owls hunt?", "Yes. [1]", ("owls hunt",), ("owl-1",), ("barn owls", "snowy owls"))
    follow_up = FollowUp("follow-up", "a pronoun", True, "Do owls hunt?", "", ("Do owls hunt?",))
    known = [("ragkit.conversation.turn", name) for name in ("Turn", "FollowUp")]
    serializer = JsonPlusSerializer(allowed_msgpack_modules=known)
    for noun in (turn, follow_up):
        assert serializer.loads_typed(serializer.dumps_typed(noun)) == noun


def test_a_refused_rewrite_is_not_what_the_writer_reads():
    refused = FollowUp("follow-up", "a pronoun", True, "Sure! Here it is.", "it is a lead-in")
    assert refused.accepted == ""
    assert in_words("When do they hunt?", refused) == "When do they hunt?"
    assert in_words("When do they hunt?", None) == "When do they hunt?"


def test_the_last_turns_come_oldest_first():
    assert typed_before(TURNS, 2) == ["Do owls hunt?", "When?"]
    assert typed_before(TURNS, 9) == ["Hi", "Do owls hunt?", "When?"]
    assert typed_before(TURNS, 0) == []
