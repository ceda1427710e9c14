"""A small bundle from end to end: packed, unpacked, damaged, and set up without a network."""

import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from small_bundle import a_model, a_repository, a_wheel, find_links

from benchmarks.no_network import blocked, can_isolate, environment
from ragkit.__main__ import main
from ragkit.course.bundle.archive import faults
from ragkit.course.bundle.make import make
from ragkit.settings import Settings


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """A small bundle, with a recording."""
    a_wheel(tmp_path / "index")
    find_links(monkeypatch, tmp_path / "index")
    name = a_model(monkeypatch, tmp_path / "cache")
    (tmp_path / "replies.jsonl").write_text("{}\n")
    settings = Settings(cache=tmp_path / "cache", embedder=name, model=name)
    root = a_repository(tmp_path / "repository")
    recorded = [tmp_path / "replies.jsonl"]
    return make(tmp_path / "out" / "bundle.tar", settings, recorded, root=root, quiet=True)


@pytest.fixture
def unpacked(bundle, tmp_path):
    with tarfile.open(bundle.archive) as tar:
        tar.extractall(tmp_path / "laptop", filter="data")
    return tmp_path / "laptop" / "ragkit-bundle"


def set_up(folder, **more):
    """What the set-up of a bundle does without a network: its exit status, and what it printed."""
    command = blocked(["sh", str(folder / "setup.sh")])
    variables = environment(PYTHON=sys.executable, RAGKIT_CACHE=str(folder.parent / "cache"), **more)
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False, timeout=300)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.process
def test_a_bundle_has_wheels_models_course_recording_and_what_sets_it_up(bundle):
    assert faults(bundle.archive, quiet=True) == [] and bundle.size == bundle.archive.stat().st_size
    with tarfile.open(bundle.archive) as tar:
        names = [name.removeprefix("ragkit-bundle/") for name in tar.getnames()]
        told = json.load(tar.extractfile("ragkit-bundle/bundle.json"))
    for name in (
        "wheels/ipykernel-7.0-py3-none-any.whl",
        "models/tiny/tiny.gguf",
        "kit/notebooks/one.txt",
        "kit/recordings/replies.jsonl",
        "SETUP.md",
        "setup.sh",
        "SHA256SUMS",
    ):
        assert name in names
    assert told["wheels"] == 1 and told["model_bytes"] == len(b"seven tiny weights")
    assert told["recordings"] == ["kit/recordings/replies.jsonl"]
    assert "model files: 0 MB" in str(bundle)


@pytest.mark.process
def test_a_laptop_is_set_up_without_a_network_and_a_second_time_as_well(unpacked, tmp_path):
    """Even where pip has settings for all users of the laptop, with which nothing could be installed."""
    (tmp_path / "etc" / "pip").mkdir(parents=True)
    (tmp_path / "etc" / "pip" / "pip.conf").write_text("[global]\nconstraint = /nowhere/constraints.txt\n")
    status, said = set_up(unpacked, XDG_CONFIG_DIRS=str(tmp_path / "etc"))
    assert status == 0, said
    assert "ok   model tiny: seven tiny weights" in said and "-m ragkit tour" in said
    assert "ok   no network" in said or not can_isolate()
    assert (unpacked.parent / "cache" / "tiny" / "tiny.gguf").read_text() == "seven tiny weights"
    assert (unpacked / "kit" / ".venv" / ".installed").exists()
    status, said = set_up(unpacked)
    assert status == 0, said


@pytest.mark.process
def test_one_changed_byte_is_refused_by_the_name_of_its_file_and_nothing_is_installed(unpacked):
    model = unpacked / "models" / "tiny" / "tiny.gguf"
    model.write_bytes(b"seven tiny weighty")
    (unpacked / "kit" / "LICENSE").unlink()
    status, said = set_up(unpacked)
    assert status == 1 and "models/tiny/tiny.gguf is damaged" in said and "kit/LICENSE is missing" in said
    assert "copy the archive again" in said and not (unpacked / "kit" / ".venv").exists()


