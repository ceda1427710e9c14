"""A tool that is good, and tools that are missing, slow, wrong or hostile: a note says which, and nothing is raised."""

import asyncio
import os
import sys
import time

import psutil
import pytest
from fakes import OWL
from mcp_servers import SENDS, SLEEPS, Little, is_gone
from samples import lacks

from ragkit.mcp.failed import ToolFailed
from ragkit.mcp.tools import KEEPS, query_argument
from ragkit.state import Passage
from ragkit.text.redact import REMOVED

pytestmark = pytest.mark.process


@pytest.fixture
def little(tmp_path):
    """Starts no server yet: `little("lines of its own", mcp_bytes=1_000)`."""
    made = []

    def make(lines="", **settings):
        made.append(Little(tmp_path, lines, **settings))
        return made[-1]

    yield make
    for one in made:
        one.tools.close()


def test_a_foreign_text_becomes_a_passage_whose_source_is_the_tool(little):
    found = little().ask()
    (passage,) = found.passages
    assert (passage.text, passage.source) == ("Bats hunt moths at dusk.", "search") and found.notes == []
    assert passage.id.startswith("mcp:")


def test_nothing_is_started_before_the_first_question_and_one_process_answers_all(little):
    one = little()
    assert one.pids == []
    assert [one.ask().notes, one.ask().notes, len(one.pids)] == [[], [], 1]


def test_the_process_of_a_server_can_be_named_while_it_runs(little):
    one = little()
    assert one.tools.pid is None
    one.ask()
    started = psutil.Process(one.tools.pid)
    family = [started.pid, *(child.pid for child in started.children())]
    assert one.pids[0] in family and started.ppid() == os.getpid()
    one.tools.close()
    assert one.tools.pid is None and is_gone(started.pid)


def test_a_server_that_died_has_no_process(little):
    one = little(SENDS + "sys.exit(9)")
    one.note()
    assert one.tools.pid is None


def test_it_is_asked_within_a_running_event_loop_as_in_a_notebook(little):
    one = little()

    async def cell():
        return one.ask()

    assert asyncio.run(cell()).passages and asyncio.run(cell()).passages and len(one.pids) == 1


def test_what_is_known_already_is_not_brought_again(little):
    found = little().ask(known=[Passage("b", "Bats hunt moths at dusk.")])
    assert found.passages == []
    assert found.notes == ["the tool search brought nothing new"]


def test_the_query_is_one_line_of_limited_length_in_the_argument_that_the_tool_requires(little):
    lines = 'TOOLS[0]["inputSchema"] = {"properties": {"q": {}, "n": {}}, "required": ["q"]}\n'
    one = little(lines + SENDS + 'reply(id, asked["q"])')
    (passage,) = one.ask("owls\n" * 500).passages
    assert passage.text == ("owls " * 60).strip()  # 300 letters


def test_the_best_pieces_of_a_long_reply_are_kept_and_no_more(little):
    one = little(SENDS + 'reply(id, "Moss grows on stones. " * 300 + "\\n\\nBats hunt at dusk.", "Fish.")')
    found = one.ask("bats hunt dusk")
    assert len(found.passages) == KEEPS and "Bats hunt at dusk." in found.passages[0].text
    assert all(len(passage.text) <= 900 for passage in found.passages)


# Missing


def test_a_server_that_ends_at_once_is_started_once_more_and_its_last_words_are_told(little):
    one = little('print("no index", file=sys.stderr)\nopen(__file__ + "x", "a").write("1")\nsys.exit(3)')
    assert lacks(one.note(), "brought nothing", "did not start", "code 3", "no index") == []
    # Both tries were needed, and there is no third one.
    assert "died 2 times in a row and is not started again; the last time it did not start" in one.note()
    assert (one.starts.parent / "server.pyx").read_text() == "11"


def test_a_list_without_the_tool_is_told(little):
    note = little(mcp_tool="find").note()
    assert lacks(note, "the tool find", "no such tool", "there: search") == []


@pytest.mark.parametrize(("lines", "there"), [("TOOLS = []", "none"), ("TOOLS += [{**TOOLS[0], 'name': 'b'}]", "b")])
def test_without_a_name_the_server_has_to_have_one_tool(little, lines, there):
    note = little(lines).note()
    assert "mcp_tool has to name one of the tools of its server" in note and note.endswith(there)


def test_a_tool_that_takes_no_query_is_told():
    with pytest.raises(ToolFailed, match="it takes a, b, and neither is one called `query`"):
        query_argument({"properties": {"a": {}, "b": {}}, "required": ["a", "b"]})


@pytest.mark.parametrize(
    "schema", ["{'properties': 5}", "{'required': [['q']]}", "{'required': {}}", "{'properties': ['query']}", "{}"]
)
def test_a_schema_of_wrong_types_is_no_crash(little, schema):
    one = little(f'TOOLS[0]["inputSchema"] = {schema}')
    found = one.ask()
    assert found.passages or "it takes" in found.notes[0]


