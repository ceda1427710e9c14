"""Write the results into the prose, between its markers: prose never holds a number that somebody
typed.

python -m benchmarks.tables
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import prose
from benchmarks.aims import aims_table
from benchmarks.architecture_tables import beside_table, promised_table
from benchmarks.asking_back import asking_table
from benchmarks.attack_tables import attack_table
from benchmarks.bars import bars_table
from benchmarks.bundle import bundle_block
from benchmarks.by_hand import by_hand_table
from benchmarks.calibration_tables import (
    JUDGES,
    by_price_table,
    calibration_table,
    judges_table,
    prices_table,
    risk_table,
)
from benchmarks.candidates import candidates_table, mended_table
from benchmarks.choosing import on_test
from benchmarks.classroom import classroom_table
from benchmarks.context_filter import filter_table
from benchmarks.conversation_tables import (
    turn_kinds_table,
    turn_pairs_table,
    turn_steps_table,
    turns_table,
)
from benchmarks.conversations import TurnRow, read_rows
from benchmarks.critics_tables import (
    BOTH_JUDGES,
    costs_table,
    endings_table,
    held_out,
    shares_table,
)
from benchmarks.defences import defences_table
from benchmarks.domains import domains_table
from benchmarks.elsewhere import elsewhere_table
from benchmarks.encoders import encoders_table
from benchmarks.endpoint import endpoints_table
from benchmarks.failures import failures_table
from benchmarks.first_drafts import first_drafts_table
from benchmarks.first_search import first_stops_table, routes_table, searches_table
from benchmarks.follow_up_tables import (
    gains_table,
    gate_table,
    search_ways_table,
    seconds_table,
)
from benchmarks.gate_alone import gate_alone_table
from benchmarks.gates import gates_table
from benchmarks.ingest import ingest_table
from benchmarks.judge_cost import judge_cost_table
from benchmarks.memory import remembered_table
from benchmarks.pays import pays_block
from benchmarks.race import race_table
from benchmarks.reading import reading_table
from benchmarks.regrade import regraded_table
from benchmarks.retrieval_tables import (
    fusion_table,
    retrieval_table,
    strategies_table,
    ways_table,
)
from benchmarks.route_cache_tables import (
    forms_of_cache_table,
    gates_of_cache_table,
    hits_of_cache_table,
    kinds_of_cache_table,
)
from benchmarks.scale import class_table, corpus_table
from benchmarks.steps import step_prices, steps_table
from benchmarks.stops import stops_table
from benchmarks.stores import stores_table
from benchmarks.studies import studies_table
from benchmarks.sweeps import sweeps_table
from benchmarks.taught_again import again_table
from benchmarks.taught_tables import aims_of_critic, lessons_table, shapes_table, taught_table
from benchmarks.taught_writer import taught_writer_table
from benchmarks.teams_tables import (
    OF_TEAMS,
    equal_tokens_table,
    hops_table,
    paper_table,
)
from benchmarks.tiered_examples import FILE as EXAMPLES
from benchmarks.tiered_examples import Example, examples_table
from benchmarks.tiered_tables import (
    closed_book_table,
    premises_table,
    published_table,
    tiers_table,
)
from benchmarks.verifier_tables import phrases_table, verifier_table
from benchmarks.workshop_plans import read_plans
from benchmarks.workshop_tables import day_table, machine_note, notebooks_table
from ragkit.evaluate.golden.questions import Question, load_questions
from ragkit.evaluate.measures.rows import Row
from ragkit.report.report import read_results
from ragkit.report.systems_table import systems_table
from ragkit.text.markdown_table import TIGHT, markdown_table

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results"
PAGES = (
    "README.md",
    "SECURITY.md",
    "docs/retrieval.md",
    "docs/conversation.md",
    "docs/architectures.md",
    "docs/teams.md",
    "docs/writing.md",
    "docs/study.md",
    "docs/checking.md",
    "docs/experiments.md",
    "docs/scaling.md",
    "docs/ablation.md",
    "docs/others.md",
    "docs/noise.md",
    "docs/teaching.md",
    "docs/tiered.md",
    "docs/workshops/README.md",
    "docs/workshops/90-minutes.md",
    "docs/workshops/half-day.md",
    "docs/workshops/two-days.md",
    "docs/workshops/four-weeks.md",
)
ALMANAC = ("almanac", "almanac_grounded")
NOISE = ("noise", "noise_lookup", "noise_seconds")
FOUR = ("architectures", "architectures_seconds")
AGENTS = ("teams", "teams_hotpotqa", "teams_musique")
OWN_PARTS = "teams_musique_own_parts"
OWN = (
    "bench8",
    "ablation",
    "locked",
    "first_edition",
    "retries",
    *ALMANAC,
    *NOISE,
    *FOUR,
    "teams",
    "teams_seconds",
)
"""Experiments on the corpora of this repository."""
AIMED = ("hotpotqa_first", "hotpotqa", "xquad")
OTHERS = (*AIMED, *AGENTS[1:])
"""Experiments on other people's documents."""
DAYS = (
    ("ninety", 1),
    ("half_day", 1),
    ("two_days", 1),
    ("two_days", 2),
    *(("four_weeks", evening) for evening in range(1, 9)),
)
"""The days of the workshop plans that have a table, by the key of the plan."""
PROSE = tuple(ROOT / page for page in PAGES)
MARKED = re.compile(r"(<!-- results(?: of (\w+))?:.*?-->\n).*?(<!-- /results -->)", re.DOTALL)


