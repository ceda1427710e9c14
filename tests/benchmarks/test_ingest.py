"""The benchmark of an ingest: files of different texts, the same each time, and figures of real runs."""

import gzip

import ingests
import pytest
from fakes import FakeEmbed

from benchmarks import ingest
from benchmarks.ingest import A_PART, in_rounds, ingest_table, paragraphs, ratios, work, write_files
from ragkit import kit, opening


@pytest.fixture
def texts(tmp_path):
    """A folder with two hundred paragraphs, some twice and some compressed, and what is no text."""
    folder = tmp_path / "doc"
    folder.mkdir()
    lines = [f"Owl number {number} hunts mice at night.\n{'It sits and waits. ' * 4}" for number in range(200)]
    (folder / "a.txt").write_text("\n\n".join(lines[:100]))
    (folder / "changelog.gz").write_bytes(gzip.compress("\n\n".join(lines[50:]).encode()))
    (folder / "short.txt").write_text("Too short.\n\n# " + "a heading " * 10 + "\n\n<!-- " + "a comment " * 10)
    (folder / "broken.gz").write_bytes(b"no gzip")
    (folder / "picture").write_bytes(b"PNG\0" + b"x" * 100)
    return folder


def test_each_paragraph_is_there_once_in_one_line(texts):
    found = paragraphs(texts)
    assert len(found) == len(set(found)) == 200
    assert found[0] == "Owl number 0 hunts mice at night. " + " ".join(["It sits and waits."] * 4)


def test_texts_come_again_only_when_all_were_there():
    rounds = in_rounds(["a", "b", "c"])
    first, second = ([next(rounds) for _ in range(3)] for _ in range(2))
    assert sorted(first) == sorted(second) == ["a", "b", "c"]


def test_files_are_the_same_each_time_and_no_copies(texts, tmp_path, monkeypatch):
    monkeypatch.setattr(ingest, "CHARACTERS", 1_000)
    found = paragraphs(texts)
    for name in ("one", "other"):
        write_files(tmp_path / name, found, 5)
    one, other = ([file.read_text() for file in sorted((tmp_path / name).iterdir())] for name in ("one", "other"))
    assert one == other and len(one) == 5
    used = [block for text in one for block in text.split("\n\n") if not block.startswith("#")]
    assert len(used) == len(set(used)) and len(used) % (A_PART - 1) == 0


def test_a_folder_without_texts_is_said(tmp_path):
    with pytest.raises(ValueError, match="name one with --texts"):
        write_files(tmp_path / "files", paragraphs(tmp_path), 1)


@pytest.mark.slow
def test_the_second_start_reads_and_embeds_nothing_and_the_figures_make_a_table(texts, tmp_path, monkeypatch):
    monkeypatch.setattr(kit, "SentenceEmbedder", lambda folder: FakeEmbed())
    monkeypatch.setattr(kit, "embedder_folder", lambda settings, quiet: tmp_path)
    monkeypatch.setattr(opening, "token_counter", lambda weights: ingests.words_in)
    write_files(tmp_path / "files", paragraphs(texts), 3)
    first, again = (work(tmp_path / "files", tmp_path / "own", "") for _ in range(2))
    assert first["files"] == again["files"] == 3 and first["passages"] == again["passages"] >= 3
    assert first["embed"] > again["embed"] == 0
    assert again["seconds"] >= again["read"] + again["store"] + again["words"]
    assert first["peak"] > 10 and first["indexes"] > 0
    done = first | {"again": again["seconds"], "texts": 1.0}
    result = {"tenth": done, "tenth, dask": done, "all": done | {"passages": 10 * first["passages"]}}
    assert ratios(result)["passages_all_over_tenth"] == 10 and ratios(result)["embed_dask_over_here"] == 1
    assert ingest_table(result).count("\n") == 2 + 3
