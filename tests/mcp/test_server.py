"""The kit's own server: what its tools find, and that it opens nothing that is open in the kit's process."""

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from fakes import CAT, FISH, MOSS, OWL, TREE, FakeEmbed
from mcp_servers import opened

from ragkit.mcp import Offer
from ragkit.mcp.launch import own_server
from ragkit.mcp.reply import ROWS
from ragkit.mcp.server import main, of_passages, read_passages, server
from ragkit.settings import Settings
from ragkit.state import Found, Passage
from ragkit.stores.store import Store
from ragkit.web import Page, Web
from ragkit.web.provider import Provider

ALL = [OWL, CAT, TREE, FISH, MOSS]
CORPUS = Path(__file__).parents[2] / "corpora" / "algorithms"


def called(offers, tool, target, argument="query"):
    _, structured = asyncio.run(server(offers).call_tool(tool, {argument: target}))
    return structured


def listed(offers):
    return asyncio.run(server(offers).list_tools())


def names(offers):
    return [tool.name for tool in listed(offers)]


def test_a_search_by_words_returns_the_passages_that_share_words_with_their_places():
    found = called(of_passages(ALL), "keyword_search", "Which animals hunt mice?")["passages"]
    assert {row["id"] for row in found} == {"owl", "cat"}
    assert {row["source"]: row["section"] for row in found} == {"owls.md": "Owls", "cats.md": "Cats"}


def test_it_looks_deeper_than_a_retrieval_and_has_an_end():
    many = [Passage(f"p{n}", "Owls hunt." if n < 90 else "Moss grows.") for n in range(200)]
    assert len(called(of_passages(many), "keyword_search", "owls")["passages"]) == ROWS == 50


def test_the_web_is_a_tool_only_if_the_kit_has_one():
    page = Page("Bats", "https://bats.example", "Bats hunt moths.", "2020-01-02")
    web = Web([Provider("First", lambda _: [page], whole=True)], FakeEmbed())
    assert names(of_passages(ALL)) == ["keyword_search"]
    assert names(of_passages(ALL, web)) == ["keyword_search", "search_web"]
    found = called(of_passages(ALL, web), "search_web", "bats")
    (row,) = found["passages"]
    assert (row["source"], row["section"], row["text"]) == (page.url, "Bats (2020-01-02)", page.text)


def test_what_fails_on_the_web_is_in_the_notes_and_what_a_library_prints_in_no_message(capsys):
    def ask(_):
        print("Downloading ...")  # noqa: T201
        raise RuntimeError("rate limit")

    web = Web([Provider("First", ask, whole=True)], FakeEmbed())
    found = called(of_passages(ALL, web), "search_web", "bats")
    assert found["passages"] == [] and "First gave nothing: RuntimeError: rate limit" in found["notes"][0]
    assert capsys.readouterr().out == ""


def test_it_reads_the_passages_that_were_handed_over_and_the_file_is_gone_afterwards(tmp_path):
    strange = Passage("s", "Größe\n\u2028 owls", "größe.md", "A > B", 3, 5, 9)
    with own_server(Settings(), tmp_path, [OWL, strange]) as launch:
        file = Path(launch.command[-1])
        assert read_passages(file) == [OWL, strange]
        assert sys.platform == "win32" or file.parent.stat().st_mode & 0o077 == 0  # nobody else reads it
    assert not file.parent.exists()


def test_a_wrong_call_says_how_to_start_it(capsys):
    with pytest.raises(SystemExit):
        main(["--web", "dark"])
    assert "python -m ragkit.mcp.server" in capsys.readouterr().err


@pytest.mark.process
def test_the_kit_starts_it_while_its_own_index_is_open(tmp_path):
    """One real process: the search by words finds what is new, and the recorded web has passages with addresses."""
    store = Store(tmp_path, "passages", "chroma", "the index", "")
    tools = opened(Settings(web="recorded"), CORPUS, *ALL)
    found = tools.ask("keyword_search", "Which animals hunt mice?", known=[OWL])
    assert [(passage.id, passage.place) for passage in found.passages] == [("cat", "cats.md, Cats")]
    pages = tools.ask("search_web", "How full can a cuckoo hash table be?")
    assert len(pages.passages) <= 3 and pages.notes == []
    addresses = [json.loads(line)["url"] for line in (CORPUS / "web" / "index.jsonl").read_text().splitlines()]
    assert {passage.source for passage in pages.passages} <= set(addresses)
    tools.close()
    store.close()


def test_a_row_is_a_passage_without_its_score():
    (row,) = called(of_passages(ALL), "keyword_search", "fish")["passages"]
    assert row == {name: value for name, value in asdict(FISH).items() if name != "score"}


def test_each_tool_says_what_it_does_what_it_takes_and_that_it_changes_nothing():
    offers = {"read": Offer("read a passage", lambda _: Found([]), "passage_id"), **of_passages(ALL)}
    read, search = listed(offers)
    assert (read.name, read.description, list(read.inputSchema["properties"])) == (
        "read", "read a passage", ["passage_id"],
    )  # fmt: skip
    assert list(search.inputSchema["properties"]) == ["query"] and search.annotations.readOnlyHint
    assert called(offers, "read", "owl", "passage_id") == {"passages": [], "notes": []}
