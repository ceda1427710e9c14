"""What the prose says about the code is so: links and paths lead somewhere, tables are those of the code or of the
results files. What it says about the results is checked by `benchmarks/statements`."""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest
from test_layers import ROOMS

from ragkit import widgets
from ragkit.cli.table import COMMANDS, name_of
from ragkit.graphs import SYSTEMS
from ragkit.judges.claim_judge import STATED
from ragkit.judges.fit_judge import FITS, SENTENCE
from ragkit.settings import Provider

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PROSE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
PROSE += sorted((ROOT / "corpora").glob("*/README.md"))
PROSE += sorted((ROOT / "docs").rglob("*.md"))
LAYOUT = (ROOT / "docs" / "layout.md").read_text()
SOURCES = (ROOT / "docs" / "sources.md").read_text()
BLOCK = re.compile(r"<!-- results(?: of (\w+))?:.*?<!-- /results -->", re.DOTALL)
"""A table written by `benchmarks/tables.py`, and its name; the one about retrieval has none."""


def found(pattern, paths, flags=0):
    """Every match in these files, as (path, line, match)."""
    places = []
    for path in paths:
        text = path.read_text(encoding="utf-8", errors="ignore")
        for match in re.finditer(pattern, text, flags):
            line = text.count("\n", 0, match.start()) + 1
            places.append((path, line, match))
    return places


def at(path, line):
    return f"{path.relative_to(ROOT).as_posix()}:{line}"


def rows(text, heading):
    """The first table below a heading, without its head: a list of cells a row."""
    below = text[text.index(f"## {heading}\n") :]
    table = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()[2:]]


@pytest.mark.slow
def test_measured_tables_are_as_benchmarks_tables_writes_them():
    from benchmarks import tables

    marked = {path for path in PROSE if BLOCK.search(path.read_text())}
    assert marked == set(tables.PROSE), "add the page to PAGES in benchmarks/tables.py"
    stale = [page.name for page in tables.PROSE if tables.filled(page.read_text()) != page.read_text()]
    assert stale == [], "run python -m benchmarks.tables"


def test_measured_tables_are_on_a_page_and_on_one_only():
    from benchmarks import prose, tables

    experiments = (*tables.OWN, *tables.OTHERS)
    of_experiments = {f"{name}_{which}" for name in experiments for which in prose.TABLES}
    shown = Counter(match[1] for _, _, match in found(BLOCK, PROSE))
    assert set(tables.TABLES) - of_experiments - set(shown) == set(), "these are on no page"
    assert [name for name in experiments if not any(f"{name}_{which}" in shown for which in prose.TABLES)] == []
    assert {name for name, count in shown.items() if count > 1} <= {"ablation_state"}, "these are on two pages"


def test_the_verifier_was_measured_with_the_questions_that_the_kit_asks():
    results = ROOT / "benchmarks/results"
    verifier = json.loads((results / "verifier.json").read_text())
    assert verifier["asked"] == {"halueval": [FITS, SENTENCE], "summedits": STATED}
    assert json.loads((results / "phrases.json").read_text())["asked"] == [FITS, SENTENCE]


def test_links_lead_to_files_that_are_there():
    dead = []
    for path, line, link in found(r"\]\((?!https?:)([^)#]+)\)", PROSE):
        if not (path.parent / link[1]).exists():
            dead.append(f"{at(path, line)} {link[1]}")
    assert dead == []


def test_paths_in_prose_are_there():
    """Python files and folders between backticks; one with a word in capitals is a placeholder."""
    missing = []
    for path, line, match in found(r"`([\w/.-]+(?:\.py|/))`", [path for path in PROSE if path.name != "CHANGELOG.md"]):
        if re.search(r"[A-Z]{2}", match[1]) or match[1].startswith("build/"):
            continue
        if not any((place / match[1]).exists() for place in (ROOT, ROOT / "ragkit", path.parent)):
            missing.append(f"{at(path, line)} {match[1]}")
    assert missing == []


def path_of(room):
    """A room as a path below `ragkit/`; a package with rooms of its own is its `__init__.py`."""
    path = room.replace(".", "/")
    if not (ROOT / "ragkit" / path).is_dir():
        return f"{path}.py"
    return f"{path}/__init__.py" if any(other.startswith(f"{room}.") for other in ROOMS) else f"{path}/"


def test_the_page_about_the_layout_has_a_row_for_every_room_from_the_ground_up():
    table = rows(LAYOUT, "The rooms")
    assert [row[0] for row in table] == [f"`{path_of(room)}`" for room in ROOMS]
    assert [row for row in table if len(row[1]) <= 10 or not row[2].startswith(row[0].rstrip("`"))] == []


def test_what_decides_is_defined_in_the_file_that_the_layout_names():
    """Of each row, the first name that is no path is in the file beside it."""
    undefined = []
    for _, where, begin in rows(LAYOUT, "Where is it decided?"):
        name = re.match(r"`(\w+)`", begin)[1]
        if f"def {name}(" not in (ROOT / "ragkit" / where.strip("`")).read_text():
            undefined.append(f"{where} has no {name}")
    assert undefined == []


