"""The passages of the last turn, as candidates for the next one.

A follow-up is often about what was just found. So those passages may join what a search found, to
be ranked with it. They are no proof: nobody has judged whether they answer this question.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.conversation.turn import Turn
from ragkit.documents.corpus import Corpus
from ragkit.state import Passage


def candidates(history: Sequence[Turn], corpus: Corpus) -> tuple[list[Passage], list[str]]:
    """The passages of the last turn that the documents still have, and a note on the others."""
    if not history:
        return [], []
    wanted = history[-1].passages
    by_id = {passage.id: passage for passage in corpus.passages}
    found = [by_id[id] for id in wanted if id in by_id]
    gone = len(wanted) - len(found)
    if not gone:
        return found, []
    note = f"of {len(wanted)} passages of the last turn, {gone} are not in the documents any more"
    return found, [note]
