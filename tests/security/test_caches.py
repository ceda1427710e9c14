"""A cache that was copied from somebody may contain what runs when it is unpickled; none of it is."""

import pickle
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from fakes import model, served, small_kit

from ragkit.disk.texts import NAME
from ragkit.graphs import adaptive
from ragkit.trace import run

QUESTION = "Which animals hunt mice?"


class Bomb:
    """An object that makes a file when it is unpickled."""

    def __init__(self, file):
        self.file = file

    def __reduce__(self):
        return Path.touch, (self.file,)


@pytest.fixture
def planted(tmp_path):
    """A pickle that leaves a file when it is read, and that file."""
    file = tmp_path / "went off"
    bomb = pickle.dumps(Bomb(file))
    pickle.loads(bomb)
    assert file.exists()
    file.unlink()
    return bomb, file


def test_nothing_in_a_copied_cache_is_unpickled(endpoint, tmp_path, planted):
    bomb, file = planted
    server = endpoint(served(model()))
    settings = {"provider": "openai", "base_url": f"{server.url}/v1", "judges": 1, "reranker": "/nowhere"}

    def opened():
        return closing(small_kit(tmp_path / "index", memory=True, cache=tmp_path / "cache", **settings))

    with opened() as kit:
        answer = run(adaptive(), QUESTION, kit).answer
    texts = tmp_path / "cache" / "replies" / NAME
    with closing(sqlite3.connect(texts)) as database:
        assert database.execute("UPDATE texts SET text = ?", (bomb,)).rowcount > 3
        database.commit()
    # The names that the caches of earlier versions, and of Chroma, have or had.
    for place in (texts.parent / "cache.db", texts.parent / "00" / "00.val"):
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(bomb)
    segments = {path.parent for path in (tmp_path / "index").rglob("header.bin")}
    assert segments
    for segment in segments:
        (segment / "index_metadata.pickle").write_bytes(bomb)
    # Chroma reads that name as data, and what is no data is damage.
    with pytest.warns(UserWarning, match="is damaged .*unresolved global reference"), opened() as kit:
        assert run(adaptive(), QUESTION, kit).answer == answer
    assert not file.exists()