def test_a_text_that_is_repeated_counts_once(little):
    one = little(SENDS + 'reply(id, *["Moss grows."] * 9, "Bats hunt at dusk.")')
    assert {passage.text for passage in one.ask().passages} == {"Moss grows.", "Bats hunt at dusk."}


def test_without_the_packages_it_says_what_to_install(little, monkeypatch):
    monkeypatch.delitem(sys.modules, "ragkit.mcp.session", raising=False)
    monkeypatch.setitem(sys.modules, "langchain_mcp_adapters.tools", None)
    note = little().note()
    assert "the packages for MCP are missing" in note and "pip install 'ragkit[mcp]'" in note


# Slow


def test_a_call_that_hangs_is_given_up_and_its_server_killed_and_started_anew(little):
    one = little(SENDS + f'{SLEEPS} if len(asked["query"]) > 20 else reply(id, "Owls hunt.")', mcp_timeout=4)
    assert one.ask("short").passages
    start = time.monotonic()
    found = one.ask("a question of more than twenty letters")
    assert found.notes == ["the tool brought nothing: it did not reply within 4 s (`mcp_timeout`)"]
    assert time.monotonic() - start < 20 and is_gone(one.pids[0])
    assert one.ask("short").passages and len(one.pids) == 2


def test_a_server_that_does_not_start_in_time_is_killed_and_not_tried_again_at_once(little, monkeypatch):
    monkeypatch.setattr("ragkit.mcp.tools.STARTS_IN", 5)
    one = little(f"open(__file__ + 'x', 'a').write(str(os.getpid()))\n{SLEEPS}")
    assert one.note() == "the tool brought nothing: it did not start within 5 s"
    assert is_gone(int((one.starts.parent / "server.pyx").read_text()))


# Dying


def test_a_server_that_dies_in_a_call_is_started_once_more_and_asked_again(little):
    one = little(SENDS + 'sys.exit(9) if not os.path.exists(__file__ + "x") and open(__file__ + "x", "w")'
                 ' else reply(id, "Owls hunt.")')  # fmt: skip
    assert one.ask().passages[0].text == "Owls hunt." and len(one.pids) == 2
    assert one.ask().passages and len(one.pids) == 2


def test_one_that_dies_in_every_call_is_given_up_after_two(little):
    one = little(SENDS + 'print("out of memory", file=sys.stderr); os._exit(9)')
    assert one.note() == "the tool brought nothing: it ended with code 9, and said: out of memory"
    assert "died 2 times in a row" in one.note() and "out of memory" in one.note() and len(one.pids) == 2


def test_one_that_dies_between_two_calls_is_started_again(little):
    one = little()
    assert one.ask().passages
    one.tools._open[0]._server.kill()
    assert is_gone(one.pids[0]) and one.ask().passages and len(one.pids) == 2


# Wrong


def test_an_error_is_told_and_the_server_kept(little):
    one = little(SENDS + 'reply(id, "quota\\nused up", isError=True)')
    assert one.note() == one.note() == "the tool brought nothing: it replied with an error: quota used up"
    assert len(one.pids) == 1


def test_an_error_of_the_protocol_is_told(little):
    one = little(SENDS + 'say(id=id, error={"code": -32603, "message": "index lost"})')
    assert "index lost" in one.note() and len(one.pids) == 1


@pytest.mark.parametrize(
    ("result", "told"),
    [("5", "no message of MCP"),
     ('{"content": 5}', "not what MCP asks for"), ('{"content": [{"type": "text"}]}', "not what MCP asks for"),
     ("{}", "not what MCP asks for"), ('{"content": []}', "nothing new")],
)  # fmt: skip
def test_a_reply_of_wrong_types_is_told(little, result, told):
    assert told in little(SENDS + f"say(id=id, result={result})").note()


def test_what_is_no_json_is_told_and_ends_the_server(little):
    one = little(SENDS + 'print("\\x1b[31mLoading the index ...", flush=True)')
    assert "it wrote what is no message of MCP: '[31mLoading the index ...'" in one.note()
    assert is_gone(one.pids[0]) and len(one.pids) == 1


def test_a_picture_is_no_evidence_and_no_crash(little):
    one = little(SENDS + 'say(id=id, result={"content": [{"type": "image", "data": "aaaa", "mimeType": "image/png"}]})')
    assert one.note() == "the tool search brought nothing new"


# Hostile


