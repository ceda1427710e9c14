"""`show` prints the source that runs, with the file it stands in."""

import ragkit.source
from ragkit.retrieve import Retriever, rrf
from ragkit.source import show


def test_a_function_or_class_is_shown_under_the_name_of_its_file(monkeypatch):
    shown = []
    monkeypatch.setattr(ragkit.source, "display", lambda code: shown.append(code.data))
    show(rrf)
    show(Retriever)
    assert (
        shown[0].startswith("````python\n# ragkit/retrieve.py\ndef rrf(")
        and "score[passage.id] += 1 / (k + rank)" in shown[0]
    )
    assert shown[1].startswith("````python\n# ragkit/retrieve.py\n@dataclass(frozen=True)\nclass Retriever:")
