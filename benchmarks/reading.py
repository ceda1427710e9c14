"""Read other people's HTML and PDF files: how many are read, how many are refused, and why.

    python -m benchmarks.reading FOLDER [--patience 1]

FOLDER has a folder for each package, such as the documentation packages of Debian, unpacked with
`dpkg -x`. Of each package a seeded draw of its HTML files and of its PDFs is read as a corpus is,
within the usual limits. Larger files are left out, as they would take most of the time. All of
these files are harmless. So a passage that the order filter would set aside is most likely a false
alarm, and it is printed to be looked at.

Seconds are those that the processor worked, so that they mean the same on a busy machine. There,
`--patience` multiplies the usual limits of seconds, which a file must keep all the same. Each file
is a line of the rows, so that a benchmark that was stopped goes on.

No model is used: passages are cut by letters. The result has counts, names of files and reasons,
and no text of the documents.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from psutil import NoSuchProcess, Process
from tqdm.auto import tqdm

from ragkit.disk.whole import append_line, whole_lines, write_whole
from ragkit.documents import READERS, Unreadable, read
from ragkit.documents.corpus import ONLY_HEADINGS
from ragkit.documents.cutting import chunk
from ragkit.documents.document import USUAL, Limits
from ragkit.documents.limited import end_spare
from ragkit.screen import order_of
from ragkit.search.budget import LETTERS
from ragkit.settings import Settings
from ragkit.text.markdown_table import TIGHT, markdown_table
from ragkit.text.printable import shown_name

RESULTS = Path(__file__).parent / "results"
FORMATS = ("html", "pdf")
TOO_SLOW = "takes longer than the usual limit of seconds"
Row = dict[str, Any]
"""What became of a file, or of all files of a format, as JSON."""


def drawn(folder: Path, most: dict[str, int], kilobytes: int, seed: int) -> list[Path]:
    """So many files of a format from each package, if it has them; links are left out."""
    chosen = []
    for package in sorted(folder.iterdir()):
        for format in FORMATS:
            fitting = []
            for path in package.rglob("*"):
                if READERS.get(path.suffix.lower()) != format or path.is_symlink():
                    continue
                if path.is_file() and path.stat().st_size <= 1_000 * kilobytes:
                    fitting.append(path)
            rng = Random(f"{seed} {package.name} {format}")
            chosen += rng.sample(sorted(fitting), min(most[format], len(fitting)))
    return chosen


def collected(paths: Sequence[Path], folder: Path, patience: float, file: Path) -> list[Row]:
    """What became of each file; what the rows' file does not have yet is read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    known = {}
    for line in whole_lines(file) if file.is_file() else []:
        row = json.loads(line)
        known[row["file"]] = row
    rows = []
    for path in tqdm(paths, desc="files"):
        row = known.get(named(path, folder))
        if row is None:
            row = row_of(path, folder, patience)
            append_line(file, json.dumps(row))
        rows.append(row)
    end_spare()
    return rows


def named(path: Path, folder: Path) -> str:
    """The path in the folder, which begins with the package."""
    return shown_name(path.relative_to(folder).as_posix())


def row_of(path: Path, folder: Path, patience: float) -> Row:
    """What became of one file, with limits of seconds that are so many times the usual ones."""
    row: Row = {
        "file": named(path, folder),
        "format": READERS[path.suffix.lower()],
        "refused": "",
        "pages": 0,
        "notes": 0,
        "passages": 0,
        "orders": [],
    }
    start = worked()
    try:
        document = read(path, folder, patient(patience))
    except Unreadable as error:
        row["refused"] = error.reason
        return row | {"seconds": worked() - start}
    row["seconds"] = worked() - start
    row["pages"] = len(document.pages)
    if row["seconds"] > allowed(row["pages"]):
        row["refused"] = TOO_SLOW
        return row
    settings = Settings(_env_file=None)
    passages = chunk(document, settings.chunk_tokens, settings.chunk_overlap, tokens)
    if not passages:
        row["refused"] = ONLY_HEADINGS
    orders = [order_of(passage) for passage in passages]
    return row | {
        "notes": len(document.notes),
        "passages": len(passages),
        "orders": [order for order in orders if order],
    }


def patient(patience: float) -> Limits:
    """The usual limits, with so many times the seconds."""
    return replace(
        USUAL,
        seconds=patience * USUAL.seconds,
        page_seconds=patience * USUAL.page_seconds,
        most_seconds=patience * USUAL.most_seconds,
    )


