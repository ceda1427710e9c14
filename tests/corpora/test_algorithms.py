"""The algorithms corpus keeps what its README promises beyond what holds for every corpus (`test_written.py`)."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ragkit.documents import read
from ragkit.evaluate.golden.questions import load_questions

FOLDER = Path(__file__).parents[2] / "corpora" / "algorithms"
QUESTIONS = load_questions(FOLDER / "questions.jsonl", locked=True)


def text_of(name):
    return read(FOLDER / "docs" / name, FOLDER / "docs").text


def test_there_are_documents_of_every_form():
    forms = Counter(path.suffix for path in (FOLDER / "docs").iterdir())
    assert forms[".md"] >= 20
    assert forms[".pdf"] >= 4
    assert forms[".html"] >= 1


def test_the_questions_of_the_first_edition_have_no_part_of_their_own():
    """They stay in the halves that they always had."""
    dealt = [question for question in QUESTIONS if question.part]
    assert len(QUESTIONS) - len(dealt) == 154
    assert len(dealt) >= 100


def test_the_named_sets_have_their_sizes_and_bench8_is_the_papers():
    sizes = Counter(name for q in QUESTIONS for name in q.sets)
    assert sizes == {"bench8": 8, "standard": 20, "hard": 10, "first": 154}
    bench8 = Counter(q.kind for q in QUESTIONS if "bench8" in q.sets)
    assert bench8 == {"factual": 2, "multi-hop": 2, "out-of-domain": 2, "ambiguous": 2}


@pytest.mark.process
def test_near_duplicates_share_most_of_their_lines():
    one, other = (set(text_of(f"breadth-first-search{v}.md").splitlines()) for v in ("", "-2019-handout"))
    assert len(one & other) / len(one | other) > 0.5
    assert one != other


@pytest.mark.process
def test_one_injection_is_hidden_and_dropped_and_one_stands_in_plain_sight():
    assert b"TurboSets" in (FOLDER / "docs" / "union-find.html").read_bytes()
    assert "TurboSets" not in text_of("union-find.html")
    assert "CacheWhiz" in text_of("hash-tables.md")


@pytest.mark.process
def test_the_pdfs_are_what_their_sources_make():
    check = subprocess.run([sys.executable, FOLDER / "build_pdfs.py", "--check"], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr
