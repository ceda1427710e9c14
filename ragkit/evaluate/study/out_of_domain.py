"""Questions about everyday things, which few folders answer.

Each has the words by which its topic is known. A question is dropped where the folder has one of
them, in any form: then the folder may answer it.
"""

from __future__ import annotations

from collections import Counter

from ragkit.evaluate.golden.filled import id_of
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.study.documents import Documents
from ragkit.text.words import words

EVERYDAY = {
    "How long does an egg need to boil until its yolk is firm?": "egg boil yolk",
    "How often should I water a cactus on a window sill?": "cactus",
    "How do I get a red wine stain out of a tablecloth?": "wine stain tablecloth",
    "Which spices belong in a pumpkin soup?": "spice pumpkin soup",
    "How do I train a puppy to walk on a leash?": "puppy leash",
    "When are strawberries in season?": "strawberry",
    "How do I tune a guitar by ear?": "guitar",
    "At what temperature should I wash a wool sweater?": "wool sweater",
    "How do I mend a flat bicycle tyre?": "bicycle tyre",
    "How long should bread dough rise?": "bread dough",
    "What helps against hiccups?": "hiccup",
    "How do I fold a fitted bed sheet?": "bed",
    "Which exercises strengthen the knees after skiing?": "knee ski",
    "How many players are on a volleyball team?": "volleyball",
    "How do I remove limescale from a kettle?": "limescale kettle",
    "What should I pack for a weekend of camping?": "camping weekend",
    "How do I stop a tap from dripping?": "tap drip",
    "Which side of the plate does the fork go on?": "plate fork",
    "How do I get chewing gum out of hair?": "chewing gum hair",
    "What is a good birthday present for a grandmother?": "birthday grandmother",
}
"""The questions, each with the words of its topic."""
MAY_BE_IN = "out of domain: the documents have a word of its topic"


def out_of_domain(documents: Documents, dropped: Counter[str]) -> list[Question]:
    """The questions on which the documents have no word; the others are counted as dropped."""
    found = []
    for question, topic in EVERYDAY.items():
        if documents.stems.isdisjoint(words(topic)):
            id = f"everyday-{id_of(question)}"
            found.append(Question(id, question, "out-of-domain", None, (), (), "easy"))
        else:
            dropped[MAY_BE_IN] += 1
    return found
