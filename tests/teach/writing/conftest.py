"""An untaught writer on the tiny base."""

import pytest

from ragkit.teach.lora import LoRA, LoraSettings
from ragkit.teach.prefixes import Prefixes
from ragkit.teach.writing.writer import Writer


@pytest.fixture
def writer(base, tmp_path):
    """An untaught writer that changes every layer."""
    lora = LoRA(base.model, LoraSettings(rank=4, alpha=8, from_depth=0))
    return Writer(base, lora, Prefixes(base, tmp_path / "prefixes"))
