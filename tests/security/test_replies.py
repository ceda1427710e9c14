"""Whatever an endpoint sends (`tests/faults.py`), `run` returns a trace: an answer, or `failed` and a remedy."""

import time
from contextlib import ExitStack, closing

import faults
import pytest
from fakes import small_kit
from faults import GOOD, GREEDY, GREEDY_LINES, GREEDY_STREAMS, SLOW, YES, wired

from ragkit.graphs import adaptive, crag, naive
from ragkit.model import ending, pause, served
from ragkit.model.door import LARGEST
from ragkit.model.errors import REMEDY
from ragkit.runs.trace_file import load, save
from ragkit.settings import Settings
from ragkit.trace import run

QUESTION = "Which animals hunt mice?"
ANSWER = "Owls hunt mice"
GROUPS = (
    "NOT_JSON", "NOT_A_REPLY", "ERRORS", "CHOICES", "MESSAGES", "CONTENTS", "FINISHES",
    "USAGES", "AROUND", "STATUSES", "WIRE",
)  # fmt: skip
WHOLE = {f"{group.lower()}: {name}": fault for group in GROUPS for name, fault in getattr(faults, group).items()}
REMEDIES = [*REMEDY.values(), *ending.REMEDY.values()]
LONGEST = 600
"""Of what is said of a failure, in characters: an endpoint's words are cut."""
SOON = 0.4
"""RAGKIT_TIMEOUT of the endpoints that never end, in seconds."""
BUSY_MACHINE = 10
"""Seconds that a run of so few calls never takes, on a busy machine neither."""


@pytest.fixture(scope="module")
def kits(alone, tmp_path_factory):
    """A kit for each provider and each way to ask, all on one endpoint: `kits("ollama")`."""
    with ExitStack() as stack:
        wire = stack.enter_context(wired())
        opened = {}

        def kit(provider="openai", **settings):
            key = provider, *settings.items()
            if key not in opened:
                url = wire.url if provider == "ollama" else f"{wire.url}/v1"
                own = {"judges": 1, "reuse_replies": False, "reranker": "/nowhere", "timeout": 20} | settings
                made = small_kit(tmp_path_factory.mktemp("index"), provider=provider, base_url=url, **own)
                opened[key] = stack.enter_context(closing(made))
            return opened[key]

        kit.wire = wire
        yield kit


@pytest.fixture
def sends(kits, monkeypatch, tmp_path):
    """Runs a graph while the endpoint sends this fault, and checks what every trace has."""
    monkeypatch.setattr(pause, "FIRST", 0.01)

    def runs(fault, *provider, graph=naive, **settings):
        kits.wire.fault = fault
        kits.wire.asked.clear()
        kits.wire.sent = 0
        trace = run(graph(), QUESTION, kits(*provider, **settings))
        assert load(save(trace, tmp_path / "run.json")).failed == trace.failed
        assert str(trace).encode()
        if trace.failed:
            assert trace.answer == "" and len(trace.failed) < LONGEST
            assert any(remedy in trace.failed for remedy in REMEDIES)
            assert all(letter.isprintable() for letter in trace.failed)
        return trace

    yield runs
    kits.wire.over.set()
    time.sleep(0.02)
    kits.wire.over.clear()


def test_more_than_four_hundred_faults_are_tried():
    others = [faults.STREAMS, faults.OLLAMA, faults.ODDS, SLOW, GREEDY, GREEDY_STREAMS, GREEDY_LINES]
    assert len(WHOLE) + sum(map(len, others)) > 400


def is_harmless(name):
    """Whether a reply is one for all that: what the kit does not read may be anything, but some text there must be."""
    return any(name.startswith(start) for start in HARMLESS) and name not in WITHOUT_TEXT


WITHOUT_TEXT = ("contents: 320 kB of spaces", "contents: 320 kB of lines")


