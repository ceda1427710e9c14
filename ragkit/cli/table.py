"""The commands of the command line, and the arguments of each."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ragkit.cli.ask import ask, systems_of
from ragkit.cli.calibrate import calibrate
from ragkit.cli.capstone import CAPSTONE, capstone
from ragkit.cli.chat import CHAT, chat
from ragkit.cli.commands import dashboard, doctor, ingest, models, notebooks, systems, tour
from ragkit.cli.course import bundle, exercises, grade, progress, record
from ragkit.cli.drafting import draft, draft_conversations
from ragkit.cli.experiments import bench, failures, pairwise, report
from ragkit.cli.gate import GATE, gate
from ragkit.cli.hands import collect, hand_in, handouts, moment
from ragkit.cli.numbers import price, share, whole
from ragkit.cli.serve import serve
from ragkit.cli.study import STUDY, study
from ragkit.cli.teach import OWN_SET, teach

DOCUMENTS = {"type": Path, "help": "folder of md, txt, html or pdf files"}
RESULTS = {"type": Path, "help": "folder of results"}


def flag(help: str) -> dict[str, Any]:
    """An argument that is there or not."""
    return {"action": "store_true", "help": help}


def path(metavar: str, help: str, **more: Any) -> dict[str, Any]:
    """An argument that is a file or a folder."""
    return {"type": Path, "metavar": metavar, "help": help, **more}


def number(
    kind: Callable[[str], float], help: str, metavar: str = "N", **more: Any
) -> dict[str, Any]:
    """An argument that is a number of a kind."""
    return {"type": kind, "metavar": metavar, "help": help, **more}


JSON = flag("print JSON and nothing else")
ONLY = {
    "nargs": "+",
    "metavar": "NAME",
    "default": [],
    "help": "a plan (ninety, half_day, two_days, four_weeks), notebooks (02) or exercises (02-rrf)",
}
COMMANDS: dict[Callable[[argparse.Namespace], int], dict[str, Any]] = {
    doctor: {"--json": JSON},
    models: {},
    tour: {"--question": {"help": "ask this instead of the notebook's own question"}},
    notebooks: {
        "notebooks": {
            "nargs": "*",
            "metavar": "NOTEBOOK",
            "help": "number or name, such as 05; without any, all",
        },
    },
    record: {
        "file": {"type": Path, "help": "the recording to write, such as replies.jsonl.gz"},
        "notebooks": {
            "nargs": "*",
            "metavar": "NOTEBOOK",
            "help": "number, name or path; without any, all of the course that can be recorded",
        },
    },
    systems: {},
    ask: {
        "folder": DOCUMENTS,
        "question": {},
        "--graph": {
            "metavar": "SYSTEM",
            "help": "one of the systems that `ragkit systems` lists; by default that of the "
            "folder's ragkit.yml, or else adaptive",
        },
        "--compare": {
            "type": systems_of,
            "metavar": "SYSTEMS",
            "help": "ask several instead, such as hybrid,crag,adaptive, and show what differs",
        },
        "--web": {
            "choices": ["recorded", "live"],
            "help": "search the web if the documents do not contain the answer",
        },
        "--save": path("RUNS", "keep the run as a file in this folder"),
        "--json": JSON,
    },
    chat: CHAT,
    ingest: {"folder": DOCUMENTS, "--json": JSON},
    serve: {
        "folder": DOCUMENTS,
        "--port": number(
            whole, "over HTTP on this port of this machine, instead of standard input and output"
        ),
        "--config": flag("print what to paste into an MCP client's configuration, and end"),
    },
    bench: {
        "experiment": {"type": Path, "help": "YAML file; docs/experiments.md describes it"},
        "--to": path("RESULTS", "folder of the results; by default it is named after the file"),
        "--estimate": flag("only estimate what it will take"),
        "--json": JSON,
    },
    gate: GATE,
    pairwise: {
        "folder": RESULTS,
        "--a": {"required": True, "metavar": "SYSTEM", "help": "the first system"},
        "--b": {"required": True, "metavar": "SYSTEM", "help": "the second system"},
        "--most": number(
            whole, "only N questions, in a random order that never changes; each takes two calls"
        ),
        "--reference": flag("show the judge the reference answers"),
        "--json": JSON,
    },
    calibrate: {
        "folder": {"type": Path, "help": "folder of documents, with questions.jsonl"},
        "--questions": path("FILE", "file of golden questions outside the folder"),
        "--most": number(int, "only the first N questions, in a random order that never changes"),
        "--wrong-costs": number(
            price,
            "choose for the cost of a wrong answer instead of targets, where a correct one is "
            "worth 1 and an abstention 0; `Kit.open(..., wrong_costs=PRICE)` uses them",
            metavar="PRICE",
        ),
        "--hold-back": number(
            share,
            "without a price: share of near misses and false premises to abstain from or correct, "
            "above 0 up to 1 (default: 0.7); a higher one stops more correct answers too",
            metavar="SHARE",
        ),
        "--to": path(
            "FOLDER",
            "write thresholds.json and the outcomes here; by default the thresholds go beside the "
            "documents, where a kit finds them, and the outcomes into the cache",
        ),
        "--json": JSON,
    },
    teach: {
        "folder": {
            **DOCUMENTS,
            "nargs": "*",
            "help": "folders of md, txt, html or pdf files",
        },
        "--to": path(
            "DIR",
            "folder for the adapter, its card and the state of a stopped run; by default one in "
            "the cache",
        ),
        "--minutes": {"type": float, "default": 30, "metavar": "N", "help": "how long at most"},
        "--again": path(
            "FACTS",
            "repeat the lesson that the JSON file beside an adapter describes: the same pairs, as "
            "often, with its settings and seed, however long it takes",
        ),
        "--tier": {
            "choices": ["budget", "balanced"],
            "default": "balanced",
            "help": "which embedded model to teach: budget is the small one",
        },
        "--writer": flag("teach it to write answers from passages, instead of judging them"),
        "--data": path(
            "FILE",
            "judgements, or with --writer examples, as JSON lines, instead of those made of the "
            "documents",
        ),
        "--hold": path(
            "FILE",
            "judgements on which the critic must not become worse; without FILE, the kit's own "
            "entailment set",
            nargs="?",
            const=OWN_SET,
        ),
        "--licence": {
            "action": "append",
            "default": [],
            "metavar": "NAME",
            "help": "licence of the documents, for the model card; once for all, or once for each",
        },
        "--threads": {
            "type": int,
            "choices": [1, 2],
            "help": "number of threads; by default as many as torch wants",
        },
        "--seed": {"type": int, "default": 0, "metavar": "N", "help": "seed of the random numbers"},
    },
    study: STUDY,
    draft: {
        "folder": DOCUMENTS,
        "--count": number(whole, "how many at most (default: 30)", default=30),
        "--to": path("FILE", "write them here; by default questions.jsonl beside the documents"),
    },
    draft_conversations: {
        "folder": DOCUMENTS,
        "--count": number(whole, "how many at most (default: 10)", default=10),
    },
    report: {
        "folder": RESULTS,
        "--png": flag("write the pictures as PNG files too; needs Chrome or Chromium"),
        "--json": JSON,
    },
    failures: {
        "folders": {"type": Path, "nargs": "+", "metavar": "FOLDER", "help": "folders of results"},
        "--by": {
            "choices": ["folder", "kind", "system"],
            "help": "what the rows of the heat map are; by default the folders, or of one folder "
            "the kinds of questions",
        },
        "--judge": flag("ask a judge about the wrong answers that no rule labels"),
        "--to": path(
            "FOLDER", "write failures.md and failures.html here; by default into the first folder"
        ),
        "--png": flag("write the heat map as a PNG file too; needs Chrome or Chromium"),
        "--json": JSON,
    },
    dashboard: {"folder": {"type": Path, "help": "folder of saved runs"}},
    exercises: {},
    progress: {
        "folder": {
            "type": Path,
            "nargs": "?",
            "help": "folder with the progress files of a class; without it, your own is shown",
        },
        "--to": {"type": Path, "metavar": "FOLDER", "help": "write the page and the table here"},
        "--only": ONLY,
    },
    handouts: {
        "--to": path("FOLDER", "write the pages here; by default into build/handouts"),
        "--address": {
            "default": "",
            "metavar": "URL",
            "help": "where learners find the notebooks; without it, there is a line to write it on",
        },
    },
    hand_in: {
        "name": {"help": "your name, as your instructor knows it"},
        "--to": path("FOLDER", "write the file here; by default into the current folder"),
    },
    collect: {
        "folder": {
            "type": Path,
            "help": "folder with the files of `hand-in`, with notebooks, or with nbgrader's "
            "submitted/",
        },
        "--to": path("FOLDER", "lay it out here; by default in the folder, in collected/"),
        "--due": {
            "type": moment,
            "metavar": "TIME",
            "help": "what came after this time is late, such as 2026-12-01T18:00",
        },
        "--names": path("FILE", "the names of the class, one in each line"),
        "--only": ONLY,
    },
    grade: {
        "folder": {"type": Path, "help": "folder of submitted notebooks"},
        "--to": {"type": Path, "metavar": "FOLDER", "help": "write the page and the table here"},
        "--exercise": {
            "metavar": "ID",
            "help": "grade only this exercise again, such as 02-rrf; all other marks stay",
        },
        "--names": path("FILE", "the names of the class; all are graded by their own variants"),
        "--seed": number(int, "seed of the questions; all submissions get the same"),
        "--seconds": number(whole, "seconds for one notebook (default: 90)", default=90),
        "--memory": number(
            whole,
            "memory that one notebook may use, in megabytes (default: 2000)",
            default=2_000,
            metavar="MB",
        ),
        "--json": JSON,
    },
    capstone: CAPSTONE,
    bundle: {
        "--to": path("FILE", "the archive to write; by default build/ragkit-bundle.tar"),
        "--recording": path(
            "FILE",
            "recorded replies to include; can be given several times",
            action="append",
            default=[],
        ),
        "--small": flag("include the small model of the tier budget as well"),
        "--no-solutions": flag("leave out the solutions of the exercises and the quiz"),
        "--check": path(
            "FILE", "make nothing; compare every file of this archive with its checksum"
        ),
    },
}


def name_of(command: Callable[[argparse.Namespace], int]) -> str:
    """The name of a command, as it is typed."""
    return command.__name__.replace("_", "-")
