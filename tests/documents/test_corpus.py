"""A folder to passages: what a passage is, what is remembered, and what bad folders say."""

import hashlib
import os
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ragkit.documents.corpus
from ragkit.documents import Document, limited, read
from ragkit.documents.corpus import EmptyCorpus, load
from ragkit.documents.cutting import chunk
from ragkit.documents.folder import documents_folder, files
from ragkit.documents.sections import sections
from ragkit.opening import token_counter
from ragkit.settings import Settings

ALGORITHMS = Path(__file__).parents[2] / "corpora/algorithms"


def words_in(text):
    """A count of tokens that needs no model: words and other signs."""
    return len(re.findall(r"\w+|[^\w\s]", text))


@pytest.fixture(scope="module")
def tokens(cache):
    return token_counter(cache / "all-minilm-l6-v2")


@pytest.fixture(scope="module")
def real(alone, tokens, tmp_path_factory):
    """The kit's own corpus, read once, and its documents by source."""
    documents = {}

    def keep(path, root):
        document = read(path, root)
        return documents.setdefault(document.source, document)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ragkit.documents.corpus, "read", keep)
        yield load(ALGORITHMS, Settings(cache=tmp_path_factory.mktemp("own")), tokens, quiet=True), documents


@pytest.fixture
def open_(tmp_path, monkeypatch):
    """Load a folder with a cache of this test's own; `open_.read` lists the files that were really read."""
    folder = tmp_path / "documents"
    folder.mkdir()

    def load_it(where=folder, **changed):
        return load(where, Settings(**{"cache": tmp_path / "cache"} | changed), words_in, quiet=True)

    def counted(path, root):
        load_it.read.append(path.name)
        return read(path, root)

    load_it.folder, load_it.read = folder, []
    monkeypatch.setattr(ragkit.documents.corpus, "read", counted)
    return load_it


def write(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text)


def pieces(text, tokens=16, overlap=0, count=words_in):
    return chunk(Document("a.md", "A", text), tokens, overlap, count)


# What a passage is


def test_every_passage_of_the_real_corpus_is_its_span_of_the_document(real):
    corpus, documents = real
    assert len(documents) == len({p.source for p in corpus.passages}) > 30
    for p in corpus.passages:
        assert documents[p.source].text[p.start : p.end] == p.text
        assert p.page == documents[p.source].page_at(p.start)


def test_no_passage_of_the_real_corpus_exceeds_a_chunk_by_the_models_tokeniser(real, tokens):
    assert max(tokens(p.text) for p in real[0].passages) <= Settings().chunk_tokens


def test_ids_are_unique_and_the_same_every_time(real):
    corpus, documents = real
    assert len({p.id for p in corpus.passages}) == len(corpus.passages)
    name = "dijkstra.md"
    again = chunk(documents[name], 200, 30, words_in), chunk(documents[name], 200, 30, words_in)
    assert [p.id for p in again[0]] == [p.id for p in again[1]]


SEPARATORS = [" ", "\n", "\n\n", ". ", "\n# ", "\n## ", "\n```\n", "  \t", "\n\n\n"]


@given(st.lists(st.sampled_from(SEPARATORS), min_size=1, max_size=120), st.integers(4, 20), st.integers(0, 12))
def test_spans_are_verbatim_short_and_hold_every_word(separators, tokens, overlap):
    text = "A " + "".join(f"word{n}{separator}" for n, separator in enumerate(separators))
    found = pieces(text, tokens, overlap)
    assert all(text[p.start : p.end] == p.text and words_in(p.text) <= tokens for p in found)
    assert len({p.id for p in found}) == len(found)
    held = " ".join(p.text for p in found) + " ".join(title for _, _, title in sections(text))
    assert set(re.findall(r"\w+", text)) <= set(re.findall(r"\w+", held))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(text=st.text(max_size=400), overlap=st.integers(0, 30))
def test_any_text_at_all_gives_verbatim_short_passages(tokens, text, overlap):
    found = pieces(text, 16, overlap, tokens)
    assert all(text[p.start : p.end] == p.text and tokens(p.text) <= 16 for p in found)
    assert len({p.id for p in found}) == len(found)


@pytest.mark.parametrize("text", ["x " * 500, "\n \n".join(["same line"] * 90), "aa" * 300, " \n x\n" * 99])
def test_a_text_that_repeats_itself_keeps_spans_and_ids_apart(text):
    found = pieces(text, 7, 3)
    assert all(text[p.start : p.end] == p.text for p in found)
    assert len({p.id for p in found}) == len(found)


