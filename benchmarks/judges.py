"""Try every judge that a kit can offer on true and false claims of a folder's golden questions.

    python -m benchmarks.judges corpora/algorithms --to build/results/ablation

Each question gives two claims (`labelled.py`). The outcome is kept in the folder of results.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from benchmarks.judge_report import JudgeReport, judge_reports, lexical
from benchmarks.labelled import labelled
from ragkit.cli.ending import complain
from ragkit.disk.whole import write_whole
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.evaluate.measures.rows import BadResults
from ragkit.judges import OddsJudge, StructuredJudge, claims_by
from ragkit.judges.claim_judge import ClaimJudge, Supports
from ragkit.judges.judge import Verdicts
from ragkit.judges.nli import nli_judge
from ragkit.judges.support import graded
from ragkit.kit import Kit
from ragkit.model.embedded import stop
from ragkit.report.tables import Table
from ragkit.state import Passage
from ragkit.weights import ModelFileError, ModelMissing, NoAdapter, adapter_for

FILE = "judges.json"
"""Name of the file, in a folder of results, that the outcome is kept in."""
LEAST = 8
"""Minimum number of claims: four of each label, so that each half of them has two."""


@dataclass(frozen=True)
class Tried:
    """The report of each judge, and why other judges could not be tried."""

    reports: dict[str, JudgeReport]
    lacking: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = []
        for name, report in self.reports.items():
            speed = f"{report.milliseconds:.0f} ms"
            lines.append(f"{name:11}{report.calibration}; {speed}")
        lines += self.lacking
        return "\n".join(lines)


TRIED = TypeAdapter(Tried)
"""Reads and writes `Tried` as JSON."""


def judges_of(kit: Kit) -> tuple[dict[str, Supports], list[str]]:
    """The judges that a kit can run, by name, and what is missing for the others."""
    judges: dict[str, Supports] = {}
    model = kit.judge_llm
    for judge in (OddsJudge(model), StructuredJudge(model)):
        # the thresholds are not used: only the odds are
        judges[judge.name] = claims_by(judge, 0.5, 0.5).supports
    lacking = []
    try:
        adapter_for(kit.settings, kit.model)
        wanted = kit.settings.model_copy(update={"judge": "taught"})
        judges["taught"] = later(replace(kit, settings=wanted))
    except NoAdapter as error:
        lacking.append(f"taught: not tried: {error.why}")
    judges["verifier"] = checked(kit.claim_judge)
    try:
        judges["nli"] = nli_judge(kit.settings.nli).supports
    except ModelMissing as error:
        lacking.append(f"nli: not tried: {error}")
    judges["words"] = lexical
    return judges, lacking


def later(kit: Kit) -> Supports:
    """The claim judge of a kit, whose model is loaded at the first claim.

    A second embedded model beside that of the other judges would need its memory too.
    """

    def supports(question: str, passages: Sequence[Passage], claims: Sequence[str]) -> Verdicts:
        return kit.claim_judge.supports(question, passages, claims)

    return supports


def checked(judge: ClaimJudge) -> Supports:
    """The verifier as a judge.

    It gives a judge's odds, and 0 for a claim whose numbers and names are not all in one passage
    (`graded`).
    """

    def supports(question: str, passages: Sequence[Passage], claims: Sequence[str]) -> Verdicts:
        verdicts = judge.supports(question, passages, claims)
        final: list[float | None] = []
        for text, odds in zip(claims, verdicts.odds, strict=True):
            claim = graded(text, odds, passages, judge)
            if odds is not None and claim.missing:
                odds = 0.0
            final.append(odds)
        return Verdicts(final, verdicts.note)

    return supports


def try_judges(
    kit: Kit, questions: Sequence[Question], most: int | None = None, quiet: bool = False
) -> Tried:
    """Try each judge on a true and a false claim of each question, or of `most` of them.

    Raises `ValueError` when the documents contain too few of the questions' quotes to make claims.
    """
    cases = labelled(questions, kit.corpus.passages, most)
    if len(cases) < LEAST:
        raise ValueError(
            f"asked to try judges, got {len(cases)} claims from {len(questions)} questions, "
            f"and {LEAST} are needed: "
            "write questions whose support quotes the documents word for word"
        )
    judges, lacking = judges_of(kit)
    reports: dict[str, JudgeReport] = {}
    for name, supports in judges.items():
        # what an earlier judge left in the embedded server's cache would make this one look faster
        stop()
        try:
            reports |= judge_reports({name: supports}, cases, quiet)
        except ValueError as error:
            lacking.append(f"{name}: tried without a result: {error}")
    return Tried(reports, tuple(lacking))


def keep(tried: Tried, folder: Path) -> Path:
    """Write the outcome into a folder of results, for its report, and return the file's path."""
    file = folder / FILE
    text = TRIED.dump_json(tried, indent=1)
    write_whole(file, text + b"\n")
    return file


