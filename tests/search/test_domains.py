"""The domain detector: the nearest passages or the description of an archive, and none below a threshold."""

import numpy as np
import pytest

from ragkit.documents.tiers import Tier
from ragkit.search.domains import Domains, detected
from ragkit.state import Passage

VECTORS = np.array([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0], [0.0, 1.0], [0.8, 0.6]])
SOURCES = ("rivers/a.md", "rivers/b.md", "rivers/c.md", "rivers/d.md", "leagues/a.md")


def domains(*tiers, said=None):
    passages = [Passage(source, "", source=source) for source in SOURCES]
    table = {"?": [1.0, 0.0]} | (said or {})
    return Domains(
        tiers, passages, lambda: VECTORS, lambda texts: np.array([table.get(text, [0, 1]) for text in texts])
    )


def test_the_three_nearest_passages_of_an_archive_count():
    found = domains(Tier("rivers"), Tier("leagues")).similarities("?")
    assert found == pytest.approx({"rivers": (1.0 + 0.6 + 0.0) / 3, "leagues": 0.8}, abs=1e-6)


def test_the_description_counts_where_it_is_nearer():
    rivers = Tier("rivers", about="dams")
    assert domains(rivers, said={"dams": [0.8, 0.6]}).similarities("?") == pytest.approx({"rivers": 0.8})


def test_an_archive_without_passages_is_compared_by_its_description_alone():
    assert domains(Tier("moons", about="moons"), said={"moons": [0.6, 0.8]}).similarities("?") == {"moons": 0.6}


def test_only_folders_are_compared_and_without_one_nothing_is_embedded():
    none = Domains([Tier("web", "web"), Tier("all", "corpus")], [], lambda: VECTORS, lambda texts: 1 / 0)
    assert none.similarities("?") == {} and none.archives == []


def test_each_archive_has_a_threshold_of_its_own():
    near = {"rivers": 0.5, "leagues": 0.48}
    assert detected(near, {"rivers": 0.6, "leagues": 0.4}, margin=0.1) == ["leagues"]
    assert detected(near, {"rivers": 0.5, "leagues": 0.48}, margin=0.02) == ["rivers", "leagues"]
    assert detected(near, {"rivers": 0.5, "leagues": 0.48}, margin=0.01) == ["rivers"]
    assert detected({}, {}, margin=0.1) == []
