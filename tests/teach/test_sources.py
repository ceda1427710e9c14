"""What a critic is taught on: folders, each judgement once, and held by the gates."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from tiny_critic import toy

from ragkit.teach import sources


@pytest.fixture
def built(monkeypatch, use):
    """Stand-ins for the kit, the builder and the gates; what they were given."""
    given = SimpleNamespace(folders=[], held=[], closed=0)
    cache = use().cache
    monkeypatch.setenv("RAGKIT_CACHE", str(cache))

    class Opened:
        def __init__(self, folder):
            self.corpus = SimpleNamespace(folder=Path(folder))

        def close(self):
            given.closed += 1

    def opened(folder):
        given.folders.append(Path(folder))
        return Opened(folder)

    def judgements(kit, questions, seed):
        return toy()

    def hold(found):
        given.held.append(found)

    monkeypatch.setattr(sources.Kit, "open", opened)
    monkeypatch.setattr(sources, "judgements", judgements)
    monkeypatch.setattr(sources, "hold", hold)
    return given


def test_each_judgement_is_taught_once_and_the_gates_see_all(built, tmp_path):
    owls, newts = tmp_path / "owls", tmp_path / "newts"
    assert sources.made([owls, newts], seed=0) == toy()
    assert built.folders == [owls, newts] and built.closed == 2
    assert built.held == [toy()]


def test_a_file_is_no_folder_and_the_message_says_what_writes_one(built, tmp_path):
    file = tmp_path / "squad.json"
    file.write_text("{}")
    with pytest.raises(ValueError, match=r"squad\.json, which is no folder .* --part fit`"):
        sources.made([file], seed=0)


@pytest.mark.parametrize(
    ("licences", "stated"),
    [([], ["", ""]), (["MIT"], ["MIT", "MIT"]), (["MIT", "CC0"], ["MIT", "CC0"])],
)
def test_a_licence_is_for_all_sources_or_there_is_one_for_each(licences, stated):
    found = sources.sources([Path("owls"), Path("newts")], licences)
    assert [(source.name, source.licence) for source in found] == list(zip(["owls", "newts"], stated))


def test_a_licence_too_few_is_said_with_both_numbers():
    with pytest.raises(ValueError, match="3 sources, got 2 licences"):
        sources.sources([Path("owls"), Path("newts"), Path("bats")], ["MIT", "CC0"])
