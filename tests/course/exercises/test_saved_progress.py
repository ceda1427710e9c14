"""A progress file that was written while the checks were in the package is read as it was meant."""

from pathlib import Path

import pytest

from ragkit.course.classroom import rows
from ragkit.course.exercises.catalogue import ids, task
from ragkit.course.exercises.overview import overview
from ragkit.course.exercises.progress import load

SAVED = load(Path(__file__).with_name("saved_progress.json"))


@pytest.mark.parametrize("id", SAVED.tasks)
def test_its_ids_are_exercises_and_its_stumbles_are_misconceptions(id):
    assert set(SAVED.of(id).stumbles) <= set(task(id).misconceptions)


def test_an_overview_and_the_table_of_a_class_have_its_records():
    assert overview(SAVED, "progress.json").summary.startswith(f"18 of {len(ids())} solved.")
    found = rows({"ada": SAVED})
    assert len(found) == len(SAVED.tasks) == 35
    assert [found[0][:5], found[0][-1]] == [
        ["ada", "01-cite", "solved with help", 2, 0],
        "the passages are counted from 0 (1)",
    ]
