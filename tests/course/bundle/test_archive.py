"""The archive: what it contains, and that a changed byte is found in the file that has it."""

import tarfile

import pytest

from ragkit.course.bundle import archive
from ragkit.course.bundle.archive import faults, write
from ragkit.course.bundle.contents import BundleError, Member


@pytest.fixture
def packed(tmp_path):
    """An archive of two files and a text."""
    members = []
    for name, text in {"wheels/a.whl": "a wheel " * 400, "kit/b.txt": "owls"}.items():
        file = tmp_path / name
        file.parent.mkdir()
        file.write_text(text)
        members.append(Member(name, file))
    target = tmp_path / "out" / "bundle.tar"
    write(members, {"bundle.json": "{}\n"}, target, quiet=True)
    return target


def test_everything_is_in_one_folder_and_the_checksums_come_last(packed):
    with tarfile.open(packed) as tar:
        names = tar.getnames()
        sums = tar.extractfile("ragkit-bundle/SHA256SUMS").read().decode()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"ragkit-bundle"} and names[-1] == "ragkit-bundle/SHA256SUMS"
    assert [line.split("  ")[1] for line in sums.splitlines()] == ["bundle.json", "kit/b.txt", "wheels/a.whl"]
    known = "beda14763de0969a064921bfd97d425e109d47e21dd6085bd86f2e89f91cfae6"  # printf owls | sha256sum
    assert f"{known}  kit/b.txt\n" in sums and not list(packed.parent.glob("*.part"))


def test_a_whole_archive_has_no_faults(packed):
    assert faults(packed, quiet=True) == []


def test_one_changed_byte_is_found_in_its_file(packed):
    data = bytearray(packed.read_bytes())
    data[data.index(b"a wheel a wheel")] ^= 1
    packed.write_bytes(data)
    assert faults(packed, quiet=True) == ["wheels/a.whl is damaged"]


def test_an_archive_without_its_end_says_so(packed):
    whole = packed.read_bytes()
    packed.write_bytes(whole[: whole.index(b"owls") + 512 - 100])
    try:
        assert "cut short" in faults(packed, quiet=True)[0]
    except BundleError as error:
        assert "cannot be read" in str(error)


@pytest.mark.parametrize("content", [b"", b"no archive at all"])
def test_what_is_no_archive_is_told(content, tmp_path):
    (tmp_path / "bundle.tar").write_bytes(content)
    try:
        assert "cut short" in faults(tmp_path / "bundle.tar", quiet=True)[0]
    except BundleError as error:
        assert "make or copy it again" in str(error)
    with pytest.raises(BundleError, match="cannot be read"):
        faults(tmp_path / "none.tar", quiet=True)


def test_a_full_disk_is_told_before_anything_is_written(tmp_path, monkeypatch):
    file = tmp_path / "big"
    file.write_bytes(bytes(2_000_000))
    usage = type("Usage", (), {"free": 1_000_000})
    monkeypatch.setattr(archive.shutil, "disk_usage", lambda _: usage)
    with pytest.raises(BundleError, match="2 MB of disk for the bundle.*\n.*1 MB free"):
        write([Member("big", file)], {}, tmp_path / "bundle.tar", quiet=True)
    assert not list(tmp_path.glob("bundle*"))
