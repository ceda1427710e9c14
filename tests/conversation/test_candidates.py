from pathlib import Path

from ragkit.conversation import Turn, candidates
from ragkit.documents.corpus import Corpus
from ragkit.state import Passage

OWL, CAT = Passage("owl", "Owls hunt at night."), Passage("cat", "Cats hunt by day.")
CORPUS = Corpus(Path(), (OWL, CAT), {}, {})


def test_the_passages_of_the_last_turn_come_back_in_their_order():
    history = [Turn("Do owls hunt?", "Yes.", passages=("owl",)), Turn("Cats?", "Yes.", passages=("cat", "owl"))]
    assert candidates(history, CORPUS) == ([CAT, OWL], [])


def test_without_a_turn_there_are_none():
    assert candidates([], CORPUS) == ([], [])
    assert candidates([Turn("Hi", "Hello.")], CORPUS) == ([], [])


def test_passages_that_are_gone_are_counted_in_a_note():
    history = [Turn("Do owls hunt?", "Yes.", passages=("owl", "bat", "https://owls.example"))]
    note = "of 3 passages of the last turn, 2 are not in the documents any more"
    assert candidates(history, CORPUS) == ([OWL], [note])
