"""A study's recommendation beside the long run of all systems: rows worked by hand."""

import pytest
from samples import rows_of

from benchmarks import studies
from ragkit.evaluate.measures.rows import BadResults
from ragkit.evaluate.study import plan

CHOSEN_ON = rows_of(naive="+" * 12, extract="+" * 6 + "0" * 6)
REPORTED = rows_of(naive="++--", extract="++00")
LONG = rows_of(naive="+" * 12 + "--", extract="+" * 14)


@pytest.fixture
def study(tmp_path, monkeypatch):
    """A study that chose naive: worth 1 on the first half, and 0 on the other one."""
    rows = {"choose": CHOSEN_ON, "report": REPORTED, "long": LONG}
    monkeypatch.setattr(studies, "read_results", lambda folder: ({}, rows[folder.name]))
    monkeypatch.setattr(studies, "FILE", tmp_path / "studies.json")
    (tmp_path / "owls").mkdir()
    to = tmp_path / "owls-study"
    to.mkdir()
    (to / "questions.jsonl").write_text('{"question": "Who?", "answer": "An owl."}\n')
    plan(tmp_path / "owls", to, ["naive", "extract"], 1, 30, None)
    return to


def test_the_recommended_system_is_compared_with_the_best_of_the_long_run(study):
    """Of 14 questions naive has 12 right and 2 wrong, so it is worth 10/14; extract is worth 1."""
    own = studies.compared(study)
    assert (own["chosen"], own["decided"], own["best"]) == ("naive", True, "extract")
    assert own["reported"]["mean"] == 0 and own["reported"]["n"] == 4
    assert own["long"]["naive"]["mean"] == pytest.approx(10 / 14)
    assert own["less"]["mean"] == pytest.approx(-4 / 14)
    # 24 and 8 runs of 1.5 seconds.
    assert own["spent"] == pytest.approx(32 * 1.5 / 60) and own["minutes"] == 30


def test_the_table_says_the_same_where_the_best_was_recommended(study):
    own = studies.compared(study)
    same = own | {"best": "naive", "decided": False}
    table = studies.studies_table({"owls": own, "bats": same})
    owls, bats = [line.split(" | ") for line in table.splitlines()[2:4]]
    assert owls[0].endswith("owls") and owls[1] == "1 of 30" and owls[2] == "naive"
    assert owls[-1].startswith("-0.29 [") and bats[-1].startswith("the same") and bats[2] == "naive, not decided"
    assert studies.studies_table({}) == "Not measured yet.\n"


def test_a_study_without_a_long_run_is_an_error(study, monkeypatch):
    monkeypatch.undo()
    with pytest.raises(BadResults):
        studies.compared(study)
