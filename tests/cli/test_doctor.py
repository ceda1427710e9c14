import hashlib
import sys
from collections import namedtuple

import pytest
from conftest import NOWHERE
from loopback_hub import GGUF, serving
from recordings import small_recording
from tiny_gguf import random_adapter

from ragkit.cli import doctor
from ragkit.cli.finding import Finding
from ragkit.weights import FILES, adapters


def test_python_is_well_in_the_versions_that_the_lock_was_tested_with_and_else_it_says_what_to_install():
    assert not any(doctor.python(version).remedy for version in ((3, 11, 4), (3, 12, 0), (3, 13, 1)))
    for version in ((3, 10, 9), (3, 14, 0)):
        assert "install Python 3.11 to 3.13" in doctor.python(version).remedy


def test_the_installed_packages_are_those_of_the_lock():
    assert not doctor.packages().remedy


def test_where_the_kit_is_not_installed_doctor_says_how_to_set_it_up(monkeypatch):
    monkeypatch.setattr(doctor, "_installed", lambda name: "")
    finding = doctor.packages()
    assert finding.fatal
    assert sys.executable in finding.found
    assert "make setup" in finding.remedy
    assert ".venv/bin/python" in finding.remedy


@pytest.mark.parametrize("needed", [True, False])
def test_a_missing_package_is_named_and_fatal_where_the_kit_needs_it(tmp_path, monkeypatch, needed):
    """The lock has the packages of the extras too, which `uv sync` leaves out unless it is told."""
    asked = ["no-such-package==1.0"] if needed else ["no-such-package==1.0 ; extra == 'dev'"]
    monkeypatch.setattr(doctor.importlib.metadata, "requires", lambda name: asked)
    (tmp_path / "requirements.lock").write_text("pydantic==2.14.3\nno-such-package==1.0\n")
    finding = doctor.packages(tmp_path / "requirements.lock")
    assert finding.fatal == needed and "no-such-package" in finding.remedy and "make setup" in finding.remedy
    assert finding.found.startswith("1 of 2")


def test_outside_a_checkout_the_packages_are_compared_with_those_of_the_metadata(tmp_path, monkeypatch):
    asked = ["pydantic==0.0.1", "no-such-package==1.0; extra == 'teach'"]
    monkeypatch.setattr(doctor.importlib.metadata, "requires", lambda name: asked)
    finding = doctor.packages(tmp_path / "requirements.lock")
    assert "0 of 1" in finding.found and "metadata" in finding.found
    assert "pydantic" in finding.remedy and "install ragkit again" in finding.remedy and not finding.fatal


def test_another_version_is_named_and_not_fatal(tmp_path):
    (tmp_path / "requirements.lock").write_text("pydantic==0.0.1\n")
    finding = doctor.packages(tmp_path / "requirements.lock")
    assert "pydantic" in finding.remedy and not finding.fatal


def test_a_full_disk_says_how_much_to_free(monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage(10, 9, 2**30))
    assert "free 2.0 GiB" in doctor.disk(need=3.0).remedy


def test_little_memory_points_to_the_smaller_model():
    assert "RAGKIT_TIER=budget" in doctor.memory(need=1e6).remedy
    assert "RAGKIT_PROVIDER=recorded" in doctor.memory(need=1e6).remedy
    assert not doctor.memory(need=0).remedy


def test_a_missing_model_file_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("RAGKIT_CACHE", str(tmp_path))
    findings = list(doctor.model_files())
    assert {f.what for f in findings} == {"model all-minilm-l6-v2", "model qwen2.5-coder-1.5b"}
    assert all("make models" in f.remedy for f in findings)


OWL = "hf:acme/owl/owl.gguf"


@pytest.fixture
def owl(monkeypatch, tmp_path):
    """The settings name a file of the hub, whose hash is not in the name; the hub has it."""
    monkeypatch.setenv("RAGKIT_CACHE", str(tmp_path))
    monkeypatch.setenv("RAGKIT_MODEL", OWL)
    with serving(monkeypatch) as internet:
        internet.hub = {"owl.gguf": GGUF}
        yield internet


def test_a_file_of_the_hub_is_fetched_and_its_size_and_state_are_shown(owl, monkeypatch):
    sha256 = hashlib.sha256(GGUF).hexdigest()
    [finding, _] = doctor.model_files()
    assert finding.what == f"model {OWL}" and not finding.remedy
    assert finding.found == f"0 MB, not checked against a hash; its SHA-256 is {sha256}"
    monkeypatch.setenv("RAGKIT_MODEL", f"{OWL}@sha256:{sha256}")
    assert next(doctor.model_files()).found == "0 MB, checked against its pinned hash"
    assert owl.got("owl.gguf") == 1


