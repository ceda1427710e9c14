"""The speed-ups of a sweep, from seconds worked by hand and from a small sweep in threads."""

import json
import sys

from fakes import small_kit

from benchmarks import sweeps

FOUND = {
    "threads": {"1": {"start": 0.5, "seconds": 8.0}, "2": {"start": 0.5, "seconds": 4.0}},
    "processes": {"1": {"start": 6.0, "seconds": 10.0}, "2": {"start": 9.0, "seconds": 8.0}},
}


def with_speed_ups():
    found = json.loads(json.dumps(FOUND))
    for kind in found.values():
        sweeps.add_speed_ups(kind)
    return found


def test_a_speed_up_is_over_one_worker_of_the_same_kind():
    table = sweeps.sweeps_table(with_speed_ups())
    cells = [line.strip("| ").split(" | ") for line in table.splitlines()[2:4]]
    assert [[cell.strip() for cell in row] for row in cells] == [
        ["1", "1.00", "1.00", "0.5", "6.0"],
        ["2", "2.00", "1.25", "0.5", "9.0"],
    ]
    assert sweeps.sweeps_table({}) == "Not measured yet.\n"


def test_the_picture_has_both_kinds_beside_the_ideal():
    drawn = {line.name: list(line.y) for line in sweeps.speed_up_chart(with_speed_ups()).data}
    assert drawn == {"ideal": [1.0, 2.0], "threads": [1.0, 2.0], "processes": [1.0, 1.25]}


def test_a_small_sweep_is_measured_and_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sweeps.Kit, "open", lambda folder, quiet, indexes, **more: small_kit(indexes, None, **more))
    monkeypatch.setattr(sweeps, "KINDS", {"threads": None, "processes": None})  # no process is started
    monkeypatch.setattr(sweeps, "RESULTS", tmp_path)
    monkeypatch.setattr(sweeps, "write_pngs", lambda figures, _: list(figures))
    monkeypatch.setattr(sys, "argv", ["sweeps", "--workers", "1", "2", "--runs", "2", "--wait", "0.01"])
    sweeps.main()
    assert capsys.readouterr().out.strip().splitlines()[-1].startswith("threads_1=1.00 threads_2=")
    written = json.loads((tmp_path / "sweeps.json").read_text())
    assert written["runs"] == 2 and written["threads"]["2"]["seconds"] >= 0.01
