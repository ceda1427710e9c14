"""A tiny base and an untaught critic (`tiny_critic.py`)."""

import pytest
from tiny_critic import byte_tokenizer, tiny_model

from ragkit.teach.base_model import Base
from ragkit.teach.critic import Critic
from ragkit.teach.lora import LoRA, LoraSettings
from ragkit.teach.prefixes import Prefixes


@pytest.fixture(scope="session")
def tokenizer():
    return byte_tokenizer()


@pytest.fixture(scope="session")
def base(tokenizer):
    return Base("tiny", "ab" * 32, tiny_model(), tokenizer)


@pytest.fixture
def critic(base, tmp_path):
    """An untaught critic that changes every layer."""
    lora = LoRA(base.model, LoraSettings(rank=4, alpha=8, from_depth=0))
    return Critic(base, lora, Prefixes(base, tmp_path / "prefixes"))
