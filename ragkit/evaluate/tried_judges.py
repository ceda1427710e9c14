"""Every judge that a kit can offer, tried on claims of its own documents; the outcome is kept beside the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ragkit.embedded import stop
from ragkit.evaluate.judge_report import JudgeReport, judge_reports, lexical
from ragkit.evaluate.labelled import labelled
from ragkit.evaluate.questions import Question
from ragkit.evaluate.results import BadResults
from ragkit.judges import OddsJudge, StructuredJudge, claims_by
from ragkit.judges.claim_judge import ClaimJudge, Supports
from ragkit.judges.judge import Verdicts
from ragkit.judges.nli import nli_judge
from ragkit.kit import Kit
from ragkit.nodes.verify import graded
from ragkit.state import Passage
from ragkit.weights import ModelMissing

FILE = "judges.json"
LEAST = 8
"""Claims, half of them true: four of each label, so that each half of them has two."""


@dataclass(frozen=True)
class Tried:
    """What each judge is worth on the documents' own claims, and which judges could not be tried and why."""

    reports: dict[str, JudgeReport]
    lacking: tuple[str, ...] = ()

    def __str__(self) -> str:
        rows = [f"{name:11}{one.calibration}; {one.milliseconds:.0f} ms" for name, one in self.reports.items()]
        return "\n".join([*rows, *self.lacking])


TRIED = TypeAdapter(Tried)


def judges_of(kit: Kit) -> tuple[dict[str, Supports], list[str]]:
    """The judges that a kit has what it takes for, by name, and what is lacking for the others."""
    model = kit.judge_llm
    found = {judge.name: claims_by(judge, 0.5, 0.5).supports for judge in (OddsJudge(model), StructuredJudge(model))}
    found |= {"verifier": checked(kit.claim_judge)}
    try:
        return found | {"nli": nli_judge(kit.settings.nli).supports, "words": lexical}, []
    except ModelMissing as error:
        return found | {"words": lexical}, [f"nli: not tried: {error}"]


def checked(judge: ClaimJudge) -> Supports:
    """What goes out by: a judge's odds, and 0 where a claim's numbers and names do not stand together (`graded`)."""

    def supports(question: str, passages: Sequence[Passage], claims: Sequence[str]) -> Verdicts:
        odds, note = judge.supports(question, passages, claims)
        told = [graded(claim, o, question, passages, judge) for claim, o in zip(claims, odds, strict=True)]
        return Verdicts(
            [0.0 if o is not None and claim.missing else o for o, claim in zip(odds, told, strict=True)], note
        )

    return supports


def try_judges(kit: Kit, questions: Sequence[Question], most: int | None = None, quiet: bool = False) -> Tried:
    """Try each judge on a true and a false claim of each question, or of so many of them.

    Raises `ValueError` when the documents carry too few of the questions' quotes to make claims of.
    """
    cases, reports = labelled(questions, kit.corpus.passages, most), dict[str, JudgeReport]()
    if len(cases) < LEAST:
        raise ValueError(
            f"asked to try judges, got {len(cases)} claims from {len(questions)} questions, and {LEAST} are needed: "
            "write questions whose support quotes the documents word for word"
        )
    judges, lacking = judges_of(kit)
    for name, supports in judges.items():
        stop()  # what an earlier judge had the embedded server read would make this one look faster
        try:
            reports |= judge_reports({name: supports}, cases, quiet)
        except ValueError as error:
            lacking.append(f"{name}: tried without a result: {error}")
    return Tried(reports, tuple(lacking))


def keep(tried: Tried, folder: Path) -> Path:
    """Write what was found into a folder of results, for its report."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE
    file.write_bytes(TRIED.dump_json(tried, indent=1) + b"\n")
    return file


def kept(folder: Path) -> Tried | None:
    """What `keep` wrote; None where nothing was. Raises `BadResults`."""
    file = folder / FILE
    try:
        return TRIED.validate_json(file.read_bytes()) if file.is_file() else None
    except ValidationError as error:
        raise BadResults(f"{file} is not as it was written; delete it and try the judges again") from error


def judge_rows(reports: Mapping[str, JudgeReport]) -> list[list[str]]:
    """A row a judge, under `judge_head`."""
    return [
        [name, str(one.accuracy), f"{one.calibration.tested:.3f}", f"{one.calibration.auc:.3f}",
         *(str(one.ranked.get(kind, "")) for kind in kinds(reports)),
         f"{one.calibration.threshold:.3f}", f"{one.milliseconds:.0f}", one.note]
        for name, one in reports.items()
    ]  # fmt: skip


def judge_head(reports: Mapping[str, JudgeReport]) -> list[str]:
    """What stands in the columns of `judge_rows`: where lies are of several kinds, each has one."""
    lies = [f"true above {kind}" for kind in kinds(reports)]
    return ["judge", "accuracy", "balanced accuracy", "AUC", *lies, "threshold", "ms a claim", "ungraded because"]


def kinds(reports: Mapping[str, JudgeReport]) -> list[str]:
    """What the lies were made of, in the order of their names."""
    return sorted({kind for one in reports.values() for kind in one.ranked})
