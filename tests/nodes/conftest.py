"""A node is called as LangGraph calls it: with a state, and with a runtime whose context is the kit."""

from contextlib import ExitStack, closing
from types import SimpleNamespace

import pytest
from fakes import small_kit


@pytest.fixture
def runtime(tmp_path):
    """Opens a kit on five passages: `runtime(model, memory=True)`; there is no cross-encoder."""
    with ExitStack() as opened:

        def make(model=None, **more):
            kit = small_kit(tmp_path / "index", model, **{"reranker": "/nowhere"} | more)
            return SimpleNamespace(context=opened.enter_context(closing(kit)))

        yield make
