"""The last nodes of a run: the web, the apology, and what is kept for the next one."""

import pytest
from fakes import BAT, FakeWeb

from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.nodes import apologise, remember, search_web
from ragkit.state import REFUSAL, Claim, Grade, Rule
from ragkit.stores import StoreDamaged

QUESTION = "Who hunts moths?"
CLAIMS = [Claim("Bats hunt moths.", 1.0), Claim("Bats are mice.", 0.5), Claim("Bats hunt at dusk.", 1.0)]

GOOD = Grade(0.9, 0.9, 0.9, 1.0, approved=True)
POOR = Grade(0.2, 0.2, 0.2, 1.0, approved=False)
UNGRADED = Grade(None, None, None, 0.0, approved=False)


def remembered(runtime, **fields):
    """What is listed after a run that ended like this: question, mode, summary."""
    there = runtime(memory=True)
    assert remember(AdaptiveState(question=QUESTION, **fields), there) == {"notes": []}
    memory = there.context.memory
    return memory, [(entry.question, entry.mode, entry.summary) for entry in memory.entries()]


def test_the_web_is_asked_the_users_words_and_its_pages_replace_the_evidence(runtime):
    web = FakeWeb(BAT, notes=["DuckDuckGo was busy; asked Wikipedia instead."])
    state = AdaptiveState(question=QUESTION, queries=["moths dusk"], passages=[BAT, BAT], rejected=["Owls."])
    wrote = search_web(state, runtime(web=web))
    assert wrote == {
        "passages": [BAT],
        "rejected": [],
        "asked_web": True,
        "set_aside": [],
        "notes": ["DuckDuckGo was busy; asked Wikipedia instead."],
    }
    assert web.asked == [QUESTION]


def test_a_web_that_finds_nothing_leaves_no_evidence(runtime):
    wrote = search_web(AdaptiveState(question=QUESTION, passages=[BAT]), runtime(web=FakeWeb(notes=["nobody is left"])))
    assert wrote["passages"] == [] and wrote["notes"] == ["nobody is left"]


def test_a_web_that_is_off_is_not_asked_and_a_note_says_so(runtime):
    wrote = search_web(AdaptiveState(question=QUESTION, passages=[BAT]), runtime())
    assert wrote["passages"] == [] and wrote["notes"] == ["the web was not asked: it is switched off"]


def test_an_apology_is_the_refusal_and_claims_and_risks_nothing(runtime):
    state = AdaptiveState(question=QUESTION, draft="Owls.", claims=CLAIMS, risk=0.9)
    assert apologise(state, runtime()) == {"answer": REFUSAL, "claims": [], "risk": 0.0, "notes": []}


@pytest.mark.parametrize(("grade", "mode"), [(POOR, "not in the corpus"), (GOOD, "unsupported")])
def test_a_refusal_is_remembered_with_its_mode_and_every_query(runtime, grade, mode):
    memory, entries = remembered(
        runtime, answer=REFUSAL, grades=[GOOD, POOR, grade], tried=["dusk hunters"], queries=["moths wings"], risk=0.0
    )
    assert entries == [(QUESTION, mode, "")]
    assert memory.tried("dusk hunters") and memory.tried("moths wings") and not memory.tried("river fish")


@pytest.mark.parametrize(
    "fields",
    [{"grades": [UNGRADED]}, {"grades": [GOOD], "moves": [Rule("ungraded", "apologise", "nobody could judge")]}],
)
def test_a_refusal_because_nobody_could_judge_says_nothing_about_the_documents(runtime, fields):
    assert remembered(runtime, answer=REFUSAL, **fields)[1] == []


def test_a_verified_answer_is_remembered_as_its_supported_claims_alone(runtime):
    memory, entries = remembered(runtime, answer="Bats hunt moths.", claims=CLAIMS, risk=1 / 6)
    assert entries == [(QUESTION, "verified", "Bats hunt moths. Bats hunt at dusk.")]
    assert memory.match(QUESTION) == []  # nothing remembered becomes evidence, and no success is a warning


@pytest.mark.parametrize("risk", [0.5, 0.9, None])
def test_an_answer_at_or_above_half_a_risk_is_not_remembered(runtime, risk):
    assert remembered(runtime, answer="Bats hunt moths.", claims=CLAIMS, risk=risk)[1] == []


@pytest.mark.parametrize("trouble", [OSError("disk full"), StoreDamaged("disk full")])
@pytest.mark.parametrize(
    "fields", [{"answer": REFUSAL, "grades": [GOOD]}, {"answer": "Bats.", "claims": CLAIMS, "risk": 0.0}]
)
def test_trouble_with_the_disk_is_a_note_and_no_error(runtime, monkeypatch, trouble, fields):
    there = runtime(memory=True)

    def fails(*_):
        raise trouble

    monkeypatch.setattr(there.context.memory, "failed", fails)
    monkeypatch.setattr(there.context.memory, "verified", fails)
    assert remember(AdaptiveState(question=QUESTION, **fields), there) == {"notes": ["not remembered: disk full"]}


def test_without_a_memory_nothing_is_kept(runtime):
    assert remember(AdaptiveState(question=QUESTION, answer=REFUSAL), runtime()) == {"notes": []}