def test_pieces_of_a_section_overlap_by_the_tokens_asked_for():
    found = pieces(" ".join(f"w{n}" for n in range(40)), tokens=16, overlap=5)
    assert [p.text.split()[0] for p in found] == ["w0", "w11", "w22", "w33"]  # each begins 16 - 5 = 11 words later
    assert [p.text.split()[-1] for p in found] == ["w15", "w26", "w37", "w39"]


def test_overlap_does_not_reach_over_a_heading():
    found = pieces("# Owls\nOwls hunt at night.\n# Mice\nMice hide by day.", overlap=8)
    assert [(p.section, p.text) for p in found] == [
        ("Owls", "# Owls\nOwls hunt at night."),
        ("Mice", "# Mice\nMice hide by day."),
    ]


@pytest.mark.slow
def test_a_word_of_a_million_letters_is_cut(tokens):
    found = pieces(f"before {'a' * 1_000_000} after", 200, 30, tokens)
    assert max(len(p.text) for p in found) <= 2_000


# What is remembered


@pytest.mark.process
def test_unchanged_files_are_not_read_again_and_a_changed_one_alone_is(open_):
    write(open_.folder, owls="Owls hunt.", mice="Mice hide.", cats="Cats sleep.")
    first = open_()
    assert sorted(open_.read) == ["cats.md", "mice.md", "owls.md"]
    open_.read.clear()
    assert open_().passages == first.passages and open_.read == []
    write(open_.folder, mice="Mice run.")
    changed = open_()
    assert open_.read == ["mice.md"]
    assert {p.text for p in changed.passages} == {"Owls hunt.", "Mice run.", "Cats sleep."}
    assert {p.id for p in first.passages if p.source != "mice.md"} < {p.id for p in changed.passages}


@pytest.mark.process
def test_other_settings_cut_anew(open_):
    write(open_.folder, owls="Owls hunt at night. " * 40)
    assert len(open_(chunk_tokens=200).passages) < len(open_(chunk_tokens=16, chunk_overlap=0).passages)


@pytest.mark.process
def test_notes_on_what_was_lost_are_remembered_too(open_):
    (open_.folder / "old.txt").write_bytes("Größe des Waldes".encode("cp1252"))
    first, again = open_(), open_()
    assert first.notes == again.notes and "not UTF-8" in first.notes["old.txt"][0]
    assert open_.read == ["old.txt"]


def test_a_kit_corpus_is_read_from_its_docs(tmp_path):
    (tmp_path / "docs").mkdir()
    assert documents_folder(tmp_path) == tmp_path
    (tmp_path / "questions.jsonl").touch()
    assert documents_folder(tmp_path) == tmp_path / "docs"


@pytest.mark.process
def test_two_processes_may_load_the_same_folder_at_once(tmp_path):
    folder = tmp_path / "documents"
    folder.mkdir()
    write(folder, **{f"text{n}": f"# Heading {n}\n" + "Words and words. " * 50 for n in range(60)})
    script = f"""
from ragkit.documents.corpus import load
from ragkit.settings import Settings
corpus = load({str(folder)!r}, Settings(cache={str(tmp_path / "cache")!r}), lambda text: len(text.split()), quiet=True)
print(len(corpus.passages), hash(tuple(p.id for p in corpus.passages)))
"""
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    both = [subprocess.Popen([sys.executable, "-c", script], env=environment, **pipes) for _ in range(2)]
    (one, errors), (two, more) = (process.communicate(timeout=120) for process in both)
    assert one == two != "", errors + more


# What bad folders and files say


def test_a_folder_that_is_not_there(tmp_path, open_):
    with pytest.raises(FileNotFoundError, match=rf"{re.escape(str(tmp_path / 'nowhere'))}, which does not exist"):
        open_(tmp_path / "nowhere")


def test_a_file_instead_of_a_folder(tmp_path, open_):
    (tmp_path / "owls.md").write_text("Owls hunt.")
    with pytest.raises(NotADirectoryError, match="which is a file; name the folder that contains it"):
        open_(tmp_path / "owls.md")


def test_an_empty_folder(open_):
    with pytest.raises(EmptyCorpus, match=r"could be read; put \.md, .*\.pdf files there \(it is empty\)"):
        open_()


