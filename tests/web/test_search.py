"""The whole search: who is asked in which order, what becomes evidence, what is noted."""

import dataclasses

import pytest
from fakes import FakeEmbed

from ragkit.settings import Settings
from ragkit.state import Found
from ragkit.web import Limits, Page, Web, open_web
from ragkit.web.page import LONGEST_TEXT
from ragkit.web.provider import Provider
from ragkit.web.rank import best, cut

OWLS = Page("Owls", "https://owls.example", "Owls hunt mice at night.", "2020-01-02")
CATS = Page("Cats", "https://cats.example", "Cats hunt mice by day.")


def gives(*pages, name="First", whole=True):
    return Provider(name, lambda _: list(pages), whole)


def fails(name):
    def ask(_):
        raise RuntimeError("rate limit")

    return Provider(name, ask, whole=False)


@pytest.fixture
def web(this_machine):
    return lambda *providers, **limits: Web(providers, FakeEmbed(), Limits(**limits), this_machine)


def test_the_best_passages_come_with_address_title_and_date(web):
    found = web(gives(CATS, OWLS)).search("Which birds hunt at night?")
    assert [p.source for p in found.passages] == [OWLS.url, CATS.url]
    assert found.notes == []
    assert found.passages[0].section == "Owls (2020-01-02)"
    assert found.passages[1].section == "Cats"
    assert found.passages[0].id.startswith("web:")
    assert found.passages[0].score > found.passages[1].score


def test_the_next_is_asked_and_the_note_says_so(web):
    found = web(fails("DuckDuckGo"), gives(name="Wikipedia"), gives(OWLS)).search("owls")
    assert found.passages
    assert found.notes == [
        "DuckDuckGo gave nothing: RuntimeError: rate limit; asked Wikipedia instead.",
        "Wikipedia gave nothing: no results; asked First instead.",
    ]


def test_who_comes_after_an_answer_is_not_asked(web):
    asked = []
    last = Provider("Last", lambda query: asked.append(query) or [], whole=True)
    web(gives(OWLS), last).search("owls")
    assert asked == []


def test_when_all_fail_there_are_notes_and_no_passages(web):
    found = web(fails("First"), fails("Second")).search("owls")
    assert found.passages == [] and len(found.notes) == 2
    assert found.notes[-1].endswith("no other provider is left to ask.")


def test_only_one_line_of_300_characters_is_asked(web):
    asked = []
    provider = Provider("P", lambda query: asked.append(query) or [OWLS], whole=True)
    web(provider).search("  What do\nowls\x00 \u202ehunt? " + "and " * 200)
    assert asked[0].startswith("What do owls hunt? and")
    assert len(asked[0]) <= 300
    assert web(provider).search(" \n").passages == []
    assert len(asked) == 1


def test_a_result_is_read_and_one_that_cannot_be_keeps_its_snippet(web, site):
    pages = [
        Page("Owls", site.url, "snippet"),
        Page("Lost", site.url + "/lost", "A lost snippet about owls."),
        Page("Within", "http://10.0.0.1/", "An inner snippet about owls."),
        Page("Blank", site.serve("/blank", b"<script>1</script>"), "A blank snippet about owls."),
    ]
    found = web(gives(*pages, whole=False), pages=4, keeps=9).search("owls at night")
    texts = {p.source: p.text for p in found.passages}
    assert "rest by day" in texts[site.url] and texts[site.url + "/lost"] == "A lost snippet about owls."
    assert len(texts) == 4 and len(found.notes) == 3
    assert f"{site.url}/lost was not read: its server says 404; its snippet was used." in found.notes
    assert any("10.0.0.1, which is no public address" in note for note in found.notes)


def test_a_page_that_hangs_costs_its_time_limit_and_not_the_others(web, site):
    hanging = site.serve("/hang", lambda _: site.over.wait(20))
    pages = [Page("Hang", hanging, "A snippet."), Page("Owls", site.url, "snippet")]
    found = web(gives(*pages, whole=False), seconds=0.5).search("owls")
    assert len(found.notes) == 1
    assert any("rest by day" in p.text for p in found.passages)


def test_what_is_cut_is_said(web, site):
    big = Page("Big", site.serve("/big", b"<p>" + b"owls hunt. " * 3_000), "snippet")
    notes = web(gives(big, whole=False), bytes=1_000).search("owls").notes
    assert notes == [f"Of {big.url} only the first 1,000 bytes were read."]
    long = dataclasses.replace(OWLS, text="owls. " * (LONGEST_TEXT // 6))
    assert "characters were used" in web(gives(long)).search("owls").notes[0]


def test_at_most_as_many_pages_are_read_as_set(web, site):
    pages = [Page("Owls", f"{site.url}/{i}", "owls") for i in range(9)]
    web(gives(*pages, whole=False), pages=2).search("owls")
    assert len(site.asked) == 2


def test_a_long_page_is_cut_and_its_best_pieces_are_kept():
    filler = "\n\n".join(f"Paragraph {i} is about stones and rivers. " * 8 for i in range(60))
    page = dataclasses.replace(OWLS, text=f"{filler}\n\nOwls hunt mice at night.\n\n{filler}")
    assert all(len(piece.text) <= 900 for piece in cut(page))
    kept = best([page, CATS], "Owls hunt mice at night", FakeEmbed(), 2)
    assert len(kept) == 2
    assert any("Owls hunt mice" in p.text for p in kept)


def test_pages_without_text_give_no_passage(web):
    assert web(gives(dataclasses.replace(OWLS, text=""))).search("owls") == Found([], [])


def test_one_page_named_twice_gives_its_passages_once(web):
    assert len(web(gives(OWLS, OWLS)).search("owls").passages) == 1


def test_nobody_is_asked_unless_the_settings_say_so(tmp_path):
    assert open_web(Settings(), tmp_path, FakeEmbed()) is None


def test_live_asks_duckduckgo_then_wikipedia_and_tavily_only_with_a_key(tmp_path):
    names = [provider.name for provider in open_web(Settings(web="live"), tmp_path, FakeEmbed()).providers]
    assert names == ["DuckDuckGo", "Wikipedia"]
    keyed = open_web(Settings(web="live", tavily_key="k"), tmp_path, FakeEmbed())
    assert [provider.name for provider in keyed.providers] == ["DuckDuckGo", "Wikipedia", "Tavily"]


def test_without_a_network_the_real_libraries_leave_notes(tmp_path, monkeypatch):
    monkeypatch.setenv("DDGS_PROXY", "http://127.0.0.1:9")
    found = open_web(Settings(web="live", tavily_key="k"), tmp_path, FakeEmbed()).search("What do owls hunt today?")
    assert found.passages == []
    assert [note.split(" gave nothing")[0] for note in found.notes] == ["DuckDuckGo", "Wikipedia", "Tavily"]
    assert "no other provider is left" in found.notes[-1]
