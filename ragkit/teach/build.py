"""Judgements from documents: the cases, the pairs of each kind, levelled, and as many as wanted.

corpus = kit.corpus
taught = judgements(corpus, own_questions(corpus), most=4000)
hold(taught)        # raises Leak where a baseline tells yes from no
"""

from __future__ import annotations

import warnings
from collections import Counter, defaultdict
from collections.abc import Sequence

from tqdm.auto import tqdm

from ragkit.documents.corpus import Corpus
from ragkit.evaluate.golden.questions import Question
from ragkit.kit import Kit
from ragkit.state import Passage
from ragkit.teach.answerability import answerability_pairs
from ragkit.teach.chance import digest, random_of
from ragkit.teach.claims import claim_pairs
from ragkit.teach.evidence import amid
from ragkit.teach.fits import Answers, fit_pairs
from ragkit.teach.judgement import Judgement, Pair, flat
from ragkit.teach.kinds import KINDS
from ragkit.teach.level import levelled
from ragkit.teach.material import Answered, Material, material, own_questions
from ragkit.teach.pairs import Case
from ragkit.teach.split import NAMES, split_of

TOPIC = "What do the passages say about {topic}?"
"""The question of a case without a golden question."""
ONLY_CLAIMS = (
    "{folder} has no golden question of the part fit whose answer may be used, so only claims are "
    "made; to teach answerability and fit too, draft questions (notebook 14 does)"
)
MANY = 4
"""Maximum number of pairs of a kind from one case."""


class NothingToTeach(ValueError):
    """No judgement can be made of the documents; the message says what was found."""


def judgements(
    source: Kit | Corpus,
    questions: Sequence[Question] | None = None,
    seed: int = 0,
    most: int | None = None,
    quiet: bool = False,
) -> list[Judgement]:
    """At most `most` judgements about the documents of a kit or corpus, the same for a seed.

    `questions` are all golden questions, locked ones too (`own_questions`, the default): those of
    *fit* are used, and the passages of the others are left out. Without any, only claims are made.
    The judgements of a pair are side by side. Raises `NothingToTeach`.
    """
    corpus = source.corpus if isinstance(source, Kit) else source
    if questions is None:
        questions = own_questions(corpus)
    found = material(corpus.passages, questions)
    if not found.answered and not quiet:
        warnings.warn(ONLY_CLAIMS.format(folder=corpus.folder), stacklevel=2)
    by_kind: defaultdict[str, list[Pair]] = defaultdict(list)
    cases = _cases(found, seed)
    for case in tqdm(cases, desc="making judgements", unit="case", disable=quiet):
        for pair in _pairs(case, found.answered_in, seed):
            by_kind[pair.kind].append(pair)
    kept = _balanced(by_kind, most)
    if not kept:
        raise NothingToTeach(_why(corpus, found))
    return flat(kept)


def counts(found: Sequence[Judgement]) -> list[dict[str, str | int]]:
    """A row for each kind: its name, what differs, and its number of pairs by part of the data."""
    pairs: Counter[tuple[str, str]] = Counter()
    for one in found:
        if one.yes:
            key = (one.kind, split_of(one.group))
            pairs[key] += 1
    rows = []
    for name, kind in KINDS.items():
        row: dict[str, str | int] = {"kind": name, "differs": kind.line}
        for split in NAMES:
            row[split] = pairs[name, split]
        rows.append(row)
    return rows


def _cases(found: Material, seed: int) -> list[Case]:
    """A case for each answered question, and for each passage; in an order that the seed gives."""
    cases = []
    for one in found.answered:
        cases.append(of_question(one, found, seed))
    for pool in found.pools.values():
        for passage in pool.passages:
            case = _of_passage(passage, found, seed)
            cases.append(case)
    cases.sort(key=lambda case: digest(seed, case.name))
    return cases


def of_question(one: Answered, found: Material, seed: int) -> Case:
    """The case of a question: the passages that answer it, among others."""
    question = one.question
    carriers = [passage for passage, _ in one.places]
    focus = tuple(dict.fromkeys(carriers))
    return _case(question.id, question.question, focus, found, seed, one)


def _of_passage(passage: Passage, found: Material, seed: int) -> Case:
    """The case of a passage: its topic is asked for."""
    headings = passage.section.split(" > ")
    topic = headings[-1] or passage.source
    question = TOPIC.format(topic=topic)
    if topic.endswith("?"):
        question = topic
    return _case(passage.id, question, (passage,), found, seed)


def _case(
    name: str,
    question: str,
    focus: tuple[Passage, ...],
    found: Material,
    seed: int,
    one: Answered | None = None,
) -> Case:
    pool = found.pool_of(focus[0])
    # Named after the passages, not the case: what is asked of the same passages has the same
    # evidence, up to the question. Reading it is most of a lesson's work.
    rng = random_of(seed, " ".join(passage.id for passage in focus))
    passages = amid(focus, focus[0].text, pool, rng)
    source = focus[0].source
    group = found.groups[source]
    return Case(name, group, question, passages, focus, pool, one)


def _pairs(case: Case, answers: Answers, seed: int) -> list[Pair]:
    """The pairs of a case, at most `MANY` of a kind."""
    rng = random_of(seed, f"{case.name} pairs")
    made = [
        *claim_pairs(case, rng),
        *answerability_pairs(case, rng),
        *fit_pairs(case, rng, answers),
    ]
    number: Counter[str] = Counter()
    found = []
    for pair in made:
        number[pair.kind] += 1
        if number[pair.kind] <= MANY:
            found.append(pair)
    return found


def _balanced(by_kind: dict[str, list[Pair]], most: int | None) -> list[Pair]:
    """The pairs of all kinds, levelled; as many of each kind as there are, up to an equal share."""
    level = []
    for kind in sorted(by_kind):
        pairs = _different(by_kind[kind])
        level.append(levelled(pairs))
    shares = _shares([len(pairs) for pairs in level], most)
    kept: list[Pair] = []
    for pairs, share in zip(level, shares, strict=True):
        kept += pairs[:share]
    return kept


def _shares(sizes: Sequence[int], most: int | None) -> list[int]:
    """How many pairs of each kind are kept for at most `most` judgements.

    What a small kind does not use is for the larger ones.
    """
    if most is None:
        return list(sizes)
    shares = [0] * len(sizes)
    left = most // 2
    by_size = sorted(range(len(sizes)), key=lambda place: sizes[place])
    for done, place in enumerate(by_size):
        equal = left // (len(sizes) - done)
        shares[place] = min(sizes[place], equal)
        left -= shares[place]
    return shares


def _different(pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, each claim of a group once: several questions share a passage."""
    found: dict[tuple[str, ...], Pair] = {}
    for pair in pairs:
        yes, no = pair
        key = [yes.group, yes.asked]
        if KINDS[pair.kind].about != "claim":
            key += [yes.question, no.question]
        found.setdefault(tuple(key), pair)
    return list(found.values())


def _why(corpus: Corpus, found: Material) -> str:
    """What was found where nothing could be made."""
    letters = [letter for passage in corpus.passages for letter in passage.text]
    letters = [letter for letter in letters if letter.isalpha()]
    latin = sum(map(str.isascii, letters))
    share = latin / max(1, len(letters))
    return (
        f"asked for judgements about {corpus.folder}, and none could be made: "
        f"{len(corpus.passages)} passages, {found.left_out} of them left out because golden "
        f"questions of test or locked quote them; {len(found.answered)} questions of fit with an "
        f"answer; {share:.0%} of the letters are Latin without accents. The rules know "
        "English sentences of 6 to 40 words, and Markdown tables; name a folder that has some"
    )
