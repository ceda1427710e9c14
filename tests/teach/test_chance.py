"""Random numbers by name: what is drawn for one thing does not depend on the others."""

from ragkit.teach.chance import digest, random_of


def test_a_name_has_its_own_random_numbers_and_another_seed_gives_others():
    owls = random_of(0, "owls").random()
    random_of(0, "newts").random()
    assert random_of(0, "owls").random() == owls
    assert len({owls, random_of(1, "owls").random(), random_of(0, "newts").random()}) == 3


def test_the_order_of_names_is_that_of_their_digests():
    assert digest(0, "owls") == digest(0, "owls") != digest(1, "owls")
    assert len(digest(0, "owls")) == 64
