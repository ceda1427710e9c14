"""The page of a class: names, times, the map, and what it is read from."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta

from ragkit.course.class_page import heat_map, needs_table, write
from ragkit.course.classroom import rows
from ragkit.course.exercises.catalogue import in_order, words
from ragkit.course.exercises.progress import Progress, Record

NOW = datetime(2026, 11, 30, 10, 12, tzinfo=UTC)
RRF, CLAIMS = words("02-rrf"), words("07-risk")
STUMBLES = {"a gain of exactly `least` counts": 1}
ADA = Progress().with_record("02-rrf", Record(tries=1, solved=NOW.isoformat()))
BOB = Progress().with_record("02-rrf", Record(tries=4, hints=3, stumbles=STUMBLES, active=NOW.isoformat()))


def test_the_map_has_a_row_a_task_and_a_column_a_learner():
    found = dict(re.findall(r"<th scope='row'>(.*?)</th>(.*?)</tr>", heat_map({"ada": ADA, "bob": BOB}, [RRF, CLAIMS])))
    assert list(found) == ["02-rrf", "07-risk"]
    assert re.findall(r"class='(\w+)' title='(.*?)'>(.*?)<", found["02-rrf"]) == [
        ("solved", "solved, 1 try", "1"), ("stuck", "stuck, 4 tries", "4"),
    ]  # fmt: skip


def test_who_needs_help_is_named_with_the_times():
    said = needs_table({"ada": ADA, "bob": BOB, "cy": Progress()}, [RRF], NOW + timedelta(minutes=8))
    local = NOW.astimezone()
    assert f"As of {local + timedelta(minutes=8):%H:%M} on 2026-11-30." in said and f"{local:%H:%M}</td>" in said
    assert "<th scope='row'>bob</th>" in said and "<th scope='row'>ada</th>" not in said
    assert "<p>Not begun: cy.</p>" in said and "a gain of exactly <code>least</code> counts" in said
    nobody = needs_table({"ada": ADA}, [RRF], NOW + timedelta(hours=2))
    assert "Nobody is at an exercise" in nobody and "<p>Nothing for an hour: ada.</p>" in nobody


def test_the_files_are_a_table_and_a_page_that_needs_no_network(tmp_path):
    learners = {"ada": ADA, "bob": BOB}
    table, page = write(learners, ["bad.json is skipped"], tmp_path / "out", in_order(), NOW)
    head, *body = csv.reader(io.StringIO(table.read_text(encoding="utf-8-sig")))
    assert body == [[str(cell) for cell in row] for row in rows(learners)] and len(head) == len(body[0])
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text and "bad.json is skipped" in text and len(text) < 10_000
    assert f"Begun by nobody: {len(in_order()) - 1} exercises." in text


def test_the_exercises_of_a_plan_are_shown_even_if_nobody_began_them(tmp_path):
    _, page = write({"ada": ADA}, [], tmp_path, [RRF, CLAIMS], NOW, is_chosen=True)
    assert "<th scope='row'>07-risk</th>" in page.read_text() and "Begun by nobody" not in page.read_text()
