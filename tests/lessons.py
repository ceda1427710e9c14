"""Two documents of a few sentences to teach from, with a question that one of them answers."""

from ragkit.documents.corpus import Corpus
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.state import Passage
from ragkit.teach.judgement import Judgement, Pair
from ragkit.teach.material import Answered, Pool
from ragkit.teach.pairs import Case

KAHN = Passage(
    "k",
    "The first method of sorting tasks was published by Kahn in 1962. "
    "A shorter account of it was written by Tarjan in 1976. "
    "The old program needed 24 steps for the whole list. "
    "Its rival from Oslo needed only 10 steps for one half.",
    source="sorting.md",
    section="Sorting",
)
BELLMAN = Passage(
    "b",
    "Routes in a network were studied by Bellman in 1958. "
    "The proof of his bound was found by Moore in 1959. "
    "Each round of the program reads the tasks of the list. "
    "All rounds together need more than the first method.",
    source="routes.md",
    section="Routes",
)
OTHERS = tuple(
    Passage(name, text, source=f"{name}.md", section=name)
    for name, text in {
        "owls": "Owls hunt mice at night.",
        "fish": "Fish swim in the river.",
        "moss": "Moss grows on stones.",
        "trees": "Trees stand still.",
    }.items()
)
"""What makes words rare, so that BM25 has something to weigh."""
WHEN = Question(
    "when",
    "When was the first method of sorting tasks published?",
    "span",
    "1962",
    (("1962",),),
    (Support("sorting.md", "The first method of sorting tasks was published by Kahn in 1962."),),
    "easy",
    part="fit",
)


def case(question=WHEN, passages=(KAHN, BELLMAN), focus=(KAHN,), pool=(KAHN, BELLMAN, *OTHERS)):
    """The case of a question about the first of its passages."""
    one = Answered(question, ((focus[0], question.support[0].quote),))
    return Case(question.id, "Sorting", question.question, passages, focus, Pool(pool), one)


def corpus(*passages, folder):
    return Corpus(folder, passages, {}, {})


def pair(yes, no, kind="wrong row", group="g", name=None, question="Why?", passages=(KAHN,)):
    """A pair of two texts that are asked."""
    names = name or f"{yes}/{no}/{group}"
    return Pair(
        Judgement(names, kind, group, question, passages, yes, True),
        Judgement(names, kind, group, question, passages, no, False),
    )
