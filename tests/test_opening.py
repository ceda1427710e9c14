"""The embedding model of one's own, in a folder; how long opening took; and a memory that another process has open."""

import pytest
from fakes import FakeEmbed
from vector_stores import MANY

from ragkit import Kit
from ragkit.documents import seconds as timed
from ragkit.documents.corpus import Corpus
from ragkit.documents.seconds import Seconds
from ragkit.opening import embedder_folder, open_dense, open_memory, say_seconds
from ragkit.settings import Settings
from ragkit.stores import StoreBusy
from ragkit.stores.table import Table
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


@pytest.mark.parametrize("store", ["exact", "chroma"])
def test_the_seconds_of_storing_are_without_those_of_embedding(tmp_path, monkeypatch, store):
    passed, embed, append = [], FakeEmbed(), Table.append

    def slow(texts):
        passed.append(5.0)
        return embed(texts)

    def appended(*arguments):
        passed.append(1.0)
        append(*arguments)

    monkeypatch.setattr(timed, "perf_counter", lambda: sum(passed))
    monkeypatch.setattr(Table, "append", appended)
    corpus = Corpus(tmp_path, tuple(MANY[:100]), {}, {})
    open_dense(corpus, Settings(store=store), tmp_path / "index", slow, quiet=True).close()
    # Two batches, of 64 passages and of 36.
    assert corpus.seconds == Seconds(embed=10.0, store=2.0 if store == "exact" else 0.0)


@pytest.mark.parametrize(("read", "quiet", "said"), [(8.0, False, True), (8.0, True, False), (6.9, False, False)])
def test_how_the_time_was_spent_is_said_if_it_was_long(tmp_path, capsys, read, quiet, said):
    corpus = Corpus(tmp_path, tuple(MANY[:2]), {}, {}, seconds=Seconds(read=read, embed=3.0))
    say_seconds(corpus, quiet)
    line = "2 passages of 1 document: read 8.0 s, embedded 3.0 s, stored 0.0 s, words 0.0 s\n"
    assert capsys.readouterr().err == (line if said else "")
