"""What a critic is taught on: folders of documents, and files of other people's datasets."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ragkit.evaluate.golden.dataset_corpus import dataset_corpus
from ragkit.kit import Kit
from ragkit.settings import Settings
from ragkit.teach.build import judgements
from ragkit.teach.facts import Source
from ragkit.teach.gates import hold
from ragkit.teach.judgement import Judgement
from ragkit.teach.material import own_questions, undealt
from ragkit.teach.paraphrase import paraphraser


def made(paths: Sequence[Path], seed: int, paraphrase: bool) -> list[Judgement]:
    """Judgements of some folders and dataset files, after the gates on data: nothing may leak.

    With `paraphrase`, the kit's model says half of the claims in other words. Raises `Leak`, and
    the errors of the builder and of `dataset_corpus`.
    """
    found: list[Judgement] = []
    for path in paths:
        found += _of(path, seed, paraphrase)
    # A document that is in two folders would be learnt twice.
    once = list(dict.fromkeys(found))
    hold(once)
    return once


def _of(path: Path, seed: int, paraphrase: bool) -> list[Judgement]:
    is_dataset = path.is_file()
    folder = path
    if is_dataset:
        settings = Settings()
        folder = dataset_corpus(path, settings.cache)
    with closing(Kit.open(folder)) as kit:
        questions = own_questions(kit.corpus)
        if is_dataset:
            questions = undealt(questions)
        rewrite = paraphraser(kit.llm) if paraphrase else None
        return judgements(kit, questions, seed, rewrite=rewrite)


def sources(paths: Sequence[Path], licences: Sequence[str]) -> tuple[Source, ...]:
    """Each path with its licence, for the card; one licence alone is that of all.

    Raises `ValueError` where there are not as many licences as paths.
    """
    stated = list(licences) or [""]
    if len(stated) == 1:
        stated *= len(paths)
    if len(stated) != len(paths):
        raise ValueError(
            f"asked to teach on {len(paths)} sources, got {len(stated)} licences; give one for all "
            "with --licence, or one for each, in their order"
        )
    found = []
    for path, licence in zip(paths, stated, strict=True):
        name = path.resolve().name
        found.append(Source(name, licence))
    return tuple(found)
