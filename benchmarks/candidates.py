"""Make several drafts of each question: is a right one among them, and which rule finds it.

    python -m benchmarks.candidates corpora/algorithms corpora/almanac --most 15

Each golden question of the part called fit is searched as by `hybrid`. From that evidence come:

- the greedy draft, the draft from the first three passages, and some drafts at a temperature;
- the best lines by their words, and the lines that the model names by constrained tokens;
- the draft that the model writes from the lines that it named.

Each candidate is graded, and the judges say whether it fits the question and whether the passages
state its claims. Then rules choose one of them, without a model, once of those that cost nearly
nothing (`FREE`), and once of all:

- the oracle takes a right candidate wherever there is one, so it bounds every rule;
- the share that is kept: of what the oracle gains over the greedy draft, how much does a rule gain?

`results/candidates.jsonl` has a row for each question, so a stopped run goes on where it was;
delete it after a change of the model or of a prompt.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.question_rows import Row, rows_of
from ragkit import Kit
from ragkit.evaluate.golden.carriers import Golden, golden
from ragkit.evaluate.golden.correct import correct
from ragkit.evaluate.golden.parts import of_part
from ragkit.evaluate.golden.phrases import f1
from ragkit.judges import choose_one, fit
from ragkit.judges.claims import split
from ragkit.judges.support import graded_claims, risk
from ragkit.model.llm import at_temperature
from ragkit.nodes.generate import ANSWER, write_answer
from ragkit.nodes.generate import written as from_evidence
from ragkit.nodes.quote import MOST
from ragkit.report.cells import cell
from ragkit.score import Score, difference, score
from ragkit.state import REFUSAL, Passage
from ragkit.text.cite import cited
from ragkit.text.excerpts import Excerpt, excerpts
from ragkit.text.markdown_table import markdown_table
from ragkit.text.sentences import without_citations

FILE = Path(__file__).parent / "results" / "candidates.jsonl"
SEED = 0
GREEDY, SHORT, COPIED = "greedy", "from three passages", "copied lines"
NAMED, QUOTED = "named lines", "written from named lines"
FIRST = 3
"""Number of passages that the short draft is written from."""
DRAWS, TEMPERATURE = 2, 0.7
"""Number of drafts at a temperature, and that temperature."""
OPEN = 8
"""Number of lines, best by their words, that the model may name."""
NAME = "Which of these lines of the passages answers the question?"
ALSO = "Which other of these lines is needed to answer the question?"
ENOUGH = "no other line is needed"
FROM_LINES = " Rest the answer on these lines of the passages:\n{lines}"
Candidate = dict[str, Any]
"""A draft with its grade and what the judges say of it."""
Rule = Callable[[Mapping[str, Candidate]], str]
"""Which candidate of a question is chosen, by name."""


def drafted(kit: Kit, question: Golden) -> Row:
    """The candidates of a question, graded and judged."""
    passages = kit.evidence.hybrid(question.question, question.question).passages
    texts = written(kit, question.question, passages)
    candidates = {name: judged(kit, question, passages, text) for name, text in texts.items()}
    return {"id": question.id, "kind": question.kind, "candidates": candidates}


def written(kit: Kit, question: str, passages: Sequence[Passage]) -> dict[str, str]:
    """The drafts of a question by name; all of them begin with the same passages."""
    texts = {GREEDY: write_answer(kit.writer, question, passages)}
    texts[SHORT] = write_answer(kit.writer, question, passages[:FIRST])
    for draw in range(1, DRAWS + 1):
        freer = at_temperature(kit.writer, TEMPERATURE, draw)
        texts[f"draw {draw}"] = write_answer(freer, question, passages)
    lines = excerpts(question, passages, kit.retriever.sparse.rarity)
    texts[COPIED] = " ".join(line.cited for line in lines[:MOST]) or REFUSAL
    named = named_lines(kit, question, passages, lines[:OPEN])
    texts[NAMED] = " ".join(line.cited for line in named) or REFUSAL
    texts[QUOTED] = from_lines(kit, question, passages, named)
    return texts


def named_lines(
    kit: Kit, question: str, passages: Sequence[Passage], lines: Sequence[Excerpt]
) -> list[Excerpt]:
    """One or two lines that the model names, each by one constrained token."""
    if len(lines) < 2:
        return list(lines)
    options = {str(place): line.text for place, line in enumerate(lines)}
    first = choose_one(kit.llm, question, passages, NAME, options)
    if not first.label:
        return list(lines[:1])
    left = {name: text for name, text in options.items() if name != first.label}
    second = choose_one(kit.llm, question, passages, ALSO, {**left, ENOUGH: ENOUGH})
    labels = [one.label for one in (first, second) if one.label in options]
    return [lines[int(label)] for label in labels]


def from_lines(
    kit: Kit, question: str, passages: Sequence[Passage], named: Sequence[Excerpt]
) -> str:
    """The draft that is written with the named lines in view, behind all of the evidence."""
    listed = "\n".join(f"- {line.text}" for line in named)
    wish = ANSWER.format(question=question) + FROM_LINES.format(lines=listed)
    return from_evidence(kit.writer, question, passages, wish)


def judged(kit: Kit, question: Golden, passages: Sequence[Passage], text: str) -> Candidate:
    """A draft with its grade, its fit and the support of its claims."""
    found: Candidate = {
        "text": text,
        "right": correct(question, text),
        "fit": None,
        "support": None,
    }
    if text == REFUSAL:
        return found
    found["fit"], _ = fit(kit.judge, question.question, cited(text, passages), text)
    claims, _ = split(kit.llm, text, question.question)
    graded, _ = graded_claims(claims, question.question, passages, kit.claim_judge)
    found["support"] = 1 - risk(graded)
    return found


def agreement(text: str, others: Sequence[str]) -> float:
    """How much of a draft the others say, too: the mean token F1 with each, in [0, 1].

    >>> agreement("Owls hunt mice.", ["Owls hunt mice. [1]", "Cats sleep."])
    0.5
    """
    own = without_citations(text)
    return fmean([f1(own, [without_citations(other)]) for other in others])


def with_agreement(candidates: Mapping[str, Candidate]) -> dict[str, Candidate]:
    """The candidates with how much each agrees with the others; one alone agrees with nobody."""
    found = {}
    for name, own in candidates.items():
        others = [one["text"] for other, one in candidates.items() if other != name]
        found[name] = {**own, "agreement": agreement(own["text"], others) if others else 0.0}
    return found


def by(measure: str, candidates: Mapping[str, Candidate]) -> str:
    """The candidate with most of a measure; of equals the first, and one without it comes last.

    >>> by("fit", {"greedy": {"fit": 0.4}, "copied lines": {"fit": None}, "draw 1": {"fit": 0.7}})
    'draw 1'
    """
    return max(candidates, key=lambda name: _known(candidates[name][measure]))


def by_fit_and_support(candidates: Mapping[str, Candidate]) -> str:
    """The candidate whose fit and support are highest together."""
    return _most(candidates, lambda one: _known(one["fit"]) * _known(one["support"]))


def by_all(candidates: Mapping[str, Candidate]) -> str:
    """The candidate whose fit, support and agreement are highest together."""
    return _most(
        candidates,
        lambda one: _known(one["fit"]) * _known(one["support"]) * (1 + one["agreement"]),
    )


def unless_unfit(candidates: Mapping[str, Candidate]) -> str:
    """The greedy draft, or the copied lines where the judge does not find that it fits.

    >>> lines = {"fit": 0.3}
    >>> unless_unfit({"greedy": {"fit": 0.6}, "copied lines": lines})
    'greedy'
    >>> unless_unfit({"greedy": {"fit": 0.4}, "copied lines": lines})
    'copied lines'
    """
    return GREEDY if _known(candidates[GREEDY]["fit"]) >= FIT_FROM else COPIED


def best(candidates: Mapping[str, Candidate]) -> str:
    """The oracle: a right candidate where there is one."""
    return by("right", candidates)


def _most(candidates: Mapping[str, Candidate], worth: Callable[[Candidate], float]) -> str:
    return max(candidates, key=lambda name: worth(candidates[name]))


def _known(value: float | None) -> float:
    return -1.0 if value is None else value


FIT_FROM = 0.52
"""The critic's threshold of the fit, as it ships for the taught judge of the 1.5B model."""
FREE = (GREEDY, SHORT, COPIED)
"""Candidates that cost a question and its decoding, or nothing."""
ALWAYS = (GREEDY, SHORT, COPIED, NAMED, QUOTED)
"""Candidates that are reported alone."""
RULES: dict[str, Rule] = {
    "fit": partial(by, "fit"),
    "support": partial(by, "support"),
    "agreement": partial(by, "agreement"),
    "fit and support": by_fit_and_support,
    "fit, support and agreement": by_all,
    "the oracle": best,
}
AMONG_TWO: dict[str, Rule] = {"lines where the draft does not fit": unless_unfit}
"""A rule that looks at the greedy draft and the copied lines alone."""