TWO_JUDGES = {"zero-shot": JUDGES["zero-shot"], "taught": JUDGES["taught"]}
AIMS = {"600": (1.35, 1.5, 0.05), "2000": (1.15, 1.25, 0.02)}
"""What checking may cost at most: prompt tokens and seconds as ratios, one more claim's tokens as a
share."""


def overhead_table() -> str:
    """A Markdown table of the ratios of the adaptive graph to the naive one, each below what it may
    be at most."""
    rows: list[list[str | None]] = []
    for size, row in _result("overhead").items():
        tokens, _, apart = size.partition(" ")
        evidence = f"{tokens} tokens, {apart}" if apart else f"{tokens} tokens"
        ratios = [f"{row['token_ratio']:.2f}", f"{row['wall_ratio']:.2f}"]
        claim = [f"{row['claim_share']:.3f}", f"{row['claim_seconds']:.3f}"]
        rows.append([evidence, f"{row['pairs']}", *ratios, *claim])
        if aims := AIMS.get(size):
            most = [f"{aims[0]:.2f}", f"{aims[1]:.2f}", f"{aims[2]:.3f}"]
            rows.append(["aim: at most", None, *most, None])
    head = ["evidence", "pairs", "prompt tokens", "seconds"]
    head += ["one more claim: tokens", "one more claim: seconds"]
    return markdown_table(head, rows, TIGHT)


def retries_table() -> str:
    """A Markdown table of what each retry may add to the critics' thresholds, and of which late
    answers are accepted then."""
    found, rows = _result("retries"), []
    for cut, counts in found.get("at", {}).items():
        mark = " (chosen)" if float(cut) == found["chosen"] else ""
        rows.append([f"{cut}{mark}", *(f"{counts[end]}" for end in ("stopped", "right", "wrong"))])
    head = ["`retry_raises`", "should be withheld, stopped", "correct, accepted", "wrong, accepted"]
    return markdown_table(head, rows, TIGHT)


def _aims_elsewhere(name: str) -> str:
    return elsewhere_table(_rows(name))


def _with_own_parts() -> list[Row]:
    """The rows of MuSiQue, and those of its own sub-questions."""
    return [*_rows("teams_musique"), *_rows(OWN_PARTS)]


def _agents_table(name: str) -> str:
    rows = _with_own_parts() if name == "teams_musique" else _rows(name)
    return systems_table(rows, OF_TEAMS) if rows else "Not run yet.\n"


def _equal_table(name: str) -> str:
    return equal_tokens_table(_rows(name))


def _plan_table(key: str, day: int) -> str:
    """The table of a day of a workshop, by the key of its plan; days are counted from 1."""
    plans = read_plans()
    for plan in plans.plans:
        if plan.key == key:
            return day_table(plan.days[day - 1], plans, _result("workshop"))
    raise KeyError(f"docs/workshops/plans.yml has no plan {key}")


