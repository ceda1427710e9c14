"""The commands that draft golden questions and conversations about a folder's documents."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ragkit.cli.ending import complain, tell, told
from ragkit.text.counted import counted

if TYPE_CHECKING:
    from ragkit.evaluate.golden import Conversation, Question


@told
def draft(chosen: argparse.Namespace) -> int:
    """Draft questions about a folder's documents with the model, for you to review."""
    complain(f"drafting questions about {chosen.folder}; loading")

    from ragkit.documents.folder import QUESTIONS
    from ragkit.evaluate.golden import SHORTEST, draft_questions
    from ragkit.kit import Kit

    file = chosen.to or _file(chosen.folder, QUESTIONS)
    _must_be_free(file)
    _must_leave_the_documents(chosen.folder, file)
    with closing(Kit.open(chosen.folder)) as kit:
        passages = kit.corpus.passages
        drafts, dropped = draft_questions(kit.llm, passages, chosen.count)
    _say_what_was_dropped(dropped)
    if all(len(passage.text) < SHORTEST for passage in passages):
        complain(f"no passage has {SHORTEST} characters, which a question is drafted from")
    if not drafts:
        complain("no question is left; add documents, or try another model")
        return 1
    _write(file, [drafted.question for drafted in drafts], "question")
    print(NEXT_TO_QUESTIONS, file=sys.stderr)
    return 0


@told
def draft_conversations(chosen: argparse.Namespace) -> int:
    """Draft conversations about a folder's documents with the model, for you to review."""
    complain(f"drafting conversations about {chosen.folder}; loading")

    from ragkit.documents.folder import CONVERSATIONS
    from ragkit.evaluate.golden import draft_conversations
    from ragkit.kit import Kit

    file = _file(chosen.folder, CONVERSATIONS)
    _must_be_free(file)
    with closing(Kit.open(chosen.folder)) as kit:
        passages = kit.corpus.passages
        drafts, dropped = draft_conversations(kit.llm, passages, chosen.count)
    _say_what_was_dropped(dropped)
    if not drafts:
        complain("no conversation is left; try more with --count, or another model")
        return 1
    _write(file, drafts, "conversation")
    print(NEXT_TO_CONVERSATIONS, file=sys.stderr)
    return 0


NEXT_TO_QUESTIONS = (
    "next: read every question beside its document, and correct or delete what nobody would ask. "
    "Add by hand what no rule can draft: questions that need two documents, and some that the "
    "documents do not answer. Then compare systems on them: docs/experiments.md says how."
)
NEXT_TO_CONVERSATIONS = (
    "next: read every turn, and correct or delete what nobody would type; a person is no 'it'. "
    "Add by hand what no rule can draft: unclear turns, corrections, and questions that the "
    "documents do not answer. docs/own-documents.md describes the file."
)


def _file(folder: Path, name: str) -> Path:
    """The file to write, beside the documents."""
    from ragkit.documents.folder import documents_folder
    from ragkit.thresholds import home

    documents = documents_folder(folder)
    return home(documents) / name


def _must_be_free(file: Path) -> None:
    if file.exists():
        raise FileExistsError(
            f"asked to write {file}, which is there already; rename it, so that nothing is lost"
        )


def _must_leave_the_documents(folder: Path, file: Path) -> None:
    """Raise ValueError where the documents would be others once the file is beside them."""
    from ragkit.documents.folder import QUESTIONS, documents_folder

    is_beside = file.resolve() == folder.resolve() / QUESTIONS
    docs = folder / "docs"
    if is_beside and docs.is_dir() and documents_folder(folder) != docs:
        raise ValueError(
            f"asked to write {file}, beside a folder docs/: from then on, only the documents in "
            f"docs/ would be read. Draft about {docs} with --to {file}, or write elsewhere"
        )


def _say_what_was_dropped(dropped: Sequence[str]) -> None:
    lost = counted(len(dropped), "draft")
    complain(*dropped, f"{lost} dropped by rule, for the reasons above")


def _write(file: Path, drafts: Sequence[Question | Conversation], what: str) -> None:
    """Write a line for each draft. Raises `FileExistsError` if it was written meanwhile."""
    from ragkit.disk.whole import write_whole

    _must_be_free(file)
    lines = [json.dumps(asdict(draft), ensure_ascii=False) for draft in drafts]
    text = "".join(f"{line}\n" for line in lines)
    write_whole(file, text.encode())
    kept = counted(len(drafts), what)
    tell(f"{kept}: {file}")
