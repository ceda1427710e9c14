"""The gate of answerability: can the question be answered as it is (tiered, section 5.3)?

It is in front of `tiered`; `adaptive` has it where it is asked for (`extra=["gate"]`).

- answerability: the node, which looks into all documents; by_archive: into the first tier's folder
- premise_reply: the premise as a question of its own, answered and checked
- correct: the answer to a question with a false premise
- as_of: the date behind the answer to a question about now
- rows: where a question goes that is not answerable
"""

from ragkit.graphs.tiered.gate.answerability import answerability
from ragkit.graphs.tiered.gate.as_of import as_of
from ragkit.graphs.tiered.gate.correct import correct
from ragkit.graphs.tiered.gate.rows import NOT_ANSWERABLE
from ragkit.graphs.tiered.gate.state import Answerability, GateState

__all__ = ["NOT_ANSWERABLE", "Answerability", "GateState", "answerability", "as_of", "correct"]
