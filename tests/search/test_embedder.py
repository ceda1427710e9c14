"""The embedding model: in ONNX for a question, in torch for many passages, with the same vectors."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from ragkit.search.embedder import EXPORTED, FEW, SentenceEmbedder

TEXTS = ["a heap is a tree", "owls hunt mice at night and sleep by day in old barns", ""]


@pytest.fixture
def folder(tmp_path, cache):
    """A copy of the model, of which nothing was exported."""
    copy = tmp_path / "model"
    shutil.copytree(cache / "all-minilm-l6-v2", copy, ignore=shutil.ignore_patterns("onnx"))
    return copy


@pytest.mark.model
def test_the_exported_model_gives_the_vectors_of_torch_without_loading_it(folder):
    in_torch = SentenceEmbedder(folder).model.encode(TEXTS, normalize_embeddings=True)
    embed = SentenceEmbedder(folder)
    assert embed(TEXTS) == pytest.approx(in_torch, abs=1e-5)
    assert "model" not in vars(embed)


@pytest.mark.model
def test_more_than_a_few_texts_are_embedded_by_torch(folder):
    embed = SentenceEmbedder(folder)
    vectors = embed(["owls"] * (FEW + 1))
    assert vectors.shape == (FEW + 1, 384) and "model" in vars(embed)
    assert (folder / EXPORTED).exists()
    assert embed(["owls"])[0] == pytest.approx(vectors[0], abs=1e-5)


@pytest.mark.model
def test_where_the_folder_must_not_be_written_to_torch_embeds_everything(folder):
    # A file in the place of the folder: a user who may write anything is not stopped by permissions.
    (folder / EXPORTED.parent).write_text("")
    embed = SentenceEmbedder(folder)
    assert embed(["owls"]).shape == (1, 384) and embed.exported is None


def test_an_exported_model_that_is_older_than_the_weights_is_not_used(tmp_path):
    usual(tmp_path)
    (tmp_path / EXPORTED.parent).mkdir()
    for name, time in ((EXPORTED, 1_000), ("model.safetensors", 2_000)):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (time, time))
    assert SentenceEmbedder(tmp_path).exported is None


def usual(folder, kinds=("Transformer", "Pooling", "Normalize"), mode="mean_tokens"):
    modules = [{"type": f"sentence_transformers.models.{kind}"} for kind in kinds]
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({f"pooling_mode_{mode}": True, "dimension": 8}))


@pytest.mark.parametrize(
    "changed",
    [{"kinds": ("Transformer", "Pooling", "Dense", "Normalize")}, {"kinds": ("Transformer",)}, {"mode": "cls_token"}],
)
def test_a_model_with_other_modules_is_left_to_torch(tmp_path, changed):
    usual(tmp_path, **changed)
    (tmp_path / EXPORTED.parent).mkdir()
    (tmp_path / EXPORTED).write_text("no model, and it would fail if it were opened")
    (tmp_path / "model.safetensors").write_text("")
    assert SentenceEmbedder(tmp_path).exported is None


HEAVY = "print(*{'torch', 'chromadb', 'openai', 'ollama', 'sentence_transformers'}.intersection(sys.modules))"


@pytest.mark.process
def test_to_open_the_kits_code_loads_neither_torch_nor_chroma_nor_a_client():
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, ragkit.kit, ragkit.graphs; {HEAVY}"], capture_output=True, text=True
    )
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr
