"""A streamed reply: what its pieces keep apart becomes one text, as in `reply.py`."""

from __future__ import annotations

from ragkit.model.ending import REFUSAL
from ragkit.model.reasoning import CLOSE, OPEN
from ragkit.model.reply import StreamPiece


class OneText:
    """Makes one text of what the pieces keep apart: reasoning, the answer, a refusal."""

    def __init__(self) -> None:
        self.reasons = False
        self.refused = False
        self.ended = False
        """Whether the endpoint has said that the reply ends."""

    def next(self, piece: StreamPiece) -> None:
        """Put the reasoning of a piece into its text, between tags."""
        self.refused = self.refused or piece.refused
        begins = bool(piece.reasoning) and not self.reasons
        reasoning = OPEN * begins + piece.reasoning
        self.reasons = self.reasons or begins
        ends = self.reasons and bool(piece.text or piece.ends)
        self.reasons = self.reasons and not ends
        piece.write(reasoning + CLOSE * ends + piece.text)
        if piece.ends and self.refused:
            piece.end_as(REFUSAL)
        # Some endpoints end a stream twice, and LangChain would join the two words.
        if piece.ends and self.ended:
            piece.end_as(None)
        self.ended = self.ended or piece.ends
