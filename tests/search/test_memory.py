"""The failure memory: what it matches, what it forgets, what it refuses, and that nothing stops it from opening."""

import json
import os
import shutil
import signal
import warnings
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from fakes import FakeEmbed
from vector_stores import Others, blank_vectors, damage_index, index_files, lose_index, needs_fork

from ragkit.search.memory import FailureMemory
from ragkit.state import Claim
from ragkit.stores.store import StoreBusy

QUESTION = "how fast do owls fly"
HUNTS = Claim("Owls hunt mice.", 1.0, "owl")
VECTORS = {"east": [1, 0, 0, 0], "half": [1, 1, 1, 1], "near": [4, 3, 0, 0], "west": [-1, 0, 0, 0]}
"""Cosines with east, by hand: half 1/2, near 4/5, west -1."""


def compass(texts):
    return np.array([VECTORS[text] for text in texts], dtype=float)


@pytest.fixture
def opened(tmp_path):
    """Open the memory of this test; what is open at its end is closed."""
    memories = []

    def open_(corpus="", embed=None):
        memories.append(FailureMemory(open_.folder, embed or FakeEmbed(), corpus))
        return memories[-1]

    open_.folder = tmp_path / "memory"
    yield open_
    for memory in memories:
        memory.close()


@pytest.fixture(scope="module")
def others(alone):
    started = Others()
    yield started
    started.process.communicate()


def questions(memories):
    return [memory.question for memory in memories]


# Matching


def test_a_failure_is_matched_strictly_above_the_threshold(opened):
    memory = opened(embed=compass)
    memory.failed("half", "unsupported")
    assert memory.match("east", above=0.5) == []
    assert questions(memory.match("east", above=0.499)) == ["half"]
    assert memory.match("half", above=1.0) == []


def test_matches_come_best_first_with_their_cosine_and_mode(opened):
    memory = opened(embed=compass)
    for text in ("half", "near", "west"):
        memory.failed(text, "not in the corpus")
    found = memory.match("east", above=-1)
    assert [(m.question, m.mode) for m in found] == [("near", "not in the corpus"), ("half", "not in the corpus")]
    assert [m.similarity for m in found] == pytest.approx([0.8, 0.5])


def test_at_most_five_match(opened):
    memory = opened()
    for n in range(9):
        memory.failed(f"{QUESTION} {n}", "unsupported")
    assert len(memory.match(QUESTION, above=0)) == 5


def test_an_empty_memory_matches_nothing(opened):
    memory = opened()
    assert memory.match(QUESTION) == [] and not memory.tried(QUESTION) and memory.entries() == [] and len(memory) == 0


def test_an_empty_memory_is_true_so_that_no_caller_takes_it_for_none(opened):
    assert opened()


def test_a_verified_answer_is_never_matched(opened):
    memory = opened()
    memory.verified(QUESTION, [HUNTS], risk=0.0)
    assert memory.match(QUESTION, above=-1) == [] and not memory.tried(QUESTION, above=-1)
    assert len(memory) == 1


def test_a_failure_is_not_matched_once_the_documents_change_but_still_listed(opened):
    memory = opened("one document")
    memory.failed(QUESTION, "not in the corpus", ["owl speed"])
    memory.close()
    changed = opened("two documents")
    assert changed.match(QUESTION) == [] and not changed.tried("owl speed")
    assert questions(changed.entries()) == [QUESTION]
    changed.failed(QUESTION, "not in the corpus")
    assert len(changed.match(QUESTION)) == len(changed) == 1


# Queries that failed (eq. 7)


def test_a_query_was_tried_when_a_failed_run_searched_for_one_strictly_more_alike_than_the_threshold(opened):
    memory = opened(embed=compass)
    memory.failed("west", "unsupported", ["half"])
    assert memory.tried("half") and not memory.tried("east", above=0.5) and memory.tried("east", above=0.499)
    assert not memory.tried("west", above=0.5)