@pytest.mark.process
def test_a_laptop_without_room_for_the_model_replays_a_recording(unpacked):
    from ragkit.course.bundle.laptop.set_up import chosen_recording, read_facts, use_recording

    name = chosen_recording(["--recorded"], read_facts(unpacked))
    (unpacked / "kit" / ".env").write_text("RAGKIT_PROVIDER=embedded\nRAGKIT_SEED=3\n")
    for _ in range(2):
        use_recording(unpacked / "kit", unpacked / name)
    lines = ["RAGKIT_SEED=3", "RAGKIT_PROVIDER=recorded", f"RAGKIT_RECORDING={unpacked / name}"]
    assert (unpacked / "kit" / ".env").read_text().splitlines() == lines and (unpacked / name).exists()


@pytest.mark.parametrize(
    ("options", "recordings", "told"),
    [
        (["--recorded"], [], "this bundle has none"),
        (["--fast"], ["a"], "no such option"),
        (["--recorded", "-x"], ["a"], "-x"),
    ],
)
def test_an_option_that_cannot_be_had_is_told(options, recordings, told):
    from ragkit.course.bundle.laptop.set_up import SetUpError, chosen_recording

    with pytest.raises(SetUpError) as refused:
        chosen_recording(options, {"recordings": recordings})
    assert told in str(refused.value) and chosen_recording([], {"recordings": recordings}) == ""


@pytest.mark.process
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"machine": "abacus"}, "make a bundle on a laptop of this kind"),
        ({"python": "2.7"}, "install Python 2.7"),
        ({"installed_bytes": 10**18}, "GB of disk"),
    ],
)
def test_a_laptop_of_another_kind_or_without_room_is_told_so(changed, told, unpacked):
    from ragkit.course.bundle.laptop.set_up import SetUpError, check_machine, check_room, read_facts

    facts = read_facts(unpacked)
    check_machine(facts)
    check_room(unpacked, facts)
    with pytest.raises(SetUpError) as refused:
        check_machine(facts | changed)
        check_room(unpacked, facts | changed)
    assert told in str(refused.value)


def test_what_is_no_bundle_is_told(tmp_path):
    from ragkit.course.bundle.laptop.set_up import SetUpError, check_files, read_facts

    with pytest.raises(SetUpError, match=r"bundle\.json"):
        read_facts(tmp_path)
    (tmp_path / "bundle.json").write_text("[]")
    with pytest.raises(SetUpError, match="JSON of another kind"):
        read_facts(tmp_path)
    with pytest.raises(SetUpError, match="checksums"):
        check_files(tmp_path)


@pytest.mark.process
def test_an_installation_that_fails_shows_the_end_of_its_log(tmp_path):
    from ragkit.course.bundle.laptop.set_up import SetUpError, run

    with pytest.raises(SetUpError, match=r"exit code 3; the end of .*setup\.log:\n(?s:.*)no such wheel"):
        run([sys.executable, "-c", "print('no such wheel'); raise SystemExit(3)"], tmp_path, "go on")


def test_model_files_replace_other_bytes_and_leave_equal_ones(tmp_path):
    from ragkit.course.bundle.laptop.set_up import place

    models, cache = tmp_path / "models", tmp_path / "cache"
    for folder, texts in ((models, {"a": "new", "b": "same"}), (cache, {"a": "old", "b": "same"})):
        for name, text in texts.items():
            (folder / name).mkdir(parents=True)
            (folder / name / "file").write_text(text)
    kept = (cache / "b" / "file").stat().st_ino
    place(models, cache)
    assert (cache / "a" / "file").read_text() == "new" and (cache / "b" / "file").stat().st_ino == kept


@pytest.mark.process
def test_the_command_checks_an_archive_and_says_what_is_damaged(bundle, capsys):
    assert main(["bundle", "--check", str(bundle.archive)]) == 0
    data = bytearray(bundle.archive.read_bytes())
    data[data.index(b"seven tiny weights")] ^= 1
    bundle.archive.write_bytes(data)
    assert main(["bundle", "--check", str(bundle.archive)]) == 1
    assert "models/tiny/tiny.gguf is damaged\ndo next: copy or make it again" in capsys.readouterr().out


def test_the_command_says_what_is_missing(capsys, tmp_path):
    assert main(["bundle", "--to", str(tmp_path / "b.tar"), "--recording", str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl" in capsys.readouterr().err and not Path(tmp_path / "b.tar").exists()