def test_a_file_of_the_hub_that_is_larger_than_the_free_memory_is_a_note(owl, monkeypatch):
    monkeypatch.setattr("psutil.virtual_memory", lambda: namedtuple("memory", "available")(len(GGUF) - 1))
    finding = next(doctor.model_files())
    assert not finding.fatal and "larger than the free memory" in finding.remedy
    monkeypatch.setattr("psutil.virtual_memory", lambda: namedtuple("memory", "available")(len(GGUF)))
    assert not next(doctor.model_files()).remedy


def test_a_file_of_the_hub_that_cannot_be_fetched_says_what_to_do(owl, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", NOWHERE)
    [finding, _] = doctor.model_files()
    assert finding.fatal and "cannot be reached" in finding.found and "HF_ENDPOINT" in finding.remedy


def test_a_malformed_name_of_a_file_of_the_hub_says_the_form(owl, monkeypatch):
    monkeypatch.setenv("RAGKIT_MODEL", "hf:owl.gguf")
    [finding, _] = doctor.model_files()
    assert finding.fatal and finding.found == "no owner and repository" and "OWNER/REPO/FILE" in finding.remedy


def test_another_provider_needs_no_file_of_the_hub(owl, monkeypatch):
    monkeypatch.setenv("RAGKIT_PROVIDER", "ollama")
    assert [finding.what for finding in doctor.model_files()] == ["model all-minilm-l6-v2"]
    assert owl.seen == []


def test_a_chroma_server_is_looked_at_where_the_settings_name_one(monkeypatch, endpoint):
    assert list(doctor.index_server()) == []
    server = endpoint(lambda _: (200, "1.0.0"))
    monkeypatch.setenv("RAGKIT_STORE", server.url)
    [finding] = doctor.index_server()
    assert finding == Finding("index server", f"{server.url} speaks version 1.0.0")
    monkeypatch.setenv("RAGKIT_STORE", NOWHERE)
    [finding] = doctor.index_server()
    assert finding.fatal and "chroma run" in finding.remedy and "RAGKIT_STORE" in finding.remedy


def test_model_files_are_looked_for_in_their_own_folder(monkeypatch, tmp_path, cache):
    monkeypatch.setenv("RAGKIT_CACHE", str(tmp_path))
    monkeypatch.setenv("RAGKIT_WEIGHTS", str(cache))
    assert not any(finding.remedy for finding in doctor.model_files())


def test_thresholds_of_another_model_are_noted_and_not_fatal(monkeypatch):
    assert doctor.thresholds().found.startswith("the kit's own") and not doctor.thresholds().remedy
    monkeypatch.setenv("RAGKIT_MODEL", "owl-7b")
    finding = doctor.thresholds()
    assert "not for owl-7b" in finding.remedy and "python -m ragkit calibrate FOLDER" in finding.remedy
    assert not finding.fatal


def test_an_adapter_that_is_not_there_matters_only_where_another_judge_is_not_asked_for(monkeypatch, tmp_path):
    monkeypatch.setenv("RAGKIT_ADAPTER", str(tmp_path / "owl.gguf"))
    finding = doctor.adapter()
    assert "name another file in RAGKIT_ADAPTER, or set RAGKIT_JUDGE=odds" in finding.remedy and not finding.fatal
    monkeypatch.setenv("RAGKIT_JUDGE", "odds")
    finding = doctor.adapter()
    assert finding.what == "taught judge" and "owl.gguf cannot be used" in finding.found and not finding.remedy


def test_that_no_adapter_ships_for_a_model_matters_only_where_the_taught_judge_is_asked_for(monkeypatch):
    monkeypatch.setattr(adapters, "SHIPPED", ())
    monkeypatch.setenv("RAGKIT_TIER", "budget")
    finding = doctor.adapter()
    assert finding.found == "no adapter ships for qwen2.5-coder-0.5b" and not finding.remedy
    monkeypatch.setenv("RAGKIT_JUDGE", "taught")
    assert "name one of yours in RAGKIT_ADAPTER" in doctor.adapter().remedy


def test_an_adapter_is_shown_with_its_hash_and_what_it_was_checked_against(monkeypatch, tmp_path):
    file = random_adapter(tmp_path / "owl.gguf", FILES["qwen2.5-coder-0.5b"].files[0].sha256, layers=1, wide=8)
    monkeypatch.setenv("RAGKIT_TIER", "budget")
    monkeypatch.setenv("RAGKIT_ADAPTER", str(file))
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    checked = f"owl.gguf, SHA-256 {sha256[:12]}..., your own, for the model file in use"
    assert doctor.adapter() == Finding("taught judge", checked, fatal=False)
    monkeypatch.setenv("RAGKIT_JUDGE", "odds")
    state = f"{checked}; not in use, because the judge is set to odds"
    assert doctor.adapter() == Finding("taught judge", state, fatal=False)


def test_the_examination_stops_at_a_fatal_finding(monkeypatch):
    monkeypatch.setattr(doctor, "packages", lambda: Finding("packages", "none", "make setup"))
    assert [finding.what for finding in doctor.examine()] == ["Python", "packages"]


@pytest.mark.parametrize(("remedy", "asked"), [("", ["prefix reuse"]), ("start it", [])])
def test_what_an_endpoint_reuses_is_asked_only_where_it_replies(monkeypatch, remedy, asked):
    silent = ("python", "packages", "disk", "memory", "adapter", "thresholds")
    for name in silent:
        monkeypatch.setattr(doctor, name, lambda: Finding("fine", "it is"))
    for name in ("model_files", "index_server"):
        monkeypatch.setattr(doctor, name, lambda: iter(()))
    monkeypatch.setattr(doctor, "replies", lambda: iter([Finding("chat model", "owl", remedy)]))
    monkeypatch.setattr(doctor, "reuse", lambda: iter([Finding("prefix reuse", "all")]))
    assert [finding.what for finding in doctor.examine() if finding.what != "fine"] == ["chat model", *asked]


def test_a_finding_shows_its_remedy_below():
    assert str(Finding("disk", "1 GiB free", "free some")) == "FAIL disk: 1 GiB free\n     -> free some"
    assert str(Finding("disk", "1 GiB free", "free some", fatal=False)).startswith("note ")
    assert str(Finding("disk", "9 GiB free")) == "ok   disk: 9 GiB free"


@pytest.fixture
def recorded(monkeypatch, tmp_path):
    """The settings name a recording of the 0.5B model."""
    file = small_recording(tmp_path)
    for name, value in {"PROVIDER": "recorded", "RECORDING": str(file), "TIER": "budget"}.items():
        monkeypatch.setenv(f"RAGKIT_{name}", value)
    return file


def test_a_recording_is_shown_with_its_number_of_replies_and_its_model_and_no_model_is_asked(recorded):
    found = f"3 replies of qwen2.5-coder-0.5b on 2026-01-31, in {recorded}"
    assert list(doctor.replies()) == [Finding("recorded replies", found, fatal=False)]


def test_a_recording_that_cannot_be_used_is_fatal(recorded, monkeypatch):
    recorded.write_bytes(recorded.read_bytes()[:-5])
    (finding,) = doctor.replies()
    assert finding.fatal and "damaged" in finding.remedy and str(recorded) in finding.remedy
    monkeypatch.delenv("RAGKIT_RECORDING")
    (finding,) = doctor.replies()
    assert finding.fatal and "RAGKIT_RECORDING" in finding.remedy


def test_a_recording_of_another_model_is_fatal_and_says_which_to_ask(recorded, monkeypatch):
    monkeypatch.setenv("RAGKIT_TIER", "balanced")
    (finding,) = doctor.replies()
    assert finding.fatal and finding.remedy.startswith("qwen2.5-coder-1.5b is asked for")
    assert "RAGKIT_MODEL=qwen2.5-coder-0.5b" in finding.remedy


def test_a_recording_of_another_version_is_a_note(recorded, monkeypatch):
    monkeypatch.setattr("ragkit.model.recording.installed", lambda: "99.0")
    (finding,) = doctor.replies()
    assert "ragkit 99.0 may ask in other words" in finding.remedy and not finding.fatal


def test_a_recording_that_steps_in_for_an_endpoint_is_checked_before_it(recorded, monkeypatch):
    monkeypatch.setenv("RAGKIT_PROVIDER", "openai")
    monkeypatch.setenv("RAGKIT_MODEL", "owl")
    monkeypatch.setattr(doctor, "provider", lambda: Finding("chat model", "it replied"))
    recording, provider = doctor.replies()
    assert recording.remedy.startswith("owl is asked for") and provider.found == "it replied"


def test_recorded_replies_need_neither_the_memory_nor_the_file_of_the_model(recorded, monkeypatch, tmp_path):
    assert "RAGKIT_TIER" not in doctor.memory(recorded=1e6).remedy
    assert not doctor.memory(need=1e6, recorded=0).remedy
    monkeypatch.setenv("RAGKIT_CACHE", str(tmp_path / "empty"))
    assert [finding.what for finding in doctor.model_files()] == ["model all-minilm-l6-v2"]
