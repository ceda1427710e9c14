"""The embedding model of one's own, in a folder, and a failure memory that another process has open."""

import pytest

from ragkit import Kit
from ragkit.documents.corpus import Corpus
from ragkit.opening import embedder_folder, open_memory
from ragkit.settings import Settings
from ragkit.stores import StoreBusy
from ragkit.weights import ModelFileError

ZH = "# 水泵手册\n\n水泵的最大流量是每分钟四十升。维护周期为六个月，需要更换机油。\n"


@pytest.fixture
def own(tmp_path):
    """A folder that looks like a model which reads 66 tokens."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "tokenizer.json").write_text("{}")
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 66}')
    return folder


def test_a_folder_of_ones_own_is_taken_as_it_is(own):
    assert embedder_folder(Settings(embedder=str(own), chunk_tokens=64), quiet=True) == own


def test_a_model_that_would_read_only_the_beginning_of_a_passage_is_refused(own):
    with pytest.raises(ModelFileError, match="(?s)reads 64 tokens of a passage.*RAGKIT_CHUNK_TOKENS=64"):
        embedder_folder(Settings(embedder=str(own)), quiet=True)


def test_a_folder_without_a_tokenizer_is_no_model(tmp_path):
    with pytest.raises(ModelFileError, match="no tokenizer.json"):
        embedder_folder(Settings(embedder=str(tmp_path)), quiet=True)


@pytest.mark.model
@pytest.mark.process
def test_an_embedder_of_ones_own_embeds_a_folder_in_another_language(tmp_path):
    from sentence_transformers import SentenceTransformer, models
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Split
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    letters = {letter: at for at, letter in enumerate(dict.fromkeys(["[UNK]", "[PAD]", "[CLS]", "[SEP]", *ZH]))}
    tokenizer = Tokenizer(WordLevel(letters, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Split("", "isolated")
    bert = tmp_path / "bert"
    special = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special).save_pretrained(bert)
    tiny = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    BertModel(BertConfig(vocab_size=len(letters), **tiny)).save_pretrained(bert)
    words = models.Transformer(str(bert), max_seq_length=66)
    SentenceTransformer(modules=[words, models.Pooling(16)], device="cpu").save(str(tmp_path / "own"))
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "zh.md").write_text(ZH)
    settings = {"embedder": str(tmp_path / "own"), "chunk_tokens": 64, "indexes": tmp_path / "indexes"}
    with pytest.warns(UserWarning, match="most documents are not in English .Chinese., which the kit is for"):
        kit = Kit.open(docs, memory=False, provider="openai", model="m", **settings)
    (found,) = kit.retriever.nearest("水泵的最大流量是多少？", 1)
    assert kit.retriever.dense.vectors().shape == (1, 16) and "四十升" in found.text
    kit.close()


def test_a_kit_goes_on_without_a_memory_that_another_process_has_open(tmp_path, monkeypatch):
    def busy(*_):
        raise StoreBusy("the failure memory is open in process 7. End that one.")

    monkeypatch.setattr("ragkit.opening.FailureMemory", busy)
    corpus = Corpus(tmp_path, (), {}, {})
    with pytest.warns(UserWarning, match="open in process 7. End that one. Until then, this kit has no memory"):
        assert open_memory(corpus, Settings(memory=True), tmp_path, len) is None