def scored(rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """By rule: the share of right answers, the paired gain over the greedy draft, and the share of
    the oracle's gain that is kept.

    Questions that could not be graded, or have no answer, are left out.
    """
    graded = [row["candidates"] for row in rows if row["candidates"][GREEDY]["right"] is not None]
    found = {}
    for name in ALWAYS:
        found[f"always {name}"] = _gained(graded, [name], best)
    for kind, names in {"of the cheap": FREE, "of all": list(graded[0])}.items():
        rules = RULES | AMONG_TWO if names is FREE else RULES
        most = _gained(graded, names, best)["gain"]["mean"]
        for rule, chosen in rules.items():
            own = found[f"{rule}, {kind}"] = _gained(graded, names, chosen)
            own["kept"] = own["gain"]["mean"] / most if most else None
    return found


def _gained(
    graded: Sequence[Mapping[str, Candidate]], names: Sequence[str], rule: Rule
) -> dict[str, Any]:
    """How often the candidate that a rule takes of some is right, and the gain over greedy."""
    greedy = [float(one[GREEDY]["right"]) for one in graded]
    right = []
    for one in graded:
        open_to_it = with_agreement({name: one[name] for name in names})
        right.append(float(one[rule(open_to_it)]["right"] or 0))
    gain = difference(right, greedy)
    return {"correct": asdict(score(right)), "gain": asdict(gain)}


def mended(rows: Sequence[Row]) -> dict[str, int]:
    """How many questions are better answered by a candidate than by the greedy draft, by candidate.

    Counted are the questions whose greedy draft is not wholly right. *written* is any draft of the
    model, *any* is any candidate.
    """
    missed = [row["candidates"] for row in rows if (row["candidates"][GREEDY]["right"] or 0) < 1]
    counts = {"missed": len(missed), "written": 0, COPIED: 0, "any": 0}
    for one in missed:
        own = one[GREEDY]["right"] or 0
        better = {name for name, found in one.items() if (found["right"] or 0) > own}
        counts["written"] += bool(better - {COPIED, NAMED})
        counts[COPIED] += COPIED in better
        counts["any"] += bool(better)
    return counts


def mended_table(result: Mapping[str, Any]) -> str:
    """Counts of questions, in one row."""
    if not result:
        return "Not run yet.\n"
    counts = result["mended"]
    head = ["questions", "greedy not right", "another written draft better", "copied lines better"]
    body = [str(result["n"]), *(str(counts[name]) for name in ("missed", "written", COPIED, "any"))]
    return markdown_table([*head, "any candidate better"], [body])


def candidates_table(result: Mapping[str, Any]) -> str:
    """A row a rule, with the share of the oracle's gain that it keeps."""
    if not result:
        return "Not run yet.\n"
    body = []
    for name, own in result["rules"].items():
        right, gain = Score(**own["correct"]), Score(**own["gain"])
        kept = f"{own['kept']:.2f}" if own.get("kept") is not None else ""
        paired = f"{gain.mean:+.2f} [{gain.low:+.2f}, {gain.high:+.2f}]"
        body.append([name, cell(right), paired, kept])
    return markdown_table(["rule", "correct", "less the greedy draft", "of the oracle's"], body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--most", type=int, help="a random sample of so many questions of each")
    chosen = parser.parse_args()
    rows = []
    for folder in chosen.corpora:
        kit = Kit.open(folder, memory=False)
        asked = [one for one in of_part(list(golden(kit).values()), "fit") if one.answer]
        random.Random(SEED).shuffle(asked)
        rows += rows_of(asked[: chosen.most], partial(drafted, kit), FILE, folder.name)
        kit.close()
    result = {"n": len(rows), "rules": scored(rows), "mended": mended(rows)}
    FILE.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(candidates_table(result))


if __name__ == "__main__":
    main()
