"""An index on a Chroma server: built once, shared by all who have the same documents, and never in anyone's way.

The server is Chroma's own, in a process on loopback.
"""

import os
import signal
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread

import pytest
from fakes import FakeEmbed
from pydantic import SecretStr
from vector_stores import CAT, MANY, OWL, TREE, Others, chroma_server, needs_fork

import ragkit.stores.server
from ragkit.search.dense import Dense
from ragkit.state import Passage
from ragkit.stores import ChromaServer, ChromaVectors, SharedVectors, index_name
from ragkit.stores.server import ChromaFailed, check_version
from ragkit.stores.vectors import BATCH

NUMBERS = count()
"""Every index of these tests has another name."""


@pytest.fixture(scope="module")
def server(alone, tmp_path_factory):
    with chroma_server(tmp_path_factory.mktemp("chroma")) as running:
        yield running


@pytest.fixture
def opened(server):
    """Open an index on the server, by default that of this test; what is open at its end is closed."""
    stores = []

    def open_(passages=(OWL, CAT, TREE), embed=None):
        name = index_name(passages, open_.embedder)
        stores.append(Dense(SharedVectors(ChromaServer(server.url), name, passages, embed or FakeEmbed(), quiet=True)))
        return stores[-1]

    open_.embedder = f"embedder {next(NUMBERS)}"
    yield open_
    for store in stores:
        store.close()


def ids(passages):
    return [passage.id for passage in passages]


def stored(dense):
    return set(dense.store.collection.get(include=[])["ids"])


# Search


@pytest.mark.process
def test_it_finds_what_an_index_in_a_folder_finds_with_the_same_scores(opened, tmp_path):
    alone = Dense(ChromaVectors(tmp_path, (OWL, CAT, TREE), FakeEmbed(), quiet=True))
    shared = opened()
    for query in ("cats hunt", "owls at night", "trees"):
        expected, found = alone.search(query, 2), shared.search(query, 2)
        assert ids(found) == ids(expected)
        assert [p.score for p in found] == pytest.approx([p.score for p in expected], abs=1e-5)
    alone.close()


@pytest.mark.process
def test_the_vectors_are_those_of_the_passages_in_their_order(opened):
    vectors = opened((TREE, OWL, CAT)).vectors()
    assert vectors == pytest.approx(FakeEmbed()([p.searchable for p in (TREE, OWL, CAT)]), abs=1e-6)


@pytest.mark.process
def test_nothing_is_sent_home(opened):
    assert opened().store.collection.collection._client.get_settings().anonymized_telemetry is False


@pytest.mark.process
def test_a_closed_index_says_so(opened):
    dense = opened()
    dense.close()
    dense.close()
    with pytest.raises(RuntimeError, match=r"the index ragkit-\w+ at http://127.0.0.1:\d+ was closed; open the kit"):
        dense.search("owls", 1)


# Built once


@pytest.mark.process
def test_the_second_learner_embeds_nothing(opened):
    first, second = FakeEmbed(), FakeEmbed()
    opened(embed=first)
    dense = opened(embed=second)
    assert sorted(first.asked) == sorted([OWL.text, CAT.text, TREE.text]) and second.asked == []
    assert ids(dense.search("cats hunt", 1)) == ["cat"]


def test_the_name_of_an_index_changes_with_a_passage_its_heading_and_the_embedder():
    names = {
        index_name([OWL, CAT], "small"),
        index_name([OWL], "small"),
        index_name([OWL, CAT], "large"),
        index_name([OWL, Passage("cat", CAT.text, section="Cats")], "small"),
        index_name([OWL, Passage("cat", "cats sleep")], "small"),
    }
    assert len(names) == 5 and index_name([OWL, CAT], "small") in names


def test_where_the_documents_are_is_not_in_the_name_so_that_two_homes_share_it():
    ada, bob = Passage("owl", OWL.text, source="owls.md"), Passage("owl", OWL.text, source="owls.md", score=0.5)
    assert index_name([ada], "small") == index_name([bob], "small")


