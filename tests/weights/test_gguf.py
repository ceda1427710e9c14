"""Which files are GGUF files: those that begin so."""

import pytest

from ragkit.weights import is_gguf


@pytest.mark.parametrize(
    ("content", "is_one"), [(b"GGUF", True), (b"GGUF\x03...", True), (b"gguf", False), (b"GGU", False), (b"", False)]
)
def test_a_gguf_file_begins_with_its_magic(tmp_path, content, is_one):
    (tmp_path / "owl.gguf").write_bytes(content)
    assert is_gguf(tmp_path / "owl.gguf") is is_one