def test_without_queries_it_was_the_question_that_was_searched_for(opened):
    memory = opened()
    memory.failed(QUESTION, "unsupported")
    assert memory.tried(QUESTION) and not memory.tried("moss on stones")


def test_queries_are_no_entries_and_a_later_failure_adds_to_them(opened):
    memory = opened()
    memory.failed(QUESTION, "unsupported", ["owl speed", "OWL  speed"])
    memory.failed(QUESTION, "unsupported", ["wing beats"])
    assert memory.tried("owl speed") and memory.tried("wing beats")
    assert len(memory) == 1 and questions(memory.match("owl speed", above=-1)) == [QUESTION]


def test_a_text_is_never_more_like_itself_than_one(opened):
    memory, queries = opened(), [f"owl speed {n}" for n in range(40)]
    memory.failed(QUESTION, "unsupported", queries)
    assert not any(memory.tried(query, above=1.0) for query in queries)


# One entry a question


def test_a_question_that_is_verified_later_no_longer_fails(opened):
    memory = opened()
    memory.failed("How fast  do owls FLY", "unsupported", ["owl speed"])
    memory.failed("what is moss", "unsupported", ["moss"])
    memory.verified(QUESTION, [HUNTS], risk=0.2)
    assert memory.match(QUESTION) == [] and not memory.tried("owl speed") and memory.tried("moss")
    assert [(m.question, m.mode) for m in memory.entries()] == [("what is moss", "unsupported"), (QUESTION, "verified")]


def test_a_new_failure_replaces_whatever_was_known_of_its_question(opened):
    memory = opened()
    memory.verified(QUESTION, [HUNTS], risk=0.0)
    memory.failed(QUESTION, "not in the corpus")
    memory.failed(QUESTION.upper(), "unsupported")
    (only,) = memory.entries()
    assert (only.mode, only.summary, only.question) == ("unsupported", "", QUESTION.upper())


def test_entries_are_listed_oldest_first_with_the_time_in_utc(opened):
    memory, before = opened(), datetime.now(UTC).replace(microsecond=0)
    for text in ("owls", "cats", "trees", "owls"):
        memory.failed(text, "unsupported")
    assert questions(memory.entries()) == ["cats", "trees", "owls"]
    when = datetime.fromisoformat(memory.entries()[0].when)
    assert before <= when <= datetime.now(UTC) and memory.entries()[0].when.endswith("+00:00")


# It cannot be poisoned


def test_a_summary_holds_the_supported_claims_and_no_other(opened):
    memory = opened()
    claims = [HUNTS, Claim("Owls swim.", 0.0), Claim("Owls read.", 0.5), Claim("Owls vote."), Claim("Owls see.", 1.0)]
    memory.verified(QUESTION, claims, risk=0.4)
    assert memory.entries()[0].summary == "Owls hunt mice. Owls see."


def test_an_answer_without_a_supported_claim_is_not_stored_and_its_failure_stays(opened):
    memory = opened()
    memory.failed(QUESTION, "unsupported")
    memory.verified(QUESTION, [Claim("Owls vote."), Claim("Owls read.", 0.5)], risk=0.0)
    assert [m.mode for m in memory.entries()] == ["unsupported"]


@pytest.mark.parametrize("risk", [0.5, 1.0, float("nan"), -0.1])
def test_a_risky_answer_is_refused(opened, risk):
    memory = opened()
    with pytest.raises(ValueError, match="verified when its risk is below 0.5"):
        memory.verified(QUESTION, [HUNTS], risk)
    assert len(memory) == 0


def test_a_success_is_no_failure(opened):
    with pytest.raises(ValueError, match="'verified' is no failure; failures are not in the corpus, unsupported"):
        opened().failed(QUESTION, "verified")


