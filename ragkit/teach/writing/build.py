"""Examples from documents: what can be asked of them, with evidence, and a fifth without an answer.

corpus = kit.corpus
taught = examples(corpus, own_questions(corpus))
hold(taught)        # raises Leak where the data give something away
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from tqdm.auto import tqdm

from ragkit.documents.corpus import Corpus
from ragkit.evaluate.golden.questions import Question
from ragkit.kit import Kit
from ragkit.state import REFUSAL, Passage
from ragkit.teach.build import NothingToTeach, of_question
from ragkit.teach.chance import digest, random_of
from ragkit.teach.material import Material, material, own_questions
from ragkit.teach.pairs import Case
from ragkit.teach.split import NAMES, split_of
from ragkit.teach.writing.asked import Asked, asked
from ragkit.teach.writing.cells import cells, has_cell, without_rivals
from ragkit.teach.writing.cited import answer_of
from ragkit.teach.writing.example import CELL, KINDS, NOTHING, Example
from ragkit.teach.writing.nothing import nothing

ANSWERED = 4
"""Number of examples with an answer for each one without."""
TRIES = 8
"""How often evidence is drawn until some other passage is in it."""


def examples(
    source: Kit | Corpus,
    questions: Sequence[Question] | None = None,
    seed: int = 0,
    quiet: bool = False,
) -> list[Example]:
    """Examples from the documents of a kit or corpus, the same for a seed.

    `questions` are all golden questions, locked ones too (`own_questions`, the default): those of
    *fit* are used, and the passages of the others are left out. Raises `NothingToTeach`.
    """
    corpus = source.corpus if isinstance(source, Kit) else source
    if questions is None:
        questions = own_questions(corpus)
    found = material(corpus.passages, questions)
    made: list[Example] = []
    refusals: defaultdict[tuple[str, str], list[Example]] = defaultdict(list)
    answers: Counter[tuple[str, str]] = Counter()
    turns: dict[tuple[Passage, ...], int] = {}
    for one in tqdm(_asked(found, seed), desc="making examples", disable=quiet):
        case = _case(one, found, seed)
        if case is None:
            continue
        turn = turns.setdefault(case.focus, len(turns))
        case = case.about(turned(case.passages, case.focus[0], turn))
        made.append(_answered(one, case))
        key = (one.kind, split_of(case.group))
        answers[key] += 1
        if len(refusals[key]) < round(answers[key] / ANSWERED):
            refusals[key] += _refused(one, case, seed)
    if not made:
        raise NothingToTeach(_why(corpus, found))
    for some in refusals.values():
        made += some
    return made


def counts(found: Sequence[Example]) -> list[dict[str, str | int]]:
    """A row for each kind: its name, what is written, and its number of examples by part."""
    number = Counter((one.kind, split_of(one.group)) for one in found)
    rows = []
    for kind, line in KINDS.items():
        row: dict[str, str | int] = {"kind": kind, "written": line}
        for split in NAMES:
            row[split] = number[kind, split]
        rows.append(row)
    return rows


def _asked(found: Material, seed: int) -> list[Asked]:
    """All that can be asked, each question once, in an order that the seed gives."""
    made: list[Asked] = []
    for answered in found.answered:
        one = asked(answered)
        if one is not None:
            made.append(one)
    for pool in found.pools.values():
        for passage in pool.passages:
            made += cells(passage, random_of(seed, f"{passage.id} cells"))
    once = {one.question: one for one in made}
    return sorted(once.values(), key=lambda one: digest(seed, one.answered.question.id))


def _case(one: Asked, found: Material, seed: int) -> Case | None:
    """The question with the passages that answer it among others; None where there are no others.

    Questions about the same passages have the same evidence, which is read once for all.
    """
    for more in range(TRIES):
        case = of_question(one.answered, found, seed + more)
        if one.kind == CELL:
            others = without_rivals(case.passages, one)
            case = case.about(others)
        if len(case.passages) > len(case.focus):
            return case
    return None


def turned(passages: Sequence[Passage], needed: Passage, turn: int) -> tuple[Passage, ...]:
    """The passages from another one on, so that the needed one is at each place in its turn.

    >>> owls, cats, newts = (Passage(name, name) for name in ("owls", "cats", "newts"))
    >>> [passage.id for passage in turned([owls, cats, newts], owls, turn=4)]
    ['newts', 'owls', 'cats']
    """
    place = turn % len(passages)
    first = (list(passages).index(needed) - place) % len(passages)
    return (*passages[first:], *passages[:first])


def _answered(one: Asked, case: Case) -> Example:
    """The example in which the passages have the answer."""
    answer = answer_of(one.stated, case.passages)
    return Example(case.name, one.kind, case.group, case.question, case.passages, answer)


def _refused(one: Asked, case: Case, seed: int) -> list[Example]:
    """The example in which they do not, if one can be made."""
    found = nothing(case, one.answered, random_of(seed, f"{case.name} nothing"))
    if found is None:
        return []
    way, without = found
    is_same = without.question == case.question
    if one.kind == CELL and is_same and any(has_cell(other, one) for other in without.passages):
        return []
    refused = _answered(one, case)
    return [
        replace(
            refused,
            name=f"{case.name}, {way}",
            kind=NOTHING,
            question=without.question,
            passages=without.passages,
            answer=REFUSAL,
        )
    ]


def _why(corpus: Corpus, found: Material) -> str:
    """What was found where nothing could be made."""
    return (
        f"asked for examples of answers from {corpus.folder}, and none could be made: "
        f"{len(corpus.passages)} passages, {found.left_out} of them left out because golden "
        f"questions of test or locked quote them; {len(found.answered)} questions of fit with an "
        "answer. Examples are made of golden questions and of tables; name a folder that has some"
    )
