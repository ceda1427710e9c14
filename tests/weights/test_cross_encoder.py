"""Cross-encoders: a plain answer when there is none, and a real, tiny one from a folder."""

import time

import pytest

from ragkit.weights import ModelMissing, load_cross_encoder

RERANKER, NLI = "cross-encoder/ms-marco-MiniLM-L-6-v2", "cross-encoder/nli-deberta-v3-base"


@pytest.fixture(autouse=True)
def empty_hub_cache(tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub-cache"))


@pytest.mark.parametrize("name", [RERANKER, NLI])
def test_offline_it_is_missing_at_once_and_says_what_to_do(no_hub, name):
    began = time.monotonic()
    with pytest.raises(ModelMissing) as caught:
        load_cross_encoder(name)
    assert time.monotonic() - began < 20
    asked, got, then = caught.value.args
    assert name in asked and "cannot be reached" in got and "local folder" in then and "online" in then


def test_a_folder_without_a_model_is_missing_too(internet, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelMissing, match="empty"):
        load_cross_encoder(tmp_path / "empty")
    assert internet.seen == []


def test_a_path_that_does_not_exist_is_missing_too(internet):
    with pytest.raises(ModelMissing, match="/no/such/folder"):
        load_cross_encoder("/no/such/folder")
    assert internet.seen == []


def test_a_name_that_the_hub_does_not_know_is_missing(internet):
    with pytest.raises(ModelMissing, match="404"):
        load_cross_encoder(RERANKER)


@pytest.mark.model
def test_a_real_one_loads_from_a_folder_and_scores_pairs(internet, tmp_path):
    import torch

    folder = tiny_cross_encoder(tmp_path / "tiny")
    encoder = load_cross_encoder(str(folder), max_length=16, activation_fn=torch.nn.Identity())
    pairs = [("cats purr", "cats purr"), ("cats purr", "dogs bark")]
    batch = encoder.tokenizer(*map(list, zip(*pairs, strict=True)), return_tensors="pt")
    with torch.no_grad():
        expected = encoder.model(**batch).logits.squeeze(1)
    assert encoder.predict(pairs) == pytest.approx(expected.numpy(), abs=1e-6)
    assert encoder.max_length == 16 and internet.seen == []


def tiny_cross_encoder(folder):
    """A BERT of one layer with random weights and seven words, saved as transformers saves it."""
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "cats", "dogs", "purr", "bark"]
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8}
    config = BertConfig(vocab_size=len(words), num_labels=1, max_position_embeddings=32, **sizes)
    BertForSequenceClassification(config).save_pretrained(folder)
    BertTokenizer({word: n for n, word in enumerate(words)}).save_pretrained(folder)
    return folder