def test_hostile_text_is_kept_as_data_capped_and_without_control_characters(opened, tmp_path):
    memory = opened()
    markup = "<script>alert(1)</script> {{x}} '; DROP TABLE embeddings; --"
    memory.failed(f"\x00\x1b[31m{markup}\u202e\ud800\n\r end", "unsupported", ["\x07bell"])
    memory.failed("megabyte " * 120_000, "unsupported", ["query " * 10_000])
    memory.verified("summary?", [Claim("long\x00 " * 10_000, 1.0)], risk=0.0)
    first, second, third = memory.entries()
    assert first.question == f"[31m{markup} end" and memory.tried("bell")
    assert len(second.question) == 2_000 and memory.match("megabyte " * 120_000) and len(third.summary) <= 2_000
    assert all((m.question + m.summary).isprintable() for m in memory.entries())
    assert memory.export(tmp_path / "out.jsonl") == 3


# Listing and forgetting


def test_an_export_reads_as_json_lines(opened, tmp_path):
    memory, file = opened("old"), tmp_path / "memories.jsonl"
    memory.failed("wie schnell fliegt ein Käuzchen", "unsupported")
    memory.corpus = "new"
    memory.verified(QUESTION, [HUNTS], risk=0.0)
    assert memory.export(file) == 2
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [row.pop("current") for row in rows] == [False, True]
    assert rows == [vars(entry) for entry in memory.entries()]
    assert list(tmp_path.glob("memories*")) == [file]


def test_an_export_that_fails_leaves_the_file_as_it_was(opened, tmp_path, monkeypatch):
    memory, file = opened(), tmp_path / "memories.jsonl"
    memory.failed(QUESTION, "unsupported")
    file.write_text("before")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("no room")))
    with pytest.raises(OSError, match="no room"):
        memory.export(file)
    assert file.read_text() == "before"


def test_an_entry_is_forgotten_with_its_queries(opened):
    memory = opened()
    memory.failed(QUESTION, "unsupported", ["owl speed"])
    memory.failed("what is moss", "unsupported")
    memory.forget(memory.entries()[0].id)
    memory.forget("no such id")
    assert questions(memory.entries()) == ["what is moss"] and not memory.tried("owl speed")


def test_a_cleared_memory_is_empty_on_the_disk_too(opened):
    memory = opened()
    memory.failed("zebra", "unsupported")

    def files():
        return [file for file in opened.folder.rglob("*") if file.is_file() and b"zebra" in file.read_bytes()]

    assert files()
    memory.clear()
    assert len(memory) == 0 and not files()
    memory.failed("owls", "unsupported")
    memory.close()
    assert questions(opened().entries()) == ["owls"]


# Opening


def test_a_memory_survives_closing(opened):
    memory = opened("corpus")
    memory.failed(QUESTION, "unsupported", ["owl speed"])
    memory.verified("what is moss", [HUNTS], risk=0.1)
    before = memory.entries()
    memory.close()
    again = opened("corpus")
    assert again.entries() == before and again.match(QUESTION)[0].id == before[0].id and again.tried("owl speed")


def test_a_closed_memory_says_so(opened):
    memory = opened()
    memory.close()
    memory.close()
    with pytest.raises(RuntimeError, match="was closed; open the kit again"):
        memory.match(QUESTION)


def test_two_memories_on_one_folder_in_one_process_see_the_same(opened):
    one, two = opened(), opened()
    one.failed(QUESTION, "unsupported")
    one.close()
    assert questions(two.match(QUESTION)) == [QUESTION]


def test_nothing_is_sent_home(opened):
    assert opened().collection._client.get_settings().anonymized_telemetry is False


def test_eight_threads_lose_nothing(opened):
    memory = opened()

    def write(n):
        for i in range(6):
            memory.failed(f"question {i} of {n}", "unsupported", [f"query {i} of {n}"])
            memory.verified(f"answered {i} of {n}", [HUNTS], risk=0.0)
            assert memory.match(f"question {i} of {n}", above=0.99)

    threads = [Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(questions(memory.entries()))) == len(memory) == 8 * 6 * 2
    assert all(memory.tried(f"query {i} of {n}", above=0.99) for i in range(6) for n in range(8))


