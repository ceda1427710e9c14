from collections import namedtuple

from ragkit.cli import doctor
from ragkit.cli.doctor import Finding


def test_python_3_11_is_well_and_others_say_what_to_install():
    assert not doctor.python((3, 11, 4)).remedy
    assert "install Python 3.11" in doctor.python((3, 12, 0)).remedy


def test_the_installed_packages_are_those_of_the_lock():
    assert not doctor.packages().remedy


def test_a_missing_package_is_named_and_fatal(tmp_path):
    (tmp_path / "requirements.lock").write_text("pydantic==2.14.3\nno-such-package==1.0\n")
    finding = doctor.packages(tmp_path / "requirements.lock")
    assert finding.fatal and "no-such-package" in finding.remedy and "make setup" in finding.remedy
    assert finding.found.startswith("1 of 2")


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
    assert not doctor.memory(need=0).remedy


def test_a_missing_model_file_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("RAGKIT_CACHE", str(tmp_path))
    findings = list(doctor.model_files())
    assert {f.what for f in findings} == {"model all-minilm-l6-v2", "model qwen2.5-coder-1.5b"}
    assert all("make models" in f.remedy for f in findings)


def test_a_chat_model_that_does_not_reply_is_fatal_and_says_why(monkeypatch):
    monkeypatch.setenv("RAGKIT_PROVIDER", "openai")
    monkeypatch.setenv("RAGKIT_BASE_URL", "http://127.0.0.1:9/v1")
    finding = doctor.provider()
    assert finding.fatal and "RAGKIT_BASE_URL" in finding.remedy


def test_thresholds_of_another_model_are_noted_and_not_fatal(monkeypatch):
    assert doctor.thresholds().found.startswith("the kit's own") and not doctor.thresholds().remedy
    monkeypatch.setenv("RAGKIT_MODEL", "owl-7b")
    finding = doctor.thresholds()
    assert "not for owl-7b" in finding.remedy and "python -m ragkit calibrate FOLDER" in finding.remedy
    assert not finding.fatal


def test_the_examination_stops_at_a_fatal_finding(monkeypatch):
    monkeypatch.setattr(doctor, "packages", lambda: Finding("packages", "none", "make setup"))
    assert [finding.what for finding in doctor.examine()] == ["Python", "packages"]


def test_a_finding_shows_its_remedy_below():
    assert str(Finding("disk", "1 GiB free", "free some")) == "FAIL disk: 1 GiB free\n     -> free some"
    assert str(Finding("disk", "1 GiB free", "free some", fatal=False)).startswith("note ")
    assert str(Finding("disk", "9 GiB free")) == "ok   disk: 9 GiB free"
