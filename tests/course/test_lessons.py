"""The notebooks as a list, and the names by which a learner may call one."""

import pytest
from nbformat import write
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ragkit.course.lessons import Lesson, NoLesson, find, lessons


@pytest.fixture
def lesson(tmp_path):
    """A notebook of these cells: Markdown where a source begins with `#` and a space, else code."""

    def made(*sources, name="03_owls.ipynb"):
        cells = [(new_markdown_cell if text.startswith("# ") else new_code_cell)(text) for text in sources]
        write(new_notebook(cells=cells), tmp_path / name)
        return Lesson(tmp_path / name)

    return made


def test_the_lessons_are_the_notebooks_of_the_course_in_order():
    every = lessons()
    numbers = [lesson.number for lesson in every]
    assert numbers == sorted(numbers) and numbers[:6] == ["00", "01", "02", "03", "04", "05"]
    assert every[5].stem == "05_crag" and every[5].title == "Corrective RAG: what to do when the critic says no"


def test_every_notebook_has_a_title_that_is_read_from_it():
    assert all(lesson.title != lesson.stem for lesson in lessons())


def test_what_is_read_is_the_title_the_systems_and_the_texts(lesson):
    read = lesson(
        "# 03 · Owls: who hunts\n\nAnd more.",
        'question = "Who hunts?"\ncount = 3\nquestion = "Who sleeps?"',
        "from ragkit.graphs import crag, hybrid\nfrom ragkit.graphs.adaptive.plan import plan\nname = question",
    )
    assert (read.number, read.stem, read.title) == ("03", "03_owls", "Owls: who hunts")
    assert read.systems == ["crag", "hybrid"] and read.texts == {"question": "Who hunts?"}


def test_a_learners_copy_that_is_half_written_or_broken_stops_nothing(lesson, tmp_path):
    half = lesson("# Owls", 'question = "Who', name="04_half.ipynb")
    assert (half.title, half.texts, half.systems) == ("04_half", {}, [])
    (tmp_path / "05_broken.ipynb").write_text("{not json")
    broken = Lesson(tmp_path / "05_broken.ipynb")
    assert (broken.title, broken.texts, broken.systems) == ("05_broken", {}, [])


def test_a_link_leads_there_from_the_current_folder(lesson, tmp_path, monkeypatch):
    there = lesson("# 03 · Owls")
    monkeypatch.chdir(tmp_path)
    assert there.link == "03_owls.ipynb"
    (tmp_path / "exercises").mkdir()
    monkeypatch.chdir(tmp_path / "exercises")
    assert there.link == "../03_owls.ipynb"


@pytest.mark.parametrize(
    "name", ["05", "5", 5, "05_crag", "crag", "CRAG", " 05_crag.ipynb ", "notebooks/05_crag.ipynb"]
)
def test_a_notebook_is_known_by_number_and_by_name(name):
    assert find(name, lessons()).stem == "05_crag"


@pytest.mark.parametrize("name", ["99", "abc", "", -5, 5.0, None, True, "5_crag_", ["05"]])
def test_any_other_name_is_told_with_those_that_there_are(name):
    every = lessons()
    with pytest.raises(NoLesson) as caught:
        find(name, every)
    told = str(caught.value)
    assert told.startswith(f"asked for the notebook {name!r}, got none of that name; ")
    assert f'"00" to "{every[-1].number}"' in told


def test_a_name_that_is_nearly_right_is_guessed():
    with pytest.raises(NoLesson, match="did you mean '05_crag'"):
        find("05_carg", lessons())


def test_where_the_notebooks_are_not_it_says_so(tmp_path):
    with pytest.raises(NoLesson, match="got none; the course is in a copy of the whole repository"):
        lessons(tmp_path)