WRITES = """
from ragkit.search.memory import FailureMemory
memory = FailureMemory(Path({folder!r}), FakeEmbed())
for n in range(10_000):
    memory.failed(f"question{{n}}", "unsupported", ["one query", "another"])
    print(n, flush=True)
"""


@pytest.mark.process
@needs_fork
def test_a_second_process_is_refused_and_a_kill_while_writing_loses_nothing_that_was_written(opened, others):
    others.start("print(os.getpid(), flush=True)" + WRITES.format(folder=str(opened.folder)))
    pid = int(others.line())
    assert others.line() == "0"
    with pytest.raises(StoreBusy, match=r"memory is open in process \d+ \(.* End that one, or set RAGKIT_MEMORIES"):
        opened()
    os.kill(pid, signal.SIGKILL)
    written = ["0"]
    while (line := others.line()) != "ended -9":
        written.append(line)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        memory = opened()
    assert {f"question{n}" for n in written} <= set(questions(memory.entries()))
    assert questions(memory.match("question0")) == ["question0"]


# Damage


def junk_database(folder):
    (folder / "memory-000/chroma.sqlite3").write_bytes(b"junk" * 5_000)


def halve_database(folder):
    database = folder / "memory-000/chroma.sqlite3"
    os.truncate(database, database.stat().st_size // 2)


def file_for_a_folder(folder):
    shutil.rmtree(folder / "memory-000")
    (folder / "memory-000").write_text("junk")


@pytest.fixture(scope="module")
def whole_memory(tmp_path_factory, others):
    """A memory of 1,100 queries (Chroma writes an index from 1,000) that another process wrote and closed."""
    folder = tmp_path_factory.mktemp("whole") / "memory"
    code = f"""
from ragkit.search.memory import FailureMemory
memory = FailureMemory(Path({str(folder)!r}), FakeEmbed())
memory.failed({QUESTION!r}, "unsupported", [p.text for p in MANY[:1_100]])
memory.close()
"""
    assert others.run(code) == ["ended 0"] and index_files(folder)
    return folder


@pytest.mark.process
@needs_fork
@pytest.mark.parametrize(
    "damage", [junk_database, halve_database, damage_index, lose_index, blank_vectors, file_for_a_folder]
)
def test_a_damaged_memory_is_set_aside_with_a_warning_and_an_empty_one_begins(opened, whole_memory, damage):
    shutil.copytree(whole_memory, opened.folder)
    damage(opened.folder)
    with pytest.warns(UserWarning, match=r"the failure memory .*memory-000 is damaged \(.+\) and a new one begins"):
        memory = opened()
    assert len(memory) == 0 and (opened.folder / "memory-000").exists()
    memory.failed("owls", "unsupported")
    memory.close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert questions(opened().match("owls")) == ["owls"]


@pytest.mark.process
@needs_fork
def test_a_memory_whose_database_was_emptied_begins_anew(opened, whole_memory):
    shutil.copytree(whole_memory, opened.folder)
    os.truncate(opened.folder / "memory-000/chroma.sqlite3", 0)
    memory = opened()
    assert len(memory) == 0 and memory.match(QUESTION) == []
    memory.failed("owls", "unsupported")
    assert questions(memory.match("owls")) == ["owls"]


def test_vectors_of_other_dimensions_begin_a_new_memory(opened):
    memory = opened()
    memory.failed(QUESTION, "unsupported")
    memory.embed = lambda texts: FakeEmbed()(texts)[:, :32]
    with pytest.warns(UserWarning, match="a new one begins"):
        assert memory.match(QUESTION) == []
    memory.failed(QUESTION, "unsupported")
    assert questions(memory.match(QUESTION)) == [QUESTION]
