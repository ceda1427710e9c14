"""A user who may read one folder gets nothing of another: not by any search, cache, memory, tool or system."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from fakes import CONTENT, FakeEmbed, model
from hypothesis import given, settings
from hypothesis import strategies as st

from ragkit.cli.serve import offers
from ragkit.conversation import Turn, candidates
from ragkit.documents.about import About
from ragkit.documents.corpus import Corpus
from ragkit.graphs import SYSTEMS, adaptive, hybrid, naive, single
from ragkit.kit import Kit
from ragkit.mcp import open_tools
from ragkit.permissions import NothingToRead, only
from ragkit.search.copies import Copies
from ragkit.search.dense import Dense
from ragkit.search.fuse import Retriever
from ragkit.search.memory import FailureMemory
from ragkit.search.sparse import Sparse
from ragkit.settings import Settings
from ragkit.state import Claim, Passage
from ragkit.stores import ExactVectors
from ragkit.tools import langchain_tools
from ragkit.trace import run

ROOT = Path(__file__).parent.parent
QUESTION = "How many rooms has the owl house?"
BODY = json.dumps({"question": QUESTION})
SECRET = Passage("s", "The owl house has 7391 rooms, by the zanzibar plan of zanzibar.", "vault/plan.md", "Zanzibar")
COPY = Passage("c", "Moss grows on stones.", "vault/moss.md", "Moss")
OPEN = (
    Passage("h", "The owl house has 12 rooms.", "public/house.md", "Owl house"),
    Passage("t", "Trees stand still for years beside the owl house.", "public/old/trees.md", "Trees"),
    Passage("m", "Moss grows on stones.", "public/moss.md", "Moss"),
    Passage("f", "Fish swim in the river.", "public-vault/fish.md", "Fish"),
)
PASSAGES = (SECRET, COPY, *OPEN)
SIGNS = re.compile(r"(?<![.\d])7391(?!\d)|zanzibar|vault/")
"""What only the vault has, and its name; 7391 within a number of seconds is none of it."""
TIERS = "tiers: [{archive: vault, about: owl house plan}, {archive: public, about: owl house}]"
ASKED = ("how many", "rooms", "the owl house", "moss grows", "on stones", "fish", "zanzibar plan", "7391")
QUERIES = st.lists(st.sampled_from(ASKED), min_size=1, max_size=4).map(" ".join)
FOLDERS = ("vault", "public", "public/old", "public-vault")


def tells(*things):
    """Whether something of the vault is in these things, as they are printed."""
    said = "".join(repr(thing) for thing in things).casefold()
    return bool(SIGNS.search(said))


def kit_on(folder, llm=None, memory=False, **settings):
    """A kit on all passages; what is known of files names those of the vault too."""
    chosen = Settings(**{"k": 3, "fusion": "rrf", "reranker": "/nowhere", "rival_from": 0.5} | settings)
    embed = FakeEmbed()
    dense = Dense(ExactVectors(folder / "index", PASSAGES, embed, quiet=True))
    sparse = Sparse(PASSAGES, copies_once=True)
    about = {passage.source: About(type="manual") for passage in PASSAGES}
    notes = {SECRET.source: ("a picture was left out",)}
    corpus = Corpus(folder, PASSAGES, {"vault/scan.pdf": "it has no text"}, notes, about)
    remembered = FailureMemory(folder / "memory", embed, corpus.fingerprint) if memory else None
    retriever = Retriever(dense, sparse, fusion=chosen.fusion, copies=Copies(PASSAGES))
    return Kit(chosen, corpus, retriever, llm, remembered)


def write_tiers(folder):
    """Two archives: the kit looks whether their folders are there."""
    (folder / "tiers.yml").write_text(TIERS)
    for name in ("vault", "public"):
        (folder / name).mkdir()


@pytest.fixture
def whole(tmp_path):
    """Opens the kit on everything, of which views are made."""
    kits = []

    def opened(llm=None, **more):
        kits.append(kit_on(tmp_path, llm, **more))
        return kits[-1]

    yield opened
    for kit in kits:
        kit.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory, alone):
    """One kit on everything for what is tried with many queries."""
    with closing(kit_on(tmp_path_factory.mktemp("shared"))) as kit:
        yield kit


def searches(kit, query):
    """What every way to search finds for a query."""
    evidence, retriever, depth = kit.evidence, kit.retriever, kit.settings.depth_of()
    found = [evidence.dense(query, query), evidence.hybrid(query, query), evidence.variants(query, [query])]
    found += [evidence.hop(query, query, "complex", [], [], fused) for fused in (True, False)]
    found += [evidence.archive(query, "simple", folder) for folder in ("", *FOLDERS)]
    found += [evidence.around(query, passage.id) for passage in PASSAGES]
    yield from ((one.passages, one.notes, one.set_aside, list(one.rankings.values())) for one in found)
    yield from (retriever.by(way, query, depth) for way in ("semantic", "keyword", "hybrid"))
    yield from (index.search(query, 9) for index in (retriever.dense, retriever.sparse))


@settings(max_examples=25)
@given(query=QUERIES)
def test_no_search_finds_anything_of_another_folder(shared, query):
    assert not tells(*searches(only(shared, "public/*"), query))


def test_the_same_searches_find_it_where_it_may_be_read(shared):
    found = list(searches(shared, "zanzibar plan"))
    assert sum(tells(one) for one in found) >= 12
    assert tells(*searches(only(shared, ["vault/*"]), "zanzibar plan"))


@settings(max_examples=25)
@given(folders=st.lists(st.sampled_from(FOLDERS), min_size=1, unique=True), query=QUERIES)
def test_a_view_ranks_as_a_kit_whose_folder_has_no_other_documents(shared, folders, query):
    view = only(shared, [f"{folder}/*" for folder in folders])
    mine = [one for one in PASSAGES if any(one.source.startswith(f"{folder}/") for folder in folders)]
    assert view.corpus.passages == tuple(mine)
    assert view.retriever.sparse.search(query, 9) == Sparse(mine, copies_once=True).search(query, 9)
    cosines = shared.retriever.dense.embed([one.searchable for one in mine]) @ shared.retriever.dense.embed([query])[0]
    found = {one.id: one.score for one in view.retriever.dense.search(query, 9)}
    assert found == pytest.approx({one.id: max(-1, cosine) for one, cosine in zip(mine, cosines)}, abs=1e-5)


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_system_shows_its_model_or_its_reader_anything_of_another_folder(whole, name, tmp_path):
    write_tiers(tmp_path)
    parts = {"Split this question": '{"queries": ["How many rooms?", "Which house?"]}'}
    llm, all_knowing = model(**parts), model(**parts)
    kit = whole(llm, domain_from=-1.0, mcp=False)
    trace = run(SYSTEMS[name].build(), QUESTION, only(kit, "public/*"))
    assert trace.answer and not tells(trace, llm.prompts)
    kit.close()
    trace = run(SYSTEMS[name].build(), QUESTION, whole(all_knowing, domain_from=-1.0, mcp=False))
    assert tells(trace, all_knowing.prompts)


def test_readings_quote_no_other_folder(whole):
    kit = whole(model(draft="The owl house has 12 rooms."))
    answers = [run(hybrid(), QUESTION, one).answer for one in (kit, only(kit, "public/*"))]
    assert "Another document" in answers[0] and tells(answers[0])
    assert not tells(answers[1])


def test_a_copy_in_another_folder_is_neither_shown_nor_named(whole):
    kit = whole()
    found = kit.evidence.hybrid("What grows on stones?", "moss grows on stones")
    assert found.passages[0].source == "vault/moss.md" and tells(found.notes)
    found = only(kit, "public/*").evidence.hybrid("What grows on stones?", "moss grows on stones")
    assert found.passages[0].source == "public/moss.md" and found.notes == []


def test_profile_tiers_and_screen_know_the_readable_documents_alone(whole, tmp_path):
    write_tiers(tmp_path)
    kit = whole()
    view = only(kit, "public/*")
    assert tells(kit.profile) and not tells(view.profile) and len(view.profile.documents) == 3
    assert [tier.archive for tier in kit.tiers] == ["vault", "public"]
    assert [tier.archive for tier in view.tiers] == ["public"]
    assert set(view.domains.similarities(QUESTION)) == {"public"}
    assert not tells(view.evidence.screen.documents) and not tells(str(view.corpus), view.corpus)
    assert tells(str(kit.corpus))


def test_the_failure_memory_of_others_is_not_asked(whole, tmp_path):
    llm = model()
    kit = whole(llm, memory=True)
    kit.memory.failed(f"{QUESTION} 7391", "unsupported", [QUESTION])
    kit.memory.verified("zanzibar?", [Claim(SECRET.text, 1.0, "s")], 0.1)
    view = only(kit, "public/*")
    assert kit.failed_before(QUESTION) and not view.failed_before(QUESTION) and view.memory is None
    assert not tells(run(adaptive(), QUESTION, view), llm.prompts)
    assert len(kit.memory) == 2  # and nothing of the view's run came in
    kit.memory.close()
    # By its fingerprint, even the same folder matches nothing; its list would show all the same.
    own = FailureMemory(tmp_path / "memory", FakeEmbed(), view.corpus.fingerprint)
    with closing(own):
        assert own.match(f"{QUESTION} 7391") == [] and not own.tried(QUESTION) and tells(own.entries())


def test_a_reply_on_disk_comes_back_only_for_the_same_evidence(whole, endpoint, tmp_path):
    def answer(body):
        said = "7391 [1]." if "7391" in str(body["messages"]) else "12 [1]."
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}
        return 200, {"choices": [choice]}

    server = endpoint(answer)
    own = {"provider": "openai", "model": "owl", "base_url": f"{server.url}/v1", "cache": tmp_path / "cache"}
    kit = whole(k_naive=5, **own)
    view = only(kit, "public/*")
    said = [run(naive(), QUESTION, one).answer for one in (kit, kit, view, view, kit)]
    assert said == ["7391 [1].", "7391 [1].", "12 [1].", "12 [1].", "7391 [1]."]
    assert len(server.asked) == 2  # each of the two was asked once, and both are in one cache


def test_the_cache_of_routes_keeps_no_text_and_is_not_shared(whole):
    kit = whole(model())
    view = only(kit, "public/*")
    run(single(), QUESTION, kit)
    assert kit.routes.questions == [QUESTION] and not tells(kit.routes)
    assert view.routes.get(QUESTION) is None and kit.routes.get(QUESTION) is not None


def test_a_conversation_brings_back_no_passage_of_another_folder(whole):
    turn = Turn("How many?", "Many.", passages=("s", "h"))
    kit = whole()
    assert candidates([turn], kit.corpus)[0] == [SECRET, OPEN[0]]
    assert candidates([turn], only(kit, "public/*").corpus)[0] == [OPEN[0]]


def test_tools_look_into_the_readable_documents_alone(whole):
    kit = whole()
    view = only(kit, "public/*")
    asked = {"keyword_search": "zanzibar rooms", "semantic_search": "zanzibar plan", "read_passage": "s"}
    for name, offer in offers(view).items():
        assert not tells(offer.find(asked[name])) and tells(offers(kit)[name].find(asked[name]))
    there, nowhere = (offers(view)["read_passage"].find(id) for id in ("s", "x"))
    assert [note.replace("'s'", "'x'") for note in there.notes] == nowhere.notes  # so ids cannot be tried out
    for tool in langchain_tools(view):
        assert not tells(tool.invoke({next(iter(tool.args)): asked[tool.name]}))


def test_the_kits_own_server_gets_the_readable_passages_and_a_foreign_one_is_not_asked(whole, tmp_path):
    def handed(kit):
        with kit.tools.starts() as launch:
            return Path(launch.command[-1]).read_text()

    for server in (None, "search-server"):
        kit = whole(mcp_server=server)
        object.__setattr__(kit, "tools", open_tools(kit.settings, kit.corpus, tmp_path, FakeEmbed()))
        view = only(kit, "public/*")
        if server:
            assert view.tools is None
        else:
            assert tells(handed(kit)) and not tells(handed(view)) and "12 rooms" in handed(view)
        kit.close()


def test_a_view_of_a_view_reads_what_both_allow(whole):
    view = only(only(whole(), ["public/*", "vault/*"]), ["vault/*", "public-vault/*"])
    assert view.corpus.passages == (SECRET, COPY)
    assert only(only(view, "*"), "*").corpus.passages == (SECRET, COPY)


@pytest.mark.parametrize("globs", ["", [], "public", "PUBLIC/*", ["../public/*"], "/public/*"])
def test_a_permission_that_no_document_matches_is_an_error_that_names_no_document(whole, globs):
    with pytest.raises(NothingToRead, match="public/\\*") as error:
        only(whole(), globs)
    assert not tells(error.value)


def test_one_glob_as_a_text_is_not_read_letter_by_letter(whole):
    assert only(whole(), "public-vault/*").corpus.passages == (OPEN[3],)


def test_closing_a_view_leaves_the_index_open(whole):
    kit = whole()
    view = only(kit, "public/*")
    view.close()
    assert kit.retriever.nearest("owl", 1) and view.retriever.nearest("owl", 1)
    kit.close()
    with pytest.raises(RuntimeError, match="was closed"):
        view.retriever.nearest("owl", 1)


@pytest.fixture
def client(whole):
    """Asks the example service as a group: `client("guests", BODY)`."""
    pytest.importorskip("fastapi", reason="fastapi comes with the extra dev")
    from fastapi.testclient import TestClient

    from docs.examples.service import service

    llm = model()
    api = service(whole(llm), {"guests": "public/*", "board": ["public/*", "vault/*"]})
    app = TestClient(api, raise_server_exceptions=False)

    def asked(group, body):
        return app.post("/ask", headers={"X-Group": group, "Content-Type": "application/json"}, content=body)

    asked.llm = llm
    return asked


def test_the_service_answers_each_group_from_its_own_folders(client):
    reply = client("guests", BODY)
    assert reply.status_code == 200 and not tells(reply.text, client.llm.prompts)
    assert (
        reply.json()["answer"].startswith(CONTENT["draft"]) and "public/house.md, Owl house" in reply.json()["sources"]
    )
    assert tells(client("board", BODY).text)


def test_requests_at_the_same_time_do_not_mix(client):
    groups = ["guests", "board"] * 6
    with ThreadPoolExecutor(6) as pool:
        replies = list(pool.map(lambda group: client(group, BODY).text, groups))
    assert [tells(reply) for reply in replies] == [False, True] * 6


def test_the_groups_of_the_example_read_folders_of_the_almanac():
    pytest.importorskip("fastapi", reason="fastapi comes with the extra dev")
    from docs.examples.service import READS

    folders = [glob.removesuffix("/*") for globs in READS.values() for glob in globs]
    assert folders and all((ROOT / "corpora/almanac/docs" / folder).is_dir() for folder in folders)


@pytest.mark.parametrize("group", ["", "nobody", "guests, board", "*"])
def test_the_service_answers_no_group_that_is_not_listed(client, group):
    reply = client(group, BODY)
    assert reply.status_code == 403 and client.llm.prompts == []


@pytest.mark.parametrize("body", [None, [], "owl", {}, {"question": 3}, {"question": " "}, {"question": "o" * 1001}])
def test_the_service_says_what_a_request_must_have(client, body):
    reply = client("guests", json.dumps(body))
    assert reply.status_code == 422 and "loc" in reply.json()["detail"][0]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b'{"question": "\\ud800"}'])
def test_the_service_refuses_what_is_no_json_or_no_text(client, body):
    assert client("guests", body).status_code >= 400 and client.llm.prompts == []


def test_the_service_does_not_tell_users_why_the_model_failed(whole, endpoint):
    pytest.importorskip("fastapi", reason="fastapi comes with the extra dev")
    from fastapi.testclient import TestClient

    from docs.examples.service import service

    server = endpoint(lambda _: (401, {"error": {"message": "a key of zanzibar"}}))
    kit = whole(provider="openai", model="owl", base_url=f"{server.url}/v1", reuse_replies=False)
    app = TestClient(service(kit, {"guests": "*"}))
    reply = app.post("/ask", headers={"X-Group": "guests"}, json=json.loads(BODY))
    assert reply.status_code == 503 and server.asked and not tells(reply.text) and server.url not in reply.text