@pytest.mark.process
def test_documents_that_changed_get_an_index_of_their_own_and_the_others_keep_theirs(opened):
    before = opened([OWL, CAT])
    after = opened([CAT, TREE])
    assert stored(before) == {"owl", "cat"} and stored(after) == {"cat", "tree"}
    assert ids(before.search("owls hunt mice at night", 2)) == ["owl", "cat"]


@pytest.mark.process
def test_what_an_unfinished_start_left_out_is_added_by_the_next(opened):
    class Fails(FakeEmbed):
        def __call__(self, texts):
            if len(self.asked) >= 2 * BATCH:
                raise MemoryError("no room")
            return super().__call__(texts)

    with pytest.raises(MemoryError, match="no room"):
        opened(MANY[: 5 * BATCH], Fails())
    embed = FakeEmbed()
    dense = opened(MANY[: 5 * BATCH], embed)
    assert len(embed.asked) == 3 * BATCH and stored(dense) == set(ids(MANY[: 5 * BATCH]))


class Slow(FakeEmbed):
    """As long for a batch as the real one takes, about: so that others are at work meanwhile."""

    def __call__(self, texts):
        time.sleep(0.05)
        return super().__call__(texts)


@pytest.mark.slow
def test_eight_learners_who_begin_at_once_share_the_work_and_lose_nothing(opened):
    passages, embeds, dense = MANY[: 12 * BATCH], [Slow() for _ in range(8)], []
    threads = [Thread(target=lambda embed=embed: dense.append(opened(passages, embed))) for embed in embeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(dense) == 8 and all(stored(one) == set(ids(passages)) for one in dense)
    assert ids(dense[0].search(passages[7].text, 1)) == ids([passages[7]])
    each = [len(embed.asked) for embed in embeds]
    assert sum(each) - 1 < 4 * len(passages) and max(each) < len(passages)


@pytest.fixture(scope="module")
def others(alone):
    started = Others()
    yield started
    started.process.communicate()


@pytest.mark.process
@needs_fork
def test_another_process_reads_it_while_this_one_has_it_open(opened, others, server):
    dense = opened()
    name = index_name((OWL, CAT, TREE), opened.embedder)
    read = f"""
embed = FakeEmbed()
dense = Dense(SharedVectors(ChromaServer({server.url!r}), {name!r}, (OWL, CAT, TREE), embed, quiet=True))
print(len(embed.asked), dense.search("cats", 1)[0].id)
"""
    assert others.run(read) == ["0 cat", "ended 0"]
    assert ids(dense.search("cats", 1)) == ["cat"]


# A server that is away, hangs, or is another


def test_a_server_that_is_away_is_told_with_what_to_do():
    with pytest.raises(ChromaFailed) as caught:
        Dense(SharedVectors(ChromaServer("http://127.0.0.1:9"), "owls", [OWL], FakeEmbed(), quiet=True))
    told = str(caught.value)
    assert told.startswith("asked the Chroma server at http://127.0.0.1:9, got no reply (ConnectError: ")
    assert "chroma run --path FOLDER" in told and "unset RAGKIT_STORE" in told


@pytest.mark.process
def test_a_server_that_goes_away_is_told_at_the_next_search_and_serves_again_when_it_is_back(tmp_path):
    with chroma_server(tmp_path) as server:
        dense = Dense(SharedVectors(ChromaServer(server.url), "owls-and-cats", [OWL, CAT], FakeEmbed(), quiet=True))
    with pytest.raises(ChromaFailed, match="got no reply"):
        dense.search("owls", 1)
    with chroma_server(tmp_path) as server:
        embed = FakeEmbed()
        again = Dense(SharedVectors(ChromaServer(server.url), "owls-and-cats", [OWL, CAT], embed, quiet=True))
        assert embed.asked == [] and ids(again.search("owls", 1)) == ["owl"]


@pytest.mark.process
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="the server is halted by a signal here")
def test_a_server_that_hangs_does_not_hang_the_kernel(tmp_path, monkeypatch):
    monkeypatch.setattr(ragkit.stores.server, "LATER", 0.3)
    with chroma_server(tmp_path) as server:
        dense = Dense(SharedVectors(ChromaServer(server.url), "owls", [OWL], FakeEmbed(), quiet=True))
        os.kill(server.process.pid, signal.SIGSTOP)
        try:
            with pytest.raises(ChromaFailed, match="got no reply .ReadTimeout"):
                dense.search("owls", 1)
        finally:
            os.kill(server.process.pid, signal.SIGCONT)


