"""Every task is found by its id, and an id that there is not gets words that help."""

import subprocess
import sys

import pytest

from ragkit.course.exercises.catalogue import NoTask, ids, of_notebook, task, tasks


def test_a_task_has_the_id_of_its_file():
    assert [task(id).id for id in ids()] == ids() and {"02-rrf", "05-critic", "07-anchors"} <= set(ids())


def test_tasks_come_by_notebook_and_then_by_level():
    keys = [(one.follows, one.level) for one in tasks()]
    assert keys == sorted(keys) and len(keys) == len(ids())
    assert [one.level for one in of_notebook("02_hybrid_retrieval")] == [1, 1, 2]


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("02-rff", "did you mean '02-rrf'?"),
        ("../../os", "there is no exercise '../../os'; There are 01-"),
        (7, "as text"),
        (len, "as text"),
        ("", "there is no exercise ''"),
    ],
)
def test_an_id_that_there_is_not_gets_words_that_help(id, said):
    with pytest.raises(NoTask) as caught:
        task(id)
    assert said in str(caught.value)


def test_a_check_of_notebook_02_does_not_load_the_whole_kit():
    code = "import sys; import ragkit; ragkit.check; from ragkit.course.exercises.catalogue import task; task('02-rrf')"
    heavy = "print([name for name in ('torch', 'chromadb', 'langgraph', 'plotly') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", f"{code}; {heavy}"], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