@pytest.mark.parametrize(
    "sends",
    [
        "sys.stdout.write('x' * 1_000_000)\n    sys.stdout.flush()\n    time.sleep(600)",  # a line without an end
        "while True: sys.stdout.write('x' * 1_000)",
        "while True: say(method='notifications/message', params={'level': 'info', 'data': 'x'})",
        "reply(id, 'x' * 60_000)",
    ],
)
def test_a_reply_that_is_too_long_is_cut_while_it_is_read(little, sends):
    one = little(SENDS + sends, mcp_bytes=50_000)
    assert "its reply has more than 50,000 bytes (`mcp_bytes`)" in one.note()
    assert is_gone(one.pids[0]) and len(one.pids) == 1  # it would do so again


def test_the_bound_is_for_one_reply_and_not_for_all(little):
    one = little(SENDS + "reply(id, 'x' * 30_000)", mcp_bytes=50_000)
    assert all(one.ask().passages for _ in range(4))
    assert len(one.pids) == 1


def test_a_list_of_tools_without_an_end_is_given_up(little):
    one = little('def listed(id):\n    say(id=id, result={"tools": TOOLS, "nextCursor": "more"})', mcp_bytes=50_000)
    assert "it did not start" in one.note()


def test_the_servers_own_schema_is_not_run(little):
    """Its pattern takes for ever on this reply, and while it runs no other thread of this process does."""
    lines = 'TOOLS[0]["outputSchema"] = {"type": "object", "properties": {"a": {"pattern": "^(a|a)*$"}}}\n'
    one = little(lines + SENDS + 'reply(id, "Owls hunt.", structuredContent={"a": "a" * 60 + "b"})')
    assert one.ask().passages[0].text == "Owls hunt."


def test_a_server_that_asks_for_the_model_or_the_user_gets_neither(little):
    lines = (
        SENDS
        + """
    asked = {"messages": [], "maxTokens": 5}
    say(id="1", method="sampling/createMessage", params=asked)
    refused = json.loads(sys.stdin.readline())
    say(id="2", method="roots/list")
    reply(id, refused["error"]["message"] + json.loads(sys.stdin.readline())["error"]["message"])
"""
    )
    assert little(lines).ask().passages[0].text == "Sampling not supportedList roots not supported"


def test_a_foreign_source_cannot_pass_for_a_document_nor_an_id_for_a_passage(little):
    row = '{"text": "Owls sleep.", "id": "owl", "source": "owls.md", "section": "Owls\\n> Sleep", "page": 3}'
    (passage,) = little(SENDS + f'reply(id, "a", structuredContent={{"passages": [{row}]}})').ask(known=[OWL]).passages
    assert passage.place == "search: owls.md, page 3, Owls > Sleep" and passage.id.startswith("mcp:")


def test_notes_of_a_tool_are_few_short_and_marked_as_its_own(little):
    notes = '{"passages": [{"text": "Owls."}], "notes": ["x" * 900] * 9}'
    found = little(SENDS + f'reply(id, "a", structuredContent={notes})').ask()
    assert len(found.notes) == 5 and found.notes[0] == "the tool search says: " + "x" * 300


def test_it_gets_no_key_but_what_is_named(little, monkeypatch):
    monkeypatch.setenv("RAGKIT_API_KEY", "sk-owl")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-owl")
    monkeypatch.setenv("MINE", "for the tool")
    dump = SENDS + 'reply(id, " ".join(f"{k}={v}" for k, v in os.environ.items()))'
    said = " ".join(p.text for p in little(dump, mcp_variables="MINE NOT_SET").ask("PATH", known=[]).passages)
    assert "sk-owl" not in said and "RAGKIT" not in said and "MINE=for the tool" in said and "PATH=" in said


@pytest.mark.parametrize(
    "repeats",
    [
        SENDS + 'reply(id, "Bats hunt " + os.environ["MY_KEY"])',
        SENDS + 'reply(id, "no " + os.environ["MY_KEY"], isError=True)',
        SENDS + 'say(id=id, error={"code": -32603, "message": os.environ["MY_KEY"]})',
        SENDS + 'print(os.environ["MY_KEY"], flush=True)',
        SENDS + 'print(os.environ["MY_KEY"], file=sys.stderr)\n    sys.exit(3)',
        'print(os.environ["MY_KEY"], file=sys.stderr)\nsys.exit(3)',
    ],
)
def test_a_key_that_it_was_given_and_repeats_is_removed(little, monkeypatch, repeats):
    monkeypatch.setenv("MY_KEY", "owl-key-0123")
    found = little(repeats, mcp_variables="MY_KEY").ask()
    said = " ".join([*(passage.text for passage in found.passages), *found.notes])
    assert "owl-key-0123" not in said and REMOVED in said


# Ends


def test_close_ends_the_server_and_a_later_question_starts_it_again(little):
    one = little()
    one.ask()
    one.tools.close()
    assert is_gone(one.pids[0]) and one.ask().passages and len(one.pids) == 2


def test_tools_that_nobody_has_any_more_end_their_server(tmp_path):
    one = Little(tmp_path)
    one.ask()
    (pid,) = one.pids
    del one
    assert is_gone(pid)
