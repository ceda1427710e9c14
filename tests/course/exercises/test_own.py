"""What varies for a learner comes from the name, is read by the check, and is back to the notebook's afterwards."""

from ragkit.course.exercises.own import Own, known_as

OWN = Own("From {first}, {tie} of equals.", first=(1, 0, 2), tie=("the first", "the last"))


def test_the_values_of_the_notebook_are_the_first_ones_and_said_with_no_word():
    assert OWN.plain == OWN.every()[0] == {"first": 1, "tie": "the first"}
    assert OWN.first == 1 and OWN.said(OWN.plain) == ""
    assert OWN.said({"first": 2, "tie": "the last"}) == "From 2, the last of equals."


def test_a_sentence_about_what_is_as_in_the_notebook_is_left_out():
    own = Own("From {first}. Equals: {tie}. Always so.", first=(1, 0), tie=("first", "last"))
    assert own.said({"first": 0, "tie": "first"}) == "From 0. Always so."
    assert own.said({"first": 1, "tie": "last"}) == "Equals: last. Always so."
    assert own.said({"first": 0, "tie": "last"}) == "From 0. Equals: last. Always so."


def test_all_combinations_are_variants_and_each_is_drawn_but_the_notebooks():
    assert len(OWN.every()) == 6
    drawn = [OWN.of(f"learner {number}", "02-rrf") for number in range(100)]
    assert all(values in drawn for values in OWN.every()[1:]) and OWN.plain not in drawn


def test_a_name_gives_the_same_however_it_is_written_and_other_tasks_differ():
    forms = ("Zo\u00eb Hall", "zoe hall", "HALL, Zoe\u0308", " Hall  Zo\u00eb ")
    assert len({known_as(form) for form in forms}) == 1
    ids = [f"02-{number}" for number in range(20)]
    assert len({str(OWN.of("Zoe Hall", id)) for id in ids}) > 2


def test_a_name_without_letters_is_nobody_and_names_in_other_scripts_are_somebody():
    assert OWN.of(" ,.", "02-rrf") == OWN.plain
    assert known_as("\u674e \u96f7") != known_as("\u5f20 \u4f1f") != ""


def test_values_are_read_within_the_block_alone_even_if_it_raises():
    try:
        with OWN.drawn_as({"first": 0, "tie": "the last"}):
            assert OWN.first == 0
            raise KeyError
    except KeyError:
        assert OWN.first == 1


def test_where_nothing_varies_everyone_has_the_notebooks():
    assert Own().of("Ada", "02-rrf") == {} and Own().said({}) == ""