def worked() -> float:
    """Seconds that the processor worked for the processes of this one, ended ones included."""
    own = Process()
    ended = own.cpu_times()
    total = ended.children_user + ended.children_system
    for child in own.children():
        with suppress(NoSuchProcess):
            times = child.cpu_times()
            total += times.user + times.system
    return float(total)


def allowed(pages: int) -> float:
    """The usual limit of seconds for a file with so many pages."""
    longer = USUAL.seconds + pages * USUAL.page_seconds
    return min(longer, USUAL.most_seconds)


def tokens(text: str) -> int:
    """About how many tokens a text has."""
    return len(text) // LETTERS


def summary(rows: Sequence[Row]) -> Row:
    """The counts and seconds of each format, the refusals, and what the order filter found."""
    found: Row = {"packages": len({package_of(row) for row in rows})}
    for format in FORMATS:
        own = [row for row in rows if row["format"] == format]
        if own:
            found[format] = _counted(own)
    found["refused"] = [{"file": row["file"], "why": row["refused"]} for row in _refused(rows)]
    found["orders"] = []
    for row in rows:
        for order in row["orders"]:
            # The words that it quotes are the document's.
            sign, _, _ = order.partition(":")
            found["orders"].append({"file": row["file"], "sign": sign})
    return found


def _counted(rows: Sequence[Row]) -> Row:
    seconds = [row["seconds"] for row in rows]
    return {
        "files": len(rows),
        "packages": len({package_of(row) for row in rows}),
        "read": len(rows) - len(_refused(rows)),
        "refused": len(_refused(rows)),
        "with a note": sum(row["notes"] > 0 for row in rows),
        "seconds": {
            "median": median(seconds),
            "p90": quantiles(seconds, n=10)[-1] if len(seconds) > 1 else seconds[0],
            "most": max(seconds),
        },
        "passages": sum(row["passages"] for row in rows),
        "set aside": sum(len(row["orders"]) for row in rows),
    }


def package_of(row: Row) -> str:
    """The package that a file is from."""
    package, _, _ = row["file"].partition("/")
    return package


def _refused(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["refused"]]


def reading_table(result: Row) -> str:
    """A Markdown table with a row for each format."""
    if not result:
        return "Not measured yet.\n"
    rows = []
    for format in FORMATS:
        own = result.get(format)
        if own is None:
            continue
        seconds = [f"{own['seconds'][name]:.2g}" for name in ("median", "p90", "most")]
        counts = [f"{own[name]}" for name in ("files", "packages", "read", "refused")]
        aside = f"{own['set aside']} of {own['passages']:,}"
        rows.append([format.upper(), *counts, " / ".join(seconds), aside])
    head = ["format", "files", "packages", "read", "refused"]
    head += ["seconds: median / 90 % / most", "passages that the order filter sets aside"]
    return markdown_table(head, rows, TIGHT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--html", type=int, default=10, help="HTML files of a package, at most")
    parser.add_argument("--pdf", type=int, default=24, help="PDFs of a package, at most")
    parser.add_argument("--kilobytes", type=int, default=400, help="of the largest file")
    parser.add_argument("--patience", type=float, default=1, help="times the usual seconds")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rows", type=Path, default=Path("build/reading.jsonl"))
    parser.add_argument("--to", type=Path, default=RESULTS / "reading.json")
    chosen = parser.parse_args()
    most = {"html": chosen.html, "pdf": chosen.pdf}
    paths = drawn(chosen.folder, most, chosen.kilobytes, chosen.seed)
    rows = collected(paths, chosen.folder, chosen.patience, chosen.rows)
    found = summary(rows)
    write_whole(chosen.to, f"{json.dumps(found, indent=1)}\n".encode())
    for row in rows:
        for order in row["orders"]:
            print(f"{row['file']}: {order}")
    for refusal in found["refused"]:
        print(f"{refusal['file']} {refusal['why']}")
    print(reading_table(found))
    pairs = [f"packages={found['packages']}"]
    for format in FORMATS:
        if format not in found:
            continue
        names = ("files", "read", "refused", "passages")
        pairs += [f"{format}_{name}={found[format][name]}" for name in names]
        pairs.append(f"{format}_set_aside={found[format]['set aside']}")
    print(" ".join(pairs))


if __name__ == "__main__":
    main()
