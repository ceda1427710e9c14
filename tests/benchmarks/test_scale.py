"""What a larger corpus and a larger class need grows with their size, from what was measured."""

from benchmarks.scale import LEARNERS, class_table, corpus_table

MEASURED = {"exact": {"disk": 776.0, "median": 0.1}, "chroma": {"megabytes": 1_000.0}}
SMALL = {"exact": {"disk": 99.0, "median": 9.0}, "chroma": {"megabytes": 99.0}}
STORES = {"sizes": {"10000": SMALL, "500000": MEASURED}}
INGEST = {"all": {"passages": 100_000, "read": 360.0, "embed": 1_440.0}}
CLASS = {"scripted": {"learners": 30, "calls": 1470, "wait": 16.5, "wait_95": 21.7}}


def rows(table):
    return {line.split(" | ")[0].removeprefix("| "): line.rstrip(" |").split(" | ")[1:] for line in table.splitlines()}


def test_the_needs_of_a_corpus_grow_from_the_largest_measurement():
    """Half a million passages take .1 s, so a million .2 s; half an hour for 100,000 is five hours for a million."""
    needs = rows(corpus_table(STORES, INGEST))
    assert needs["vectors in a file, GB"] == ["1.6", "155"]
    assert needs["an exact search, s"] == ["0.2", "20"]
    assert needs["memory of an HNSW index, GB"] == ["2", "200"]
    assert needs["reading and embedding on one machine, h"] == ["5", "500"]
    assert needs["machines for one night of 8 h"] == ["1", "63"]


def test_the_wait_of_a_class_grows_with_the_learners_of_a_server():
    waits = rows(class_table(CLASS))
    assert waits["30"] == ["1,470", "16", "22", "1"]
    assert waits["1,000"] == ["49,000", "550", "723", "34"] and len(waits) == 2 + len(LEARNERS)


def test_without_a_measurement_nothing_is_computed():
    assert corpus_table({}, INGEST) == corpus_table(STORES, {}) == class_table({}) == "Not measured yet.\n"
