"""Write your copy of a public dataset as a corpus that the kit opens, or as a file of questions.

    python -m benchmarks.datasets ../shared/data/xquad_en.json build/datasets/xquad_en
    python -m benchmarks.datasets freshqa.csv build/datasets/freshqa

A file in the format of SQuAD, HotpotQA, MuSiQue or TimeQA becomes documents with golden questions.
FreshQA, MMLU, TruthfulQA and HaluEval have questions only, which are asked of other documents. An
experiment names the folder as its corpus, or the file of questions. With `--part fit` all
questions are for choosing and teaching; without it, each belongs to a part by its id.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.datasets.corpus import write_corpus, write_questions
from benchmarks.datasets.question_files import has_no_documents
from ragkit.evaluate.golden.questions import PARTS


def main(arguments: list[str] | None = None) -> int:
    """Write the dataset; 0 when that was done."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file", type=Path, help="as its authors published it")
    parser.add_argument("folder", type=Path, help="to write; it must not exist yet")
    parser.add_argument("--part", choices=PARTS, help="put every question into this part")
    chosen = parser.parse_args(arguments)
    write = write_questions if has_no_documents(chosen.file) else write_corpus
    try:
        print(write(chosen.file, chosen.folder, chosen.part))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
