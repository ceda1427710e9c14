"""Take the results of an experiment without its texts.

    python -m benchmarks.without_texts build/results/hotpotqa benchmarks/results/hotpotqa

Of other people's documents the questions, and answers that are copied from the documents, have the
licence of the dataset and stay out of this repository. The answers to questions of the part called
locked stay out because nobody should read them. What is taken is the manifest and the rows, with
the ids of the questions and all measures. Each answer is left empty. `python -m ragkit bench` makes
them again.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

from ragkit.evaluate.measures.rows import Results
from ragkit.report.report import read_results


def take(made: Path, taken: Path) -> int:
    """Write the rows of one folder into another, which is made new; the number of rows.

    Raises `BadResults`.
    """
    _, rows = read_results(made)
    results = Results(taken)
    taken.mkdir(parents=True, exist_ok=True)
    results.file.unlink(missing_ok=True)
    for row in rows:
        results.add(replace(row, answer="", notes=()))
    shutil.copy(made / "manifest.json", taken)
    return len(rows)


def main() -> None:
    made, taken = map(Path, sys.argv[1:])
    print(f"{taken}: rows={take(made, taken)}")


if __name__ == "__main__":
    main()