@pytest.mark.process
def test_when_nothing_can_be_read_each_reason_is_listed(open_):
    (open_.folder / "empty.md").touch()
    (open_.folder / "deck.pptx").write_bytes(b"PK")
    with pytest.raises(EmptyCorpus) as error:
        open_()
    said = dict(line.strip().split(": ", 1) for line in str(error.value).splitlines()[1:])
    assert said["empty.md"] == "is empty; fill it or leave it out"
    assert said["deck.pptx"].startswith("is of a type not read here (.pptx); convert it to one of .md")


@pytest.mark.process
def test_what_cannot_be_read_is_left_out_and_said_and_the_rest_is_there(open_):
    write(open_.folder, owls="Owls hunt.", nothing="")
    corpus = open_()
    assert corpus.skipped == {"nothing.md": "is empty; fill it or leave it out"}
    assert str(corpus) == (
        f"1 passage of 1 document in {open_.folder}\n  left out nothing.md: is empty; fill it or leave it out"
    )


@pytest.mark.process
def test_a_file_that_vanishes_after_the_folder_was_listed_is_left_out_and_said(open_, monkeypatch):
    write(open_.folder, owls="Owls hunt.", mice="Mice hide.")

    def listed_then_gone(root):
        listed = files(root)
        (root / "mice.md").unlink()
        return listed

    monkeypatch.setattr(ragkit.documents.corpus, "files", listed_then_gone)
    corpus = open_()
    assert [p.source for p in corpus.passages] == ["owls.md"]
    assert "is not there" in corpus.skipped["mice.md"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the administrator may read everything")
def test_a_file_that_may_not_be_read_is_left_out_and_said(open_):
    write(open_.folder, owls="Owls hunt.", secret="Hidden.")
    (open_.folder / "secret.md").chmod(0)
    assert "permissions" in open_().skipped["secret.md"]


@pytest.mark.process
def test_a_text_of_ten_thousand_pages_takes_seconds(open_, tokens):
    sentence = "The owl of the old mill hunts mice near the river when the moon is up. "
    (open_.folder / "long.txt").write_text("".join(f"Night {n}. {sentence}\n" for n in range(62_500)))
    start = time.perf_counter()
    corpus = load(open_.folder, Settings(cache=open_.folder.parent / "own"), tokens, quiet=True)
    assert time.perf_counter() - start < 60
    assert corpus.notes["long.txt"] == ("cut at 2,000,000 characters",)


@pytest.mark.process
@pytest.mark.parametrize(
    "name", ["two words.md", "größe 数据.md", "line\nbreak.md", "-rf.md", "a'b\"c.MD", "a.b.c.txt"]
)
def test_file_names_may_be_odd(open_, name):
    (open_.folder / "in here").mkdir()
    (open_.folder / "in here" / name).write_text("Owls hunt.")
    # What a terminal would obey is written out.
    assert [p.source for p in open_().passages] == [f"in here/{name}".replace("\n", "\\n")]


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a name")
def test_a_name_that_is_not_unicode_is_read_and_can_be_printed(open_):
    for name in (b"ow\xffl.md", b"mo\xffse.md"):
        Path(os.fsdecode(os.fsencode(open_.folder) + b"/" + name)).write_text(f"A {len(name)}.")
    corpus = open_()
    assert sorted(p.source for p in corpus.passages) == ["mo?se.md", "ow?l.md"]
    str(corpus).encode()


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_in_a_circle_do_not_hang(open_):
    write(open_.folder, owls="Owls hunt.")
    (open_.folder / "loop").symlink_to(open_.folder, target_is_directory=True)
    (open_.folder / "self.md").symlink_to(open_.folder / "self.md")
    (open_.folder / "dead.md").symlink_to(open_.folder / "nowhere.md")
    corpus = open_()
    assert [p.source for p in corpus.passages] == ["owls.md"]
    assert set(corpus.skipped) == {"self.md", "dead.md"}


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="there are none")
def test_a_pipe_and_a_folder_with_a_documents_name_are_left_out(open_):
    write(open_.folder, owls="Owls hunt.")
    os.mkfifo(open_.folder / "pipe.md")
    (open_.folder / "folder.md").mkdir()
    assert set(open_().skipped) == {"pipe.md", "folder.md"}


