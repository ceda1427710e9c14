"""A kit for widgets that run something: five passages and a scripted model."""

from contextlib import ExitStack, closing

import pytest
from fakes import small_kit


@pytest.fixture
def kit(tmp_path):
    """Opens it: `kit(model(answerable=0.1), memory=True)`."""
    with ExitStack() as opened:
        yield lambda model, **more: opened.enter_context(
            closing(small_kit(tmp_path / "index", model, **{"reranker": "/nowhere"} | more))
        )
