"""Keys and values are kept on disk as the plain model computes them, and read again."""

from types import SimpleNamespace

import pytest
import torch
from tiny_critic import tiny_model

from ragkit.teach import prefixes as module
from ragkit.teach.base_model import Base
from ragkit.teach.prefixes import NoRoom, Prefixes, computed

OWL, CAT = tuple(range(40, 52)), tuple(range(60, 65))


@pytest.fixture
def calls(monkeypatch):
    """The prefixes that the model reads."""
    read = []

    def counted(model, prefix, front=None):
        read.append(prefix)
        return computed(model, prefix, front)

    monkeypatch.setattr(module, "computed", counted)
    return read


def test_they_have_layers_keys_and_values_heads_tokens_and_size(base, tmp_path):
    kept = Prefixes(base, tmp_path).read(OWL)
    assert kept.shape == (2, 2, 2, 12, 16) and kept.dtype == torch.float16
    assert torch.equal(kept, computed(base.model, OWL).half())


def test_bfloat16_survives_the_disk(tokenizer, tmp_path):
    half = Base("tiny", "ab", tiny_model(dtype=torch.bfloat16), tokenizer)
    prefixes = Prefixes(half, tmp_path)
    assert torch.equal(prefixes.read(OWL).bfloat16(), computed(half.model, OWL))
    assert prefixes.batch([OWL]).layers[0].keys.dtype == torch.bfloat16
    assert prefixes.size(OWL) == 2 * 2 * 2 * 12 * 16 * 2 == next(tmp_path.iterdir()).stat().st_size


def test_a_prefix_is_computed_once_and_found_by_another_process(base, tmp_path, calls):
    prefixes = Prefixes(base, tmp_path)
    prefixes.keep([OWL, CAT, OWL])
    prefixes.keep([OWL])
    prefixes.read(CAT)
    Prefixes(base, tmp_path).read(OWL)
    assert calls == [OWL, CAT]


def test_prefixes_that_begin_alike_are_read_once_up_to_where_they_differ(base, tmp_path, monkeypatch):
    fronts = []

    def watched(model, prefix, front=None):
        fronts.append(0 if front is None else front.shape[3])
        return computed(model, prefix, front)

    monkeypatch.setattr(module, "computed", watched)
    other = (*OWL[:9], 99, 98)
    prefixes = Prefixes(base, tmp_path)
    prefixes.keep([other, CAT, OWL])
    assert fronts == [0, 9, 0]  # in the order of their tokens: OWL, the one that shares nine with it, CAT
    alone = computed(base.model, other)
    assert torch.allclose(prefixes.read(other).float(), alone, atol=2e-3)


def test_another_base_does_not_read_them(base, tokenizer, tmp_path, calls):
    Prefixes(base, tmp_path).keep([OWL])
    other = Base("tiny", "cd", base.model, tokenizer)
    assert not Prefixes(other, tmp_path).has(OWL)


def test_a_file_that_was_cut_short_is_made_again(base, tmp_path, calls):
    prefixes = Prefixes(base, tmp_path)
    prefixes.keep([OWL])
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-4])
    assert torch.equal(prefixes.read(OWL), computed(base.model, OWL).half()) and len(calls) == 2


def test_a_batch_pads_each_prefix_at_its_end(base, tmp_path):
    cache = Prefixes(base, tmp_path).batch([OWL, CAT])
    keys = cache.layers[1].keys
    assert keys.shape == (2, 2, 12, 16)
    assert keys.dtype == torch.float32
    assert torch.equal(keys[1, :, :5].half(), computed(base.model, CAT)[1, 0].half())
    assert not keys[1, :, 5:].any() and keys[0, :, 11].any()


def test_a_disk_that_is_too_small_is_said_before_any_work(base, tmp_path, monkeypatch, calls):
    monkeypatch.setattr(module.shutil, "disk_usage", lambda _: SimpleNamespace(free=3071))
    with pytest.raises(NoRoom, match=r"of 1 prefixes, which take 0\.0 GB, got 0\.0 GB free"):
        Prefixes(base, tmp_path).keep([OWL])
    monkeypatch.setattr(module.shutil, "disk_usage", lambda _: SimpleNamespace(free=3072))
    Prefixes(base, tmp_path).keep([OWL])
    assert calls == [OWL]


def test_a_gpu_with_room_keeps_what_it_has_read(base, tmp_path, monkeypatch):
    prefixes = Prefixes(base, tmp_path)
    from_disk = prefixes.batch([OWL, CAT])
    monkeypatch.setattr(module, "has_room", lambda device: True)
    first = prefixes.batch([OWL, CAT])
    monkeypatch.setattr(Prefixes, "read", None)  # would raise
    again = prefixes.batch([OWL, CAT])
    for one, other in ((first, from_disk), (again, from_disk)):
        assert torch.equal(one.layers[1].keys, other.layers[1].keys)
        assert torch.equal(one.layers[1].values, other.layers[1].values)


def test_a_gpu_without_room_and_a_processor_read_from_disk_each_time(base, tmp_path, monkeypatch):
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (29, 100))
    assert not module.has_room(torch.device("cuda")) and not module.has_room(torch.device("cpu"))
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (31, 100))
    assert module.has_room(torch.device("cuda"))