@pytest.mark.slow
def test_an_index_that_was_deleted_there_is_told_and_built_when_the_kit_is_opened_again(opened):
    dense = opened()
    client = dense.store.collection.collection._client
    client.delete_collection(dense.store.store.name)
    with pytest.raises(ChromaFailed, match="got NotFoundError: .* open the kit again"):
        dense.search("owls", 1)
    assert ids(opened().search("trees", 1)) == ["tree"]


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ((200, "0.6.3"), r"got version 0.6.3 of the API; start one of the kit's version: `pip install chromadb=="),
        ((200, b"<html>log in</html>"), "got a reply with status 200 that is not a version of Chroma"),
        ((404, b""), "got a reply with status 404"),
        ((502, {"error": "bad gateway"}), "got a reply with status 502"),
    ],
)
def test_what_is_no_chroma_server_of_this_version_is_told(endpoint, reply, told):
    url = endpoint(lambda _: reply).url
    with pytest.raises(ChromaFailed, match=told):
        check_version(ChromaServer(url))


class Gateway(BaseHTTPRequestHandler):
    """A gateway that lets through who has the token, to a server that says its version."""

    def do_GET(self):
        known = self.headers["Authorization"] == "Bearer owl-secret"
        self.send_response(200 if known else 401)
        self.end_headers()
        self.wfile.write(b'"1.0.0"' if known else b"who are you?")

    def log_message(self, *_):
        pass


def test_a_gateway_that_asks_for_a_token_gets_it():
    with ThreadingHTTPServer(("127.0.0.1", 0), Gateway) as gateway:
        Thread(target=gateway.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{gateway.server_port}"
        assert check_version(ChromaServer(url, SecretStr("owl-secret"))) == "1.0.0"
        with pytest.raises(ChromaFailed, match=r"got a refusal \(status 401\); set RAGKIT_STORE_TOKEN"):
            check_version(ChromaServer(url))
        gateway.shutdown()


@pytest.mark.process
def test_every_request_has_the_token(server):
    asked = ChromaServer(server.url, SecretStr("owl-secret"))
    dense = Dense(SharedVectors(asked, "with-a-token", [OWL], FakeEmbed(), quiet=True))
    session = dense.store.collection.collection._client._session
    assert session.headers["Authorization"] == "Bearer owl-secret"


def test_a_server_whose_version_is_right_and_whose_replies_are_not_is_told(endpoint):
    def answer(asked):
        return (200, "1.0.0") if asked.get("GET") == "/api/v2/version" else (200, b"<html>log in</html>")

    with pytest.raises(ChromaFailed, match="asked the Chroma server at .*, got .*; open the kit again"):
        Dense(SharedVectors(ChromaServer(endpoint(answer).url), "owls", [OWL], FakeEmbed(), quiet=True))


@pytest.mark.process
def test_vectors_of_other_dimensions_are_told_and_nothing_is_deleted(opened):
    dense = opened()
    dense.embed = lambda texts: FakeEmbed()(texts)[:, :32]
    with pytest.raises(ChromaFailed, match="got InvalidArgumentError"):
        dense.search("owls", 1)
    assert dense.store.collection.count() == 3