@pytest.mark.process
def test_hidden_files_are_not_documents(open_):
    (open_.folder / ".git").mkdir()
    (open_.folder / ".git" / "notes.md").write_text("Hidden.")
    write(open_.folder, owls="Owls hunt.")
    assert [p.source for p in open_().passages] == ["owls.md"]


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_do_not_lead_out_of_the_folder(open_, tmp_path):
    write(open_.folder, owls="Owls hunt.")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    write(elsewhere, secret="Hidden.")
    (open_.folder / "file.md").symlink_to(elsewhere / "secret.md")
    (open_.folder / "folder").symlink_to(elsewhere, target_is_directory=True)
    (open_.folder / "device.md").symlink_to("/dev/zero")
    (open_.folder / "within.md").symlink_to(open_.folder / "owls.md")
    corpus = open_()
    assert {p.source for p in corpus.passages} == {"owls.md", "within.md"}
    reason = "is a link that leads out of the folder; copy what it leads to into the folder"
    assert corpus.skipped == {"device.md": reason, "file.md": reason, "folder": reason}


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_folder_that_is_itself_a_link_is_read(open_, tmp_path):
    write(open_.folder, owls="Owls hunt.")
    (tmp_path / "link").symlink_to(open_.folder, target_is_directory=True)
    assert [p.source for p in open_(tmp_path / "link").passages] == ["owls.md"]


@pytest.mark.process
def test_a_file_too_large_to_read_is_not_hashed_either(open_, monkeypatch):
    write(open_.folder, owls="Owls hunt.")
    with (open_.folder / "large.md").open("wb") as large:
        large.truncate(50_000_001)  # it takes no space on the disk
    hashed = []
    real = hashlib.file_digest

    def digest(file, name):
        hashed.append(file.name)
        return real(file, name)

    monkeypatch.setattr(ragkit.documents.corpus.hashlib, "file_digest", digest)
    corpus = open_()
    assert [Path(name).name for name in hashed] == ["owls.md"]
    assert corpus.skipped == {"large.md": "is larger than 50,000,000 bytes; split it, or raise Limits.file_bytes"}


# Headings


def test_long_headings_are_cut_in_front_of_passages_and_no_text_is_lost():
    text = f"# {'a' * 12_000}\n## {'b' * 12_000}\nText."
    found = pieces(text, 1_000, count=len)
    assert found[-1].section == "a" * 199 + "… > " + "b" * 199 + "…"
    assert sum(p.text.count("a") for p in found) == 12_000 == sum(p.text.count("b") for p in found)


@pytest.mark.process
def test_a_file_of_headings_only_is_left_out_and_said(open_):
    write(open_.folder, owls="Owls hunt.", outline="# Owls\n\n## Food\n\n## Young\n")
    corpus = open_()
    assert corpus.skipped == {"outline.md": "holds only headings, and no text below them; write some, or leave it out"}
    assert "left out outline.md" in str(corpus)


@pytest.mark.process
def test_no_process_is_left_when_a_folder_has_been_read(open_):
    write(open_.folder, owls="Owls hunt.")
    open_()
    assert limited._spare == []


# The cache is a convenience


@pytest.fixture
def owls(open_, tmp_path):
    """A folder of one document, its cache filled; the file of the cache."""
    (open_.folder / "owls.md").write_text("# Owls\nOwls hunt mice.")
    open_()
    open_.read.clear()
    return tmp_path / "cache/chunks/texts.db"


def texts_of(corpus):
    return [passage.text for passage in corpus.passages]


@pytest.mark.process
@pytest.mark.parametrize("junk", [b"junk" * 5_000, b"{", b""])
def test_a_damaged_cache_is_read_past_and_no_reason_to_stop(open_, owls, junk):
    owls.write_bytes(junk)
    assert texts_of(open_()) == ["# Owls\nOwls hunt mice."] and open_.read == ["owls.md"]


@pytest.mark.process
@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"passages": [{"id": 1}], "notes": []}', '{"passages": 7}', "[" * 99_999]
)
def test_a_damaged_entry_is_read_anew_and_replaced(open_, owls, text):
    with closing(sqlite3.connect(owls)) as database, database:
        database.execute("UPDATE texts SET text = ?", (text,))
    assert texts_of(open_()) == texts_of(open_()) == ["# Owls\nOwls hunt mice."]
    assert open_.read == ["owls.md"]


@pytest.mark.parametrize("own", ["questions.jsonl", "conversations.jsonl", "thresholds.json", "tiers.yml"])
def test_the_kits_own_files_beside_documents_are_not_left_out_documents(tmp_path, own):
    (tmp_path / "owls.md").write_text("# Owls\n\nThey hunt.")
    (tmp_path / own).write_text("{}")
    assert [path.name for path in files(tmp_path)] == ["owls.md"]
