"""Collecting the wheels of a lock: what is whole is kept, what is damaged or lacks is fetched."""

import pytest
from small_bundle import a_wheel, find_links

from ragkit.course.bundle import wheels
from ragkit.course.bundle.contents import BundleError
from ragkit.course.bundle.wheels import Pin, collect, is_whole, pins


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A folder of wheels that pip knows: `one` and `two`."""
    folder = tmp_path / "index"
    for name in ("one", "two"):
        a_wheel(folder, name, "1.0", "print('a text')\n" * 50)
    find_links(monkeypatch, folder)
    return folder


@pytest.fixture
def lock(tmp_path):
    file = tmp_path / "requirements.lock"
    file.write_text("# a comment\none==1.0\n\ntwo==1.0\nelsewhere==3 ; sys_platform == 'none'\n")
    return file


@pytest.fixture
def asked(monkeypatch):
    """What pip is asked for, call by call; it is asked for real."""
    calls = []
    run = wheels._run_pip

    def watched(lines, incoming):
        calls.append(list(lines))
        return run(lines, incoming)

    monkeypatch.setattr(wheels, "_run_pip", watched)
    return calls


def test_a_lock_has_pins_with_their_markers(lock):
    assert pins(lock) == [Pin("one", "1.0"), Pin("two", "1.0"), Pin("elsewhere", "3", "; sys_platform == 'none'")]


def test_a_line_that_is_no_pin_is_told(tmp_path):
    (tmp_path / "lock").write_text("one>=1.0\n")
    with pytest.raises(BundleError, match="'one>=1.0'"):
        pins(tmp_path / "lock")


@pytest.mark.process
def test_what_is_missing_is_fetched_once_and_what_this_system_does_not_want_is_not(index, lock, asked, tmp_path):
    found = collect(lock, tmp_path / "wheels", quiet=True)
    assert [wheel.name for wheel in found] == ["one-1.0-py3-none-any.whl", "two-1.0-py3-none-any.whl"]
    collect(lock, tmp_path / "wheels", quiet=True)
    assert asked[0] == ["one==1.0", "two==1.0", "elsewhere==3 ; sys_platform == 'none'"]
    assert [line for call in asked[1:] for line in call] == ["elsewhere==3 ; sys_platform == 'none'"]
    assert not list((tmp_path / "wheels").glob("incoming-*"))


@pytest.mark.process
def test_a_damaged_wheel_is_fetched_again_and_the_other_is_not(index, lock, asked, tmp_path):
    first, _ = collect(lock, tmp_path / "wheels", quiet=True)
    data = bytearray(first.read_bytes())
    data[data.index(b"a text")] ^= 1
    first.write_bytes(data)
    assert not is_whole(first)
    collect(lock, tmp_path / "wheels", quiet=True)
    assert is_whole(first) and "one==1.0" in asked[-1] and "two==1.0" not in asked[-1]


def test_a_wheel_that_was_cut_short_is_not_whole(tmp_path):
    wheel = a_wheel(tmp_path)
    assert is_whole(wheel)
    wheel.write_bytes(wheel.read_bytes()[:200])
    assert not is_whole(wheel)


@pytest.mark.process
def test_where_pip_finds_nothing_its_words_are_told_and_what_came_is_kept(index, lock, tmp_path, monkeypatch):
    monkeypatch.setattr(wheels, "AT_ONCE", 1)
    next(index.glob("two*")).unlink()
    with pytest.raises(BundleError, match="pip wheel two==1.0\n.*(?s:.*)complete wheels are kept"):
        collect(lock, tmp_path / "wheels", quiet=True)
    assert [wheel.name for wheel in (tmp_path / "wheels").iterdir()] == ["one-1.0-py3-none-any.whl"]


def test_a_package_that_pip_does_not_bring_is_told(lock, tmp_path, monkeypatch):
    monkeypatch.setattr(wheels, "_fetched", lambda few, folder: [])
    with pytest.raises(BundleError, match="a wheel of one==1.0"):
        collect(lock, tmp_path / "wheels", quiet=True)


@pytest.mark.process
def test_what_a_killed_run_left_half_done_is_removed(index, lock, tmp_path):
    (tmp_path / "wheels" / "incoming-x").mkdir(parents=True)
    collect(lock, tmp_path / "wheels", quiet=True)
    assert not (tmp_path / "wheels" / "incoming-x").exists()