HARMLESS = (
    "messages: role", "messages: no role", "messages: tool_calls", "messages: function_call", "messages: refusal",
    "messages: audio", "messages: reasoning", "messages: annotations", "contents: nul", "contents: control",
    "contents: directions", "contents: a citation", "contents: citations",
    "contents: a number", "contents: a power", "contents: a decimal", "contents: 320 kB", "finishes: finish_reason 'o",
    "finishes: finish_reason 'l", "finishes: finish_reason 't",
    "finishes: finish_reason None", "usages: usage None", "usages: usage {}", "usages: usage {'prompt_tokens': '70'",
    "usages: usage {'prompt_tokens': None", "usages: usage {'total",
    "usages: usage {'prompt_tokens': 5, 'prompt_tokens_details': None",
    "usages: usage {'prompt_tokens': 5, 'prompt_tokens_details': {}",
    "usages: usage {'prompt_tokens': 5, 'prompt_tokens_details': {'cached_tokens': None",
    "usages: usage {'prompt_tokens': 5, 'prompt_tokens_details': {'cached_tokens': '3'",
    "usages: usage {'prompt_tokens': 5, 'prompt_tokens_details': {'cached_tokens': 9",
    "usages: usage {'prompt_tokens': 5, 'prompt_tokens_details': {'audio", "usages: usage {'completion_tokens': 5,",
    "around:", "statuses: status 206", "wire: an unknown charset",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", WHOLE)
def test_a_fault_fails_the_run_with_a_remedy_unless_it_is_in_what_nobody_reads(sends, name):
    assert bool(sends(WHOLE[name]).failed) is not is_harmless(name)


@pytest.mark.parametrize("name", faults.STREAMS)
def test_a_fault_in_a_stream_ends_it(sends, name):
    trace = sends(faults.STREAMS[name], stream=True)
    assert trace.failed or trace.answer


@pytest.mark.parametrize("name", faults.OLLAMA)
def test_a_fault_of_ollama_ends_it(sends, name):
    trace = sends(faults.OLLAMA[name], "ollama")
    assert trace.failed or trace.answer


@pytest.mark.parametrize("name", [*faults.STATUSES, *faults.WIRE])
def test_what_http_can_do_wrong_fails_a_run_with_ollama_too(sends, name):
    sound = name in ("status 206", "an unknown charset")
    fault = {**faults.STATUSES, **faults.WIRE}[name]
    assert sends(fault, "ollama").failed or sound


@pytest.mark.slow
@pytest.mark.parametrize("name", faults.ODDS)
def test_a_judge_whose_odds_cannot_be_read_approves_nothing_and_says_why(sends, name):
    trace = sends({"odds": faults.ODDS[name], "text": GOOD}, graph=crag)
    assert not trace.failed
    assert trace.refused
    assert any("could not judge" in note and len(note) < LONGEST for note in trace.notes)


def test_the_same_endpoint_answers_when_it_sends_what_it_should(sends):
    assert sends(GOOD).answer == sends({"odds": YES, "text": GOOD}, graph=crag).answer == "Owls hunt mice at night [1]."
    assert ANSWER in sends(faults.GOOD_STREAM, stream=True).answer
    assert ANSWER in sends(faults.GOOD_OLLAMA, "ollama").answer


# Time and size


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
@pytest.mark.parametrize("how", ["whole", "streamed", "ollama"])
def test_an_endpoint_that_never_ends_has_one_deadline(sends, how, name):
    provider = ["ollama"] if how == "ollama" else []
    trace = sends(SLOW[name], *provider, stream=how == "streamed", timeout=SOON)
    assert "RAGKIT_TIMEOUT" in trace.failed
    assert SOON <= trace.seconds < BUSY_MACHINE


@pytest.mark.slow
@pytest.mark.parametrize("name", GREEDY)
@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_reply_without_end_is_cut(sends, kits, provider, name):
    assert sends(GREEDY[name], provider, timeout=3).failed
    assert kits.wire.sent < 2 * LARGEST + 2**23  # what the sockets hold on both sides


@pytest.mark.slow
@pytest.mark.parametrize("name", [*GREEDY_STREAMS, *GREEDY_LINES])
def test_a_stream_without_end_is_cut(sends, kits, name):
    is_stream = name in GREEDY_STREAMS
    trace = sends(GREEDY_STREAMS[name], stream=True) if is_stream else sends(GREEDY_LINES[name], "ollama")
    assert kits.wire.sent < LARGEST + 2**23
    assert trace.failed or ("owl" in trace.answer and any("was cut after" in note for note in trace.notes))


def test_a_silent_endpoint_is_asked_twice_in_a_run_of_many_calls(sends, kits):
    trace = sends(faults.silence, graph=adaptive, timeout=SOON)
    assert len(kits.wire.asked) == 2
    assert 2 * SOON <= trace.seconds < BUSY_MACHINE
    assert "RAGKIT_TIMEOUT" in trace.failed
    assert "not asked again" in trace.failed


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in faults.CONTENTS if name.startswith("320 kB")])
def test_320_kb_are_cut_and_judged_soon(sends, name):
    trace = sends({"odds": YES, "text": faults.CONTENTS[name]}, graph=adaptive)
    assert trace.seconds < 2 * BUSY_MACHINE
    assert any("a reply was cut after 8,192 characters" in note for note in trace.notes)


