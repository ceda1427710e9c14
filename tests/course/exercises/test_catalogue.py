"""Every task is found by its id, in the folder of the checks and nowhere else; others get words that help."""

import pickle
import subprocess
import sys

import pytest

from ragkit.course.exercises import catalogue
from ragkit.course.exercises.catalogue import NoTask, ids, in_order, of_notebook, task
from ragkit.course.exercises.checks import EXERCISES, FOLDER


def test_a_task_has_the_id_of_its_file():
    assert [task(id).id for id in ids()] == ids() and {"02-rrf", "05-critic", "07-anchors"} <= set(ids())


def test_tasks_come_by_notebook_and_then_by_level():
    keys = [(one.follows, one.level) for one in in_order()]
    assert keys == sorted(keys) and len(keys) == len(ids())
    assert [one.level for one in of_notebook("02_hybrid_retrieval")] == [1, 1, 2]


def lead(question, lines):
    return ""


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("02-rff", "did you mean '02-rrf'?"),
        ("../../os", "there is no exercise '../../os': the first argument is an id"),
        ("a long answer", "`progress()` names them all"),
        ("03-no such", "those of notebook 03 are 03-disguise, 03-hop, 03-lead"),
        (7, 'as text: `check("01-cite", ...)`'),
        (len, 'as text: `check("01-cite", ...)`'),
        (lead, 'as text: `check("03-lead", lead)`'),
        ("", "there is no exercise ''"),
    ],
)
def test_an_id_that_there_is_not_gets_words_that_help(id, said):
    with pytest.raises(NoTask) as caught:
        task(id)
    assert said in str(caught.value)


@pytest.mark.process
def test_a_check_of_notebook_02_does_not_load_the_whole_kit():
    code = "import sys; import ragkit; ragkit.check; from ragkit.course.exercises.catalogue import task; task('02-rrf')"
    heavy = "print([name for name in ('torch', 'chromadb', 'langgraph', 'plotly') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", f"{code}; {heavy}"], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_a_check_is_of_the_folder_of_checks_and_a_pickle_finds_it_again():
    checked = task("02-rrf").trials
    assert checked.__code__.co_filename == str(FOLDER / "nb02_rrf.py")
    assert pickle.loads(pickle.dumps(checked)) is checked


def test_a_file_of_another_folder_is_no_check(tmp_path, monkeypatch):
    (tmp_path / "nb02_owl.py").write_text("MISCONCEPTIONS = {}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(NoTask):
        task("02-owl")
    with pytest.raises(ModuleNotFoundError):
        __import__("ragkit.course.exercises.checks.nb02_owl")


def test_without_a_copy_of_the_repository_it_is_told_what_was_asked_what_came_and_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path / "checks")
    for asked in (ids, in_order, lambda: task("02-rrf"), lambda: of_notebook("02_hybrid_retrieval")):
        with pytest.raises(NoTask, match="asked for the exercises, got no checks in .*checks.*make setup"):
            asked()


@pytest.mark.parametrize("text", [None, "{broken", '{"02-rrf": {"id": "02-rrf"}}', "{}"])
def test_without_what_is_said_of_a_task_the_author_is_told_to_make_it(tmp_path, monkeypatch, text):
    said = tmp_path / "tasks.json"
    if text is not None:
        said.write_text(text)
    monkeypatch.setattr(catalogue, "SAID", said)
    with pytest.raises(NoTask, match="asked .*tasks.json.* got .*; run `make exercises`"):
        task("02-rrf")


@pytest.mark.process
def test_a_package_without_its_repository_still_imports(tmp_path):
    """As after `pip install .`: the package is alone in its folder."""
    (tmp_path / "ragkit").symlink_to(EXERCISES.parent / "ragkit", target_is_directory=True)
    code = "import ragkit; ragkit.check('02-rrf', 1); print(ragkit.progress())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.count("got no checks in") == 2, done.stderr
