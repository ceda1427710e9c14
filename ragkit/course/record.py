"""Record the replies that notebooks need, so that they run where the model does not.

The notebooks run as in `notebooks.py`, with the embedded model or one at an endpoint, whose every
reply is written down (`model/recorder.py`). The failure memory is an empty one, as on a machine
that is new to them.

A notebook that asks for a model by itself cannot be recorded (`runs_a_model`): it would ask that
model on the small machine, too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from papermill.exceptions import PapermillExecutionError

from ragkit.course.notebooks import FOLDER, execute, numbered, runs_a_model
from ragkit.model.recorder import written_down
from ragkit.model.recording import Recording, RecordingError
from ragkit.model.recording_file import write
from ragkit.settings import Settings


def record(
    file: Path,
    notebooks: Sequence[Path],
    pages: Path,
    begin: Callable[[Path], None] = lambda notebook: None,
) -> Recording:
    """Run notebooks with the embedded model, or that of the provider openai, and write its replies
    to a file.

    The notebooks and their pages are left in the folder `pages`; `begin` is called with each
    notebook before it runs. Nothing is written where a notebook fails; what the model replied until
    then is in its disk cache. Raises `RecordingError`.
    """
    with TemporaryDirectory(prefix="ragkit-") as name:
        folder = Path(name)
        with _variables(
            RAGKIT_PROVIDER="openai" if Settings().provider == "openai" else "embedded",
            RAGKIT_RECORD_TO=str(folder),
            RAGKIT_MEMORIES=str(folder / "memories"),
        ):
            for notebook in notebooks:
                begin(notebook)
                _run(notebook, pages)
        replies, models = written_down(folder)
    names = [notebook.stem for notebook in notebooks]
    if not replies:
        raise RecordingError(
            f"asked to record {', '.join(names)}, got no reply: they ask the model nothing; "
            "name notebooks that do"
        )
    return write(file, replies, models, names)


def chosen(names: Sequence[str]) -> list[Path]:
    """The notebooks of these numbers, names or paths; without any, all that can be recorded.

    >>> [path.name for path in chosen(["00", "07_claims"])]
    ['00_tour.ipynb', '07_claims.ipynb']

    Raises `RecordingError`.
    """
    if not names:
        return [notebook for notebook in numbered() if not runs_a_model(notebook)]
    found = [_notebook(name) for name in names]
    for notebook in found:
        if runs_a_model(notebook):
            raise RecordingError(
                f"asked to record {notebook.name}, got a notebook that asks for a model by itself, "
                "so that no recording could stand in for it; leave it out"
            )
    return found


def _notebook(name: str) -> Path:
    path = Path(name)
    if path.suffix == ".ipynb" and path.is_file():
        return path.resolve()
    for notebook in numbered():
        if name in (notebook.name, notebook.stem, notebook.stem[:2]):
            return notebook
    raise RecordingError(
        f"asked for the notebook {name}, got no such file here or in {FOLDER}; "
        "write its number, its name or its path"
    )


def _run(notebook: Path, pages: Path) -> None:
    try:
        execute(notebook, pages)
    except PapermillExecutionError as error:
        raise RecordingError(
            f"asked to record {notebook.name}, got {error.ename} in it: {error.evalue}; mend that. "
            "The same command continues from the replies on disk"
        ) from error


@contextmanager
def _variables(**values: str) -> Iterator[None]:
    """Set variables of this process, which its kernels inherit, and put them back."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