def kept(folder: Path) -> Tried | None:
    """The outcome that `keep` wrote; None where there is none. Raises `BadResults`."""
    file = folder / FILE
    if not file.is_file():
        return None
    try:
        return TRIED.validate_json(file.read_bytes())
    except ValidationError as error:
        raise BadResults(
            f"{file} is not as it was written; delete it and try the judges again"
        ) from error


def judge_rows(reports: Mapping[str, JudgeReport]) -> list[list[str]]:
    """Rows of a table of judges, whose columns are named by `judge_head`."""
    rows = []
    for name, report in reports.items():
        calibration = report.calibration
        ranked = [str(report.ranked.get(kind, "")) for kind in kinds(reports)]
        rows.append(
            [
                name,
                str(report.accuracy),
                f"{calibration.tested:.3f}",
                f"{calibration.auc:.3f}",
                *ranked,
                f"{calibration.threshold:.3f}",
                f"{report.milliseconds:.0f}",
                report.note,
            ]
        )
    return rows


def judge_head(reports: Mapping[str, JudgeReport]) -> list[str]:
    """Names of the columns of `judge_rows`; each kind of false claim has a column."""
    ranked = [f"true above {kind}" for kind in kinds(reports)]
    return [
        "judge",
        "accuracy",
        "balanced accuracy",
        "AUC",
        *ranked,
        "threshold",
        "ms a claim",
        "ungraded because",
    ]


def kinds(reports: Mapping[str, JudgeReport]) -> list[str]:
    """The kinds of false claims in these reports, sorted by name."""
    names: set[str] = set()
    for report in reports.values():
        names.update(report.ranked)
    return sorted(names)


def judges_table(tried: Tried | None) -> Table:
    """What the judges are worth; that nobody knows, where none was tried."""
    if tried is None:
        note = (
            "Not tried: `python -m benchmarks.judges DOCUMENTS --to RESULTS` shows how reliable "
            "the grades above are."
        )
        return Table("The judges", note, judge_head({}), [])
    lacking = " ".join(tried.lacking).split()
    note = (
        "On a true and a false claim of each golden question; balanced accuracy on the half not "
        "used to choose the threshold. The verifier is the claim judge with the check of numbers "
        f"and names. {' '.join(lacking)}"
    )
    return Table("The judges", note, judge_head(tried.reports), judge_rows(tried.reports))


def main(arguments: list[str] | None = None) -> int:
    """Try the judges, print what each is worth, and keep it; 0 when that was done."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, help="folder of documents with questions.jsonl")
    parser.add_argument("--most", type=int, default=40, metavar="N", help="number of questions")
    parser.add_argument("--to", type=Path, metavar="RESULTS", help="folder to keep judges.json in")
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")
    chosen = parser.parse_args(arguments)
    try:
        questions = load_questions(chosen.folder / "questions.jsonl")
        # No reply comes from disk, because the speed of the judges is measured too.
        kit = Kit.open(chosen.folder, quiet=True, memory=False, reuse_replies=False)
        tried = try_judges(kit, questions, chosen.most, quiet=chosen.json)
    except (OSError, ValueError, RuntimeError, ModelFileError) as error:
        complain(error)
        return 1
    print(TRIED.dump_json(tried).decode() if chosen.json else tried)
    if chosen.to:
        print(keep(tried, chosen.to), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
