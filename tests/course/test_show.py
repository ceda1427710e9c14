"""`show` prints the source that runs, with the file it stands in."""

import ragkit.course.show
from ragkit.course.show import show
from ragkit.search.fuse import Retriever, rrf


def test_a_function_or_class_is_shown_under_the_name_of_its_file(monkeypatch):
    shown = []
    monkeypatch.setattr(ragkit.course.show, "display", lambda code: shown.append(code.data))
    show(rrf)
    show(Retriever)
    assert (
        shown[0].startswith("````python\n# ragkit/search/fuse.py\ndef rrf(")
        and "score[passage.id] += 1 / (k + rank)" in shown[0]
    )
    assert shown[1].startswith("````python\n# ragkit/search/fuse.py\n@dataclass(frozen=True)\nclass Retriever:")