TABLES: dict[str | None, Callable[[], str]] = (
    {
        None: retrieval_table,
        "fusion": fusion_table,
        "strategies": lambda: strategies_table(_result("strategies")),
        "ways": lambda: ways_table(_result("strategies")),
        "follow_up_gates": lambda: gate_table(_result("follow_ups")),
        "follow_up_ways": lambda: search_ways_table(_result("follow_ups")),
        "follow_up_gains": lambda: gains_table(_result("follow_ups")),
        "follow_up_seconds": lambda: seconds_table(_result("follow_ups")),
        "domains": lambda: domains_table(_result("domains")),
        "aims": lambda: aims_table(held_out()),
        "by_hand": by_hand_table,
        "steps": lambda: steps_table(held_out()),
        "regraded": lambda: regraded_table(RESULTS / "first_edition"),
        "critics": lambda: shares_table(held_out()),
        "endings": lambda: endings_table(held_out()),
        "costs": lambda: costs_table(held_out()),
        "calibration": lambda: calibration_table(_result("calibration")),
        "calibration_taught": lambda: calibration_table(_result("calibration-taught")),
        "judges_on_fit": lambda: judges_table(
            {judge: _result(name) for judge, name in JUDGES.items()}
        ),
        "turns_test": lambda: turns_table(_turns("test")),
        "turns_locked": lambda: turns_table(_turns("locked")),
        "turn_pairs_test": lambda: turn_pairs_table(_turns("test")),
        "turn_kinds": lambda: turn_kinds_table(_turns("test")),
        "turn_steps": lambda: turn_steps_table(_turns("test"), "advanced, in conversation"),
        "promised": lambda: promised_table(_rows("architectures")),
        "beside_advanced": lambda: beside_table(_rows("architectures"), "advanced"),
        "asking_back": lambda: asking_table(_result("asking_back")),
        "cache_gates": lambda: gates_of_cache_table(_result("route_cache")),
        "cache_kinds": lambda: kinds_of_cache_table(_result("route_cache")),
        "cache_hits": lambda: hits_of_cache_table(_result("route_cache")),
        "cache_forms": lambda: forms_of_cache_table(_result("route_cache")),
        "routes_on_fit": lambda: routes_table(_result("first_search")),
        "searches_on_fit": lambda: searches_table(_result("first_search")),
        "stops_on_fit": lambda: first_stops_table(_result("first_search")),
        "race": lambda: race_table(_result("race")),
        "stops": lambda: stops_table(_result("stops")),
        "candidates": lambda: candidates_table(_result("candidates")),
        "mended": lambda: mended_table(_result("candidates")),
        "taught_writer": lambda: taught_writer_table(_result("taught_writer")),
        "choosing": lambda: candidates_table(_result("choosing")),
        "choosing_on_test": lambda: candidates_table(on_test(_rows("ablation"))),
        "promised_by_teams": lambda: paper_table({name: _rows(name) for name in AGENTS}),
        "first_drafts": lambda: first_drafts_table(_result("first_drafts")),
        "hops": lambda: hops_table(_with_own_parts()),
        "bars": bars_table,
        "prices": lambda: prices_table(_result("calibration")),
        "by_price": lambda: by_price_table(_result("calibration")),
        "by_price_taught": lambda: by_price_table(_result("calibration-taught")),
        "by_price_budget": lambda: by_price_table(_result("calibration-taught-budget")),
        "risk": lambda: risk_table({name: _result(file) for name, file in TWO_JUDGES.items()}),
        "step_prices": lambda: step_prices(held_out()),
        "pays": lambda: pays_block(_rows("ablation")),
        "prices_taught": lambda: prices_table(_result("calibration-taught")),
        "prices_budget": lambda: prices_table(_result("calibration-taught-budget")),
        "retries": retries_table,
        "memory": lambda: remembered_table(_result("memory")),
        "overhead": overhead_table,
        "judge_cost": lambda: judge_cost_table(_result("judge_cost")),
        "judges_on_test": lambda: shares_table(held_out(), BOTH_JUDGES),
        "taught_aims": lambda: aims_of_critic(_result("taught-balanced")),
        "taught_balanced": lambda: taught_table(_result("taught-balanced")),
        "shapes_balanced": lambda: shapes_table(_result("shapes-balanced")),
        "shapes_budget": lambda: shapes_table(_result("shapes-budget")),
        "again_balanced": lambda: again_table(_result("taught_again-balanced")),
        "again_budget": lambda: again_table(_result("taught_again-budget")),
        "longer_lesson": lambda: lessons_table(_result("longer_lesson")),
        "gate_alone": lambda: gate_alone_table(_result("gate_alone")),
        "taught_budget": lambda: taught_table(_result("taught-budget")),
        "tiered_examples": lambda: examples_table(_examples()),
        "closed_book": lambda: closed_book_table(_result("closed_book")),
        "context_filter": lambda: filter_table(_result("context_filter")),
        "tiers": lambda: tiers_table(_rows("almanac")),
        "premises": lambda: premises_table(_rows("almanac"), _almanac()),
        "failures": lambda: failures_table(_result("failures")),
        "gates": lambda: gates_table(_result("gates")),
        "tiered_paper": partial(published_table, RESULTS),
        "verifier": lambda: verifier_table(_result("verifier")),
        "phrases": lambda: phrases_table(_result("phrases")),
        "workshop_machine": lambda: machine_note(_result("workshop")),
        "workshop_notebooks": lambda: notebooks_table(_result("workshop")),
        "attack": lambda: attack_table(_result("attack")),
        "defences": lambda: defences_table(_result("defences")),
        "reading": lambda: reading_table(_result("reading")),
        "sweeps": lambda: sweeps_table(_result("sweeps")),
        "stores": lambda: stores_table(_result("stores")),
        "endpoints": lambda: endpoints_table(_result("endpoints")),
        "studies": lambda: studies_table(_result("studies")),
        "classroom": lambda: classroom_table(_result("classroom")),
        "scale_corpus": lambda: corpus_table(_result("stores"), _result("ingest")),
        "scale_class": lambda: class_table(_result("classroom")),
        "encoders": lambda: encoders_table(_result("encoders")),
        "ingest": lambda: ingest_table(_result("ingest")),
        "bundle": lambda: bundle_block(_result("bundle")),
    }
    | {f"{name}_aims": partial(_aims_elsewhere, name) for name in AIMED}
    | {f"{name}_agents": partial(_agents_table, name) for name in AGENTS}
    | {f"{name}_equal": partial(_equal_table, name) for name in AGENTS}
    | {f"plan_{key}_{day}": partial(_plan_table, key, day) for key, day in DAYS}
    | {
        f"{name}_{which}": partial(prose.table, RESULTS, name, which)
        for name in (*OWN, *OTHERS)
        for which in prose.TABLES
    }
)
"""What stands between two markers of the prose, by the name in the first; retrieval has none."""


def _rows(name: str) -> list[Row]:
    """The rows of a committed experiment; none before it was run."""
    folder = RESULTS / name
    if not (folder / "manifest.json").is_file():
        return []
    return read_results(folder)[1]


def _turns(part: str) -> list[TurnRow]:
    """The turns of a part; none before they were asked."""
    return read_rows(RESULTS / f"conversations-{part}.jsonl")


def _examples() -> list[Example]:
    """The examples of `tiered`; none before they were asked."""
    return json.loads(EXAMPLES.read_text()) if EXAMPLES.is_file() else []


def _almanac() -> list[Question]:
    return load_questions(ROOT / "corpora" / "almanac" / "questions.jsonl")


def _result(name: str) -> dict[str, Any]:
    file = RESULTS / f"{name}.json"
    return json.loads(file.read_text()) if file.is_file() else {}


def filled(prose: str) -> str:
    """A text with today's tables between its markers."""
    return MARKED.sub(lambda mark: mark[1] + TABLES[mark[2]]() + mark[3], prose)


def main() -> None:
    for file in PROSE:
        file.write_text(filled(file.read_text()))


if __name__ == "__main__":
    main()
