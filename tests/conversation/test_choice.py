import pytest

from ragkit.conversation.choice import named_reading

TWO = ("how barn owls hunt", "how snowy owls hunt")
THREE = (*TWO, "how owls hunt by day")


@pytest.mark.parametrize(
    ("typed", "reading"),
    [
        ("1", TWO[0]),
        ("(2)", TWO[1]),
        ("I mean the second one, please", TWO[1]),
        ("option 3", THREE[2]),
        ("third", THREE[2]),
        ("the last", THREE[2]),
        ("By day.", THREE[2]),
        ("in daylight", ""),
        ("snowy", TWO[1]),
        ("Barn owls or snowy owls?", ""),
        ("4", ""),
        ("", ""),
    ],
)
def test_one_of_three(typed, reading):
    assert named_reading(typed, THREE) == reading


def test_the_former_and_the_latter_are_of_two():
    assert [named_reading(typed, TWO) for typed in ("the former", "the latter")] == list(TWO)
    assert named_reading("the latter", THREE) == ""


def test_without_readings_there_is_nothing_to_choose():
    assert named_reading("1", ()) == named_reading("last", ()) == ""
