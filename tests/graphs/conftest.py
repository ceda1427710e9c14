"""A kit for whole runs: five passages, a model that says what a table says, and no cross-encoder."""

from contextlib import ExitStack, closing

import pytest
from fakes import small_kit


@pytest.fixture
def kit(tmp_path):
    """Opens it: `kit(model(answerable=0.1), web=FakeWeb(BAT), memory=True)`."""
    with ExitStack() as opened:
        index = tmp_path / "index"
        yield lambda model, **more: opened.enter_context(
            closing(small_kit(index, model, **{"reranker": "/nowhere"} | more))
        )
