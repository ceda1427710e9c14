"""The command that drafts golden conversations about a folder's documents."""

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
    from ragkit.evaluate.golden import Conversation


@told
def draft_conversations(chosen: argparse.Namespace) -> int:
    """Draft conversations about a folder's documents with the model, for you to review."""
    from ragkit.disk.whole import write_whole
    from ragkit.evaluate.golden import draft_conversations
    from ragkit.kit import Kit

    file = _file(chosen.folder)
    with closing(Kit.open(chosen.folder)) as kit:
        passages = kit.corpus.passages
        drafts, dropped = draft_conversations(kit.llm, passages, chosen.count)
    lost = counted(len(dropped), "draft")
    complain(*dropped, f"{lost} dropped by rule, for the reasons above")
    if not drafts:
        complain("no conversation is left; try more with --count, or another model")
        return 1
    # Again, as it may have been written meanwhile.
    _must_be_free(file)
    write_whole(file, _lines(drafts).encode())
    kept = counted(len(drafts), "conversation")
    tell(f"{kept}: {file}")
    print(NEXT, file=sys.stderr)
    return 0


NEXT = (
    "next: read every turn, and correct or delete what nobody would type; a person is no 'it'. "
    "Add by hand what no rule can draft: unclear turns, corrections, and questions that the "
    "documents do not answer. docs/own-documents.md describes the file."
)


def _file(folder: Path) -> Path:
    """The file to write, beside the documents. Raises `FileExistsError` where there is one."""
    from ragkit.documents.folder import CONVERSATIONS, documents_folder
    from ragkit.thresholds import home

    documents = documents_folder(folder)
    file = home(documents) / CONVERSATIONS
    _must_be_free(file)
    return file


def _must_be_free(file: Path) -> None:
    if file.exists():
        raise FileExistsError(
            f"asked to write {file}, which is there already; rename it, so that nothing is lost"
        )


def _lines(drafts: Sequence[Conversation]) -> str:
    lines = []
    for draft in drafts:
        line = json.dumps(asdict(draft), ensure_ascii=False)
        lines.append(f"{line}\n")
    return "".join(lines)