# An endpoint that is busy


@pytest.mark.parametrize("after", [None, "0", "0.02", "soon", "-5", "nan", "inf", ""])
@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_busy_endpoint_is_waited_for_and_that_is_said(sends, kits, provider, after):
    good = faults.GOOD_OLLAMA if provider == "ollama" else GOOD
    trace = sends([faults.busy(after)] * 4 + [good], provider)
    assert ANSWER in trace.answer
    assert len(kits.wire.asked) == 5
    assert any(note.startswith("the endpoint was busy (status 429)") for note in trace.notes)


@pytest.mark.slow
def test_a_busy_endpoint_may_name_a_date(sends, kits):
    trace = sends([faults.busy(faults.later(2)), GOOD])
    assert ANSWER in trace.answer
    assert 0.5 < trace.seconds < BUSY_MACHINE
    assert len(kits.wire.asked) == 2


@pytest.mark.slow
@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_an_endpoint_that_stays_busy_fails_the_run_at_its_deadline(sends, provider):
    trace = sends(faults.busy(), provider, timeout=SOON)
    assert "(status 429)" in trace.failed
    assert REMEDY["busy"] in trace.failed
    assert trace.seconds < BUSY_MACHINE
    assert any("so 0.01 s were waited" in note for note in trace.notes)


@pytest.mark.parametrize("after", ["3600", "1e12", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_an_endpoint_that_asks_for_more_time_than_there_is_fails_the_run_at_once(sends, kits, after):
    trace = sends(faults.busy(after))
    assert "(status 429)" in trace.failed
    assert trace.seconds < BUSY_MACHINE
    assert len(kits.wire.asked) == 1


def test_an_account_without_money_is_not_waited_for(sends, kits):
    broke = faults.http({"error": {"message": "no more", "code": "insufficient_quota"}}, 429)
    assert "insufficient_quota" in sends(broke).failed
    assert len(kits.wire.asked) == 1


def test_a_judge_in_a_thread_of_its_own_waits_and_says_so_too(sends):
    trace = sends({"odds": [faults.busy(), YES], "text": GOOD}, graph=crag)
    assert ANSWER in trace.answer
    assert any(note.startswith("the endpoint was busy") for note in trace.notes)


# The list of models that `doctor` asks for


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SLOW, *GREEDY, *faults.NOT_JSON, *faults.NOT_A_REPLY, *faults.WIRE])
@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_whatever_comes_for_a_list_of_models_names_none(kits, monkeypatch, provider, name):
    monkeypatch.setattr(served, "SECONDS", SOON)
    kits.wire.fault = {**SLOW, **GREEDY, **faults.NOT_JSON, **faults.NOT_A_REPLY, **faults.WIRE}[name]
    start = time.monotonic()
    assert served.served_models(Settings(provider=provider, base_url=kits.wire.url)) == []
    assert time.monotonic() - start < BUSY_MACHINE
    kits.wire.over.set()
    time.sleep(0.02)
    kits.wire.over.clear()