def test_the_readmes_table_of_systems_is_the_registry():
    assert rows(README, "Systems") == [[f"`{name}`", system.line] for name, system in SYSTEMS.items()]


def test_the_page_about_widgets_names_every_widget():
    listed = re.findall(r"^- \*\*.*$", (ROOT / "docs" / "widgets.md").read_text(), re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", "".join(listed)))
    code = "".join(file.read_text() for file in (ROOT / "ragkit" / "widgets").glob("*/*.py"))
    assert set(widgets.__all__) - named == set()
    assert named - set(re.findall(r"^(?:def|class) (\w+)", code, re.MULTILINE)) == set()


def test_the_page_about_providers_has_a_row_for_every_provider():
    table = re.findall(r"^\| `(\w+)`", (ROOT / "docs" / "providers.md").read_text(), re.MULTILINE)
    assert table == list(get_args(Provider))
    example = (ROOT / ".env.example").read_text()
    assert [name for name in table if name not in example] == []


def test_every_notebook_is_in_the_readme():
    listed = set(re.findall(r"\(notebooks/([^)]+\.ipynb)\)", README))
    assert listed == {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}


def test_counts_in_prose_are_counted():
    wrong = []
    for corpus in (ROOT / "corpora/algorithms", ROOT / "corpora/almanac"):
        docs = len([path for path in (corpus / "docs").rglob("*") if path.is_file()])
        questions = len((corpus / "questions.jsonl").read_text().splitlines())
        pages = len((corpus / "web/index.jsonl").read_text().splitlines())
        counts = [f"{docs} documents", f"{questions} golden questions", f"{pages} recorded"]
        said = {ROOT / "README.md": [", ".join(counts[:2])], ROOT / "CHANGELOG.md": counts}
        for path, expected in {**said, corpus / "README.md": counts}.items():
            text = path.read_text()
            wrong += [f"{path.name} does not say {count}" for count in expected if count not in text]
    assert wrong == []


def test_a_measured_share_is_in_a_generated_table_or_nowhere():
    shares = []
    for path in PROSE:
        text = re.sub(r"<!-- results.*?/results -->", "", path.read_text(), flags=re.DOTALL)
        shares += [f"{path.name}: {share}" for share in re.findall(r"\b0\.\d{2,}\b|\b(?!95 %)\d+ ?%", text)]
    assert shares == [], "let benchmarks/tables.py write it, or leave it out"


def test_results_files_say_how_many_and_how_sure():
    for file in (ROOT / "benchmarks/results").glob("retrieval-*.json"):
        assert set(json.loads(file.read_text())["fused@5"]) == {"mean", "low", "high", "n"}, file.name


def test_every_command_that_the_code_or_the_prose_names_is_there():
    commands = {name_of(command) for command in COMMANDS}
    files = [*(ROOT / "ragkit").rglob("*.py"), *(ROOT / "notebooks").glob("*.ipynb"), *PROSE]
    named = found(r"python -m ragkit ([a-z]+(?:-[a-z]+)*)", files)
    assert len(named) > 10
    assert [f"{at(path, line)} {name[1]}" for path, line, name in named if name[1] not in commands] == []


def test_no_file_names_a_registry_or_hub_host():
    hosts = "|".join(("pypi" + r"\.org", "huggingface" + r"\.co", "pythonhosted" + r"\.org", "conda" + r"\.anaconda"))
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    texts = [ROOT / path for path in listed.stdout.splitlines() if not path.endswith((".pdf", ".png"))]
    there = [path for path in texts if path.exists()]
    assert [at(path, line) for path, line, _ in found(hosts, there)] == []


CITATION = r"\(([^()]*\b(?:eqs?\.|sections?|Tables?) [A-Z0-9][^()]*)\)"
"""Parentheses that name a place in a source: (adaptive, eq. 16) or (crag; adaptive, section 4.5)."""


def cited(text):
    """The keys of all sources that a text cites with a place; parts of one citation have a semicolon between them."""
    parts = [part for place in re.findall(CITATION, " ".join(text.split())) for part in place.split(";")]
    return {key[1] for part in parts if (key := re.match(r"(\w+)(?:,|$)", part.strip()))}


def test_every_source_cited_in_the_code_is_on_the_page_of_sources():
    keys = set(re.findall(r"^\| `(\w+)` \|", SOURCES, re.MULTILINE))
    code = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "ragkit").rglob("*.py"))}
    unknown = {at(path, 1): sorted(cited(text) - keys) for path, text in code.items() if not cited(text) <= keys}
    assert unknown == {}, "add the source to docs/sources.md"
    bare = {key for text in code.values() for key in keys if f"({key})" in text}
    assert {"adaptive", "tiny", "rrf"} <= bare


def test_citations_are_found_wherever_a_line_breaks():
    assert cited("a (crag; adaptive,\n    section 4.5), b (tiny) c (adaptive, eqs. 6, 7)") == {"crag", "adaptive"}


def test_no_file_cites_a_paper_by_a_number():
    number = "papers/" + "0"
    listed = subprocess.run(["git", "grep", "-ln", number], cwd=ROOT, capture_output=True, text=True)
    assert listed.stdout.splitlines() == []
