"""Drafted questions about the two documents of `lessons`, and passages that say the same elsewhere."""

from lessons import BELLMAN, KAHN, OTHERS

from ragkit.evaluate.golden.questions import Question, Support
from ragkit.state import Passage

FOLDER = (KAHN, BELLMAN, *OTHERS)
QUOTE = "The first method of sorting tasks was published by Kahn in 1962."
COPY = Passage("copy", KAHN.text, source="copy.md", section="Sorting")
REPHRASED = Passage("r", "It is long ago. The paper of Kahn on sorting tasks is from 1962.", source="history.md")


def draft(id, question, key, quote=QUOTE, document="sorting.md", **other):
    """A drafted question whose answer is one key."""
    fields = {"kind": "factual", "answer": f"It is {key}.", "keys": ((key,),), "difficulty": "medium"}
    return Question(id=id, question=question, support=(Support(document, quote),), **fields | other)


WHEN = draft("when", "When was the first method of sorting tasks published?", "1962")
WHO = draft("who", "Who published the first method of sorting for Oslo in 1962?", "Kahn")
STUDIED = "Routes in a network were studied by Bellman in 1958."
ROUTES = draft("routes", "When did Bellman study routes?", "1958", STUDIED, "routes.md")
