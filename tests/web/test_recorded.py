"""The recorded web: pages in a folder."""

import json
from pathlib import Path

import pytest
from fakes import FakeEmbed

from ragkit.settings import Settings
from ragkit.web import Limits, WebFailed, open_web

ALGORITHMS = Path(__file__).parents[2] / "corpora/algorithms"


def record(folder, *lines, **files):
    web = folder / "web"
    web.mkdir(exist_ok=True)
    for name, text in files.items():
        (web / f"{name}.html").write_text(text)
    (web / "index.jsonl").write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return folder


def row(**fields):
    return {"url": "https://owls.example", "title": "Owls", "snippet": "Night birds", "file": "owls.html"} | fields


def search(folder, query, **limits):
    return open_web(Settings(web="recorded"), folder, FakeEmbed(), Limits(**limits)).search(query)


def test_a_question_finds_the_recorded_pages_about_it():
    found = search(ALGORITHMS, "How full may a cuckoo hash table become?")
    assert found.notes == []
    assert len(found.passages) == 3
    assert {p.source for p in found.passages} >= {"https://hashing.example.org/cuckoo"}
    assert any("(2018-05-07)" in p.section for p in found.passages)
    assert all(p.id.startswith("web:") and "<" not in p.text for p in found.passages)


def test_pages_and_passages_are_as_many_as_asked():
    found = search(ALGORITHMS, "Timsort galloping threshold", pages=1, keeps=1)
    assert len(found.passages) == 1
    assert len({p.source for p in search(ALGORITHMS, "Timsort galloping threshold", keeps=20).passages}) == 3


def test_a_page_that_shares_no_telling_word_is_not_found():
    found = search(ALGORITHMS, "zymurgy of the quokka")
    assert found.passages == [] and found.notes == [
        "The folder of recorded pages gave nothing: no results; no other provider is left to ask."
    ]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_folder_of_few_pages_about_one_thing_is_found(tmp_path, count):
    rows = [row(url=f"https://owls.example/{i}") for i in range(count)]
    found = search(record(tmp_path, *rows, owls="<p>Owls hunt mice."), "What do owls hunt?")
    assert len(found.passages) == count


def test_a_snippet_leads_to_its_page(tmp_path):
    found = search(record(tmp_path, row(), owls="<p>They hunt mice."), "Night birds?")
    assert [p.text for p in found.passages] == ["They hunt mice."]


def test_a_plain_text_page_and_blank_lines_are_read(tmp_path):
    record(tmp_path, "", row(file="owls.txt"), "")
    (tmp_path / "web/owls.txt").write_text("Owls <hunt> mice.")
    assert search(tmp_path, "owls").passages[0].text == "Owls <hunt> mice."


@pytest.mark.parametrize("file", ["../secret.html", "/etc/passwd", "link.html", "a/../../secret.html"])
def test_nothing_outside_the_folder_is_read(tmp_path, file):
    (tmp_path / "secret.html").write_text("<p>Owls, and a secret")
    record(tmp_path, row(file=file))
    (tmp_path / "web/link.html").symlink_to(tmp_path / "secret.html")
    with pytest.raises(WebFailed, match=r"index\.jsonl, line 1: .* is not in"):
        open_web(Settings(web="recorded"), tmp_path, FakeEmbed())


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "7", "null", '{"url": "https://a.example"}', row(url="file:///etc"), row(title=7), row(file="no.html"),
     row(file=7), row(file="."), row(file="a\0b")],
)  # fmt: skip
def test_a_line_that_is_no_page_is_said_with_file_and_number(tmp_path, line):
    record(tmp_path, row(), line, owls="<p>Owls")
    with pytest.raises(WebFailed, match=r"index\.jsonl, line 2: .*needs `url`, `title` and a `file`"):
        open_web(Settings(web="recorded"), tmp_path, FakeEmbed())


def test_a_folder_without_recorded_pages_is_said_with_what_to_do(tmp_path):
    with pytest.raises(WebFailed, match="RAGKIT_WEB=live"):
        open_web(Settings(web="recorded"), tmp_path, FakeEmbed())


def test_an_index_that_is_no_text_is_said(tmp_path):
    record(tmp_path)
    (tmp_path / "web/index.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(WebFailed, match=r"index\.jsonl, which cannot be read"):
        open_web(Settings(web="recorded"), tmp_path, FakeEmbed())


def test_an_empty_index_finds_nothing(tmp_path):
    assert search(record(tmp_path, ""), "owls").passages == []
