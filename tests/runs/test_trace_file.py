"""A run outlives its notebook: it comes back from its file as it was, without keys, and a bad file says what is bad."""

import json
import math
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path

import pytest
from fakes import model, small_kit

from ragkit.graphs import adaptive, naive
from ragkit.model.meter import Call, Usage
from ragkit.runs.trace_file import SCHEMA, TraceFileError, load, load_all, save, types
from ragkit.settings import Settings
from ragkit.state import Claim, Complexity, Grade, Memory, Passage, Rule
from ragkit.text.redact import REMOVED
from ragkit.trace import Step, Trace, run

OWL = Passage("owl", "Eulen jagen nachts – 梟 🦉", source="owls.md", section="Owls > Food", page=3, end=25, score=0.25)
CLAIM = Claim("Owls hunt.", 0.5, "owl", 0.75, ("1984", "Ann"))
GRADE = Grade(0.5, None, 1.0, 0.0, approved=False, helpful=(0.5, None), feedback="owls")
RULE = Rule("insufficient", "plan", "Not enough was found.", budget=2)
USAGE = Usage(2, 1, 100, 500, 30, 2.5)
WROTE = {
    "queries": ["When?"], "complexity": Complexity(0.5, 0.25, 1.0, 0.0), "memories": [Memory("m", "Who?", "verified")],
    "rankings": {"dense": [OWL], "sparse": []}, "passages": [OWL], "grades": [GRADE], "claims": [CLAIM, Claim("?")],
    "moves": [RULE], "risk": 0.5, "fit": None, "loop": 1, "draft": "a\n\"b\"", "done": True, "pair": ("a", [("b",)]),
}  # fmt: skip
CALLS = (Call("When?", "At night.", USAGE, {"@type": 0.75, "@": 0.125, "type": 0.125}),)
FULL = Trace(
    "When?", (Step("plan", 0.5, USAGE, WROTE, RULE, CALLS), Step("rest", 0.0, Usage(), {})), "At night [1].", (OWL,),
    1.5, (CLAIM,), ("slow",), "", "adaptive",
)  # fmt: skip
BARE = Trace("When?", (), "", (), 0.0, failed="nobody is there")


def wrote(value):
    return replace(BARE, steps=(Step("mine", 0.0, Usage(), {"it": value}),))


def changed(file, path, to):
    """The file, after what is at `path` in its JSON was set to `to`."""
    inner = data = json.loads(file.read_bytes())
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    file.write_text(json.dumps(data), "utf-8")
    return file


@pytest.fixture
def file(tmp_path):
    return save(FULL, tmp_path / "run.json")


# There and back


@pytest.mark.parametrize("trace", [FULL, BARE], ids=["full", "bare"])
def test_a_run_comes_back_as_it_was(tmp_path, trace):
    assert load(save(trace, str(tmp_path / "run.json"))) == trace


def test_tuples_come_back_as_tuples_and_lists_as_lists(file):
    step = load(file).steps[0]
    assert step.wrote["pair"] == ("a", [("b",)])
    assert type(step.wrote["passages"]) is list
    assert type(step.calls) is tuple
    assert type(step.wrote["claims"][0].missing) is tuple


@pytest.mark.parametrize("graph", [naive, adaptive])
def test_real_runs_come_back_as_they_were(tmp_path, graph):
    parts = json.dumps({"questions": ["How do Owls hunt?", "How do Cats hunt?"]})
    doubts = model(parts=parts, answerable=[0.2, 0.9], stated=[0.1, 0.9])
    with closing(small_kit(tmp_path / "index", doubts, memory=True, reranker="/nowhere")) as kit:
        trace = run(graph(), "What is the difference between Owls and Cats?", kit)
    assert trace.steps[-2].wrote
    assert trace.answer
    assert trace.passages
    assert any(step.calls for step in trace.steps)
    assert load(save(trace, tmp_path / "run.json", Settings().secrets())) == trace


@pytest.mark.parametrize(
    "value",
    [
        {"@type": "Passage"}, {"@type": {"@type": "tuple", "items": []}}, {"@": 1, "@@": 2, "": 3, "a@": 4},
        {"is": "nan"}, [], (), {}, ((),), "", "\ud83d", "\x00\u2028", REMOVED, -0.0, 1e-320, 2**70, math.inf, -math.inf,
    ],
)  # fmt: skip
def test_awkward_values_come_back_too(tmp_path, value):
    assert load(save(wrote(value), tmp_path / "run.json")) == wrote(value)


def test_not_a_number_comes_back_as_not_a_number_in_json_that_everybody_reads(tmp_path):
    file = save(wrote(math.nan), tmp_path / "run.json")
    assert math.isnan(load(file).steps[0].wrote["it"])
    json.loads(file.read_bytes(), parse_constant=pytest.fail)


def test_the_file_is_utf_8_and_says_its_schema_and_its_kit(file):
    data = json.loads(file.read_bytes())
    assert list(data) == ["schema", "ragkit", "trace"]
    assert data["schema"] == SCHEMA
    assert data["ragkit"][0].isdigit()
    assert data["trace"]["@type"] == "Trace"
    assert "梟 🦉" in file.read_text("utf-8")


# Saving


def test_saving_makes_the_folder_replaces_the_file_and_leaves_nothing_else(tmp_path):
    file = tmp_path / "new" / "run.json"
    assert save(FULL, file) == file
    assert save(BARE, file) == file
    assert load(file) == BARE
    assert [found.name for found in file.parent.iterdir()] == ["run.json"]


def test_a_save_that_fails_keeps_the_file_that_was_there(file, monkeypatch):
    def broken(*_):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(TraceFileError, match=r"asked to save a run as .*run\.json, got OSError: .*Input/output"):
        save(BARE, file)
    assert load(file) == FULL and [found.name for found in file.parent.iterdir()] == ["run.json"]


def test_on_a_full_disk_the_message_says_how_much_is_needed_and_once_there_is_room_it_is_saved(small_disk):
    file = save(FULL, small_disk.folder / "run.json")
    small_disk.fill()
    with pytest.raises(
        TraceFileError, match=r"run\.json, got a full disk: 0\.0 MB free at .*0\.1 MB are needed; make room"
    ):
        save(BARE, file)
    assert load(file) == FULL
    small_disk.make_room()
    assert load(save(BARE, file)) == BARE


class Passage2(Passage):
    """A noun of somebody's own, under the kit's name."""


Passage2.__name__ = "Passage"
CIRCLE: list = []
CIRCLE.append(CIRCLE)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({1, 2}, r"set at trace\.steps\[0\]\.wrote\.it, which is not JSON's"),
        ({1: "a"}, r"dict at trace\.steps\[0\]\.wrote\.it"),
        (Passage2("a", "b"), r"Passage at trace"),
        (Settings(), "Settings at"),
        (CIRCLE, "RecursionError"),
        (Passage("a", "b", page="iii"), r"'iii' at trace\.steps\[0\]\.wrote\.it\.page, which takes int \| None"),
    ],
    ids=["set", "number as key", "subclass", "settings", "circle", "wrong field"],
)
def test_what_could_not_be_loaded_is_not_saved(tmp_path, value, said):
    with pytest.raises(TraceFileError, match=said):
        save(wrote(value), tmp_path / "run.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [".", "run.json/run.json", "a\0b"])
def test_a_place_where_no_file_can_be_says_so(file, name):
    with pytest.raises(TraceFileError, match="asked to save a run as"):
        save(BARE, file.parent / name)
    assert load(file) == FULL


# What is taken out

KEY = "sk-proj-4Fz09_abcDEF-1234567890"


def test_nothing_in_the_file_holds_a_secret(tmp_path):
    text = f"it was hunter2 at http://me:pw@a.org, {KEY}"
    rule, passage = Rule(text, text, text), Passage(text, text, text, text)
    step = Step(text, 0.0, Usage(), {text: {text: [(text, passage)]}}, rule, (Call(text, text, Usage(), {text: 1.0}),))
    trace = Trace(text, (step,), text, (passage,), 0.0, (Claim(text, missing=(text,)),), (text,), text)
    saved = save(trace, tmp_path / "run.json", (secret for secret in ["hunter2"])).read_text("utf-8")
    assert not [secret for secret in ("hunter2", "me:pw", KEY) if secret in saved]
    assert load(tmp_path / "run.json").question == f"it was {REMOVED} at http://{REMOVED}@a.org, {REMOVED}"


def test_one_secret_may_be_given_as_it_is(tmp_path):
    assert load(save(replace(BARE, answer="owl, o, w"), tmp_path / "a.json", "owl")).answer == f"{REMOVED}, o, w"


# Schemas

FIELDS_5 = {
    "Trace": "question steps answer passages seconds claims notes failed system",
    "Step": "node seconds usage wrote rule calls read",
    "Call": "prompt reply usage top first_token reasoning",
    "Usage": "calls cached evaluated reused generated seconds",
    "Passage": "id text source section page start end score",
    "Claim": "text support evidence odds missing",
    "Grade": "relevance sufficiency answerability confidence approved helpful feedback",
    "Complexity": "score length connectives entities",
    "Memory": "id question mode summary when similarity",
    "Rule": "when do why budget",
    "SetAside": "passage why is_part",
    "Answerability": "verdict now premise odds correction claims",
    "Sifted": "id fate odds why",
    "Tier": "archive reach about threshold belongs_from cost",
    "Action": "tool target odds found",
    "SubQuestion": "number query fate finding",
    "PlanChange": "what number before after odds",
    "Turn": "typed answer searched passages readings",
    "Choice": "label odds note others",
    "Report": "number query passages finding failed",
    "Strategy": "way confidence why",
    "Task": "number query depth folder",
    "FollowUp": "sort why needs_history rewrite refused queries",
}


def test_a_schema_has_these_fields_and_with_others_it_is_another_schema():
    assert {name: " ".join(field.name for field in fields(kind)) for name, kind in types().items()} == FIELDS_5


@pytest.mark.parametrize(("schema", "remedy"), [(7, "update ragkit"), (4, "save the run again")])
def test_another_schema_says_which_it_is_and_what_to_do_whatever_else_the_file_holds(file, schema, remedy):
    file.write_text(f'{{"schema": {schema}, "more": []}}')
    with pytest.raises(TraceFileError, match=rf"run\.json, got schema {schema}, and this kit reads 5: {remedy}"):
        load(file)


# Bad files

DEEP = '{"schema": 5, "ragkit": "", "trace": ' + "[" * 100_000 + "]" * 100_000 + "}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "JSONDecodeError"),
        (b"\xff\xfe\x00", "UnicodeDecodeError"),
        (DEEP, "RecursionError"),
        ("[1]", "JSON without the number of its schema"),
        ('{"schema": "1"}', "JSON without the number of its schema"),
        ('{"schema": true}', "JSON without the number of its schema"),
        ('{"schema": -1}', "JSON without the number of its schema"),
        ('{"schema": 5}', "schema for schema, ragkit and trace"),
        ('{"schema": 5, "ragkit": "", "trace": null}', "a NoneType for a Trace"),
        ('{"schema": 5, "ragkit": "", "trace": {}, "more": 1}', "more for schema, ragkit and trace"),
        ('{"schema": 5, "ragkit": "", "trace": {"a": 1}}', "a dict for a Trace"),
    ],
)
def test_a_file_that_is_no_run_says_what_it_is_and_what_to_check(file, text, said):
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(TraceFileError, match=rf"asked to load the run in .*run\.json, got .*{said}.*; check the path"):
        load(file)


def test_a_file_that_was_cut_off_anywhere_says_so(file):
    whole = file.read_bytes()
    for end in range(0, len(whole), 97):
        file.write_bytes(whole[:end])
        with pytest.raises(TraceFileError, match=r"got (JSON|Unicode)DecodeError"):
            load(file)


STEP = ("trace", "steps", "items", 0)


@pytest.mark.parametrize(
    ("path", "to", "said"),
    [
        ((*STEP, "@type"), "Path", r"the type 'Path' at trace\.steps\[0\], which is none of Trace, Step"),
        ((*STEP, "@type"), ["Step"], r"the type .* at trace\.steps\[0\]"),
        ((*STEP, "wrote", "pair", "@type"), "set", r"the type 'set' at trace\.steps\[0\]\.wrote\.pair"),
        ((*STEP, "wrote", "pair", "items"), 5, "the type 'tuple'"),
        ((*STEP, "wrote", "risk"), {"@type": "float", "is": "1e9"}, "the type 'float'"),
        ((*STEP, "rule"), {"@type": "Rule", "when": "a"}, r"no field budget, do, why of Rule at .*\[0\]\.rule"),
        ((*STEP, "more"), 1, r"an unknown field more of Step at trace\.steps\[0\]"),
        ((*STEP, "seconds"), "long", r"'long' at trace\.steps\[0\]\.seconds, which takes float"),
        ((*STEP, "usage", "calls"), True, r"True at trace\.steps\[0\]\.usage\.calls, which takes int"),
        ((*STEP, "wrote", "memories", 0, "mode"), "fine", r"'fine' at .*memories\[0\]\.mode, which takes Mode"),
        (("trace", "claims"), [], r"\[\] at trace\.claims, which takes tuple\[Claim, \.\.\.\]"),
        (("trace", "claims", "items"), [None], r"trace\.claims, which takes tuple"),
        (("trace", "claims", "items", 0, "missing"), None, r"None at trace\.claims\[0\]\.missing"),
        (("trace", "@type"), "Step", "field"),
        ((*STEP, "seconds"), {"@type": "float", "is": "nan"}, r"seconds, which is no possible number"),
        ((*STEP, "seconds"), 10**400, r"seconds, which (is no possible number|takes float)"),
        ((*STEP, "usage", "evaluated"), 2**63, r"at trace\.steps\[0\]\.usage\.evaluated, which is no possible number"),
        (("trace", "seconds"), {"@type": "float", "is": "-inf"}, r"at trace\.seconds, which is no possible number"),
    ],
)  # fmt: skip
def test_a_part_that_is_not_as_it_was_saved_is_named(file, path, to, said):
    with pytest.raises(TraceFileError, match=f"{said}.*; check the path"):
        load(changed(file, path, to))


@pytest.mark.parametrize("name", ["nowhere.json", ".", "run.json/run.json", "a\0b"])
def test_a_path_without_a_file_says_what_to_check(file, name):
    with pytest.raises(TraceFileError, match=r"asked to load the run in .*; check the path"):
        load(file.parent / name)


def test_the_error_is_a_value_error():
    assert issubclass(TraceFileError, ValueError)


# Folders


def test_of_a_folder_all_runs_are_loaded_by_name_and_a_bad_file_is_a_sentence(tmp_path):
    save(FULL, tmp_path / "b.json")
    save(BARE, tmp_path / "a.json")
    (tmp_path / "c.json").write_text("{")
    (tmp_path / "d.json").mkdir()
    (tmp_path / "notes.txt").write_text("no run")
    traces, troubles = load_all(str(tmp_path))
    assert traces == [BARE, FULL]
    assert ["c.json, got JSONDecodeError" in troubles[0], "d.json, got " in troubles[1]] == [True] * 2
    assert len(troubles) == 2 and not any("\n" in said for said in troubles)


def test_an_empty_folder_has_no_runs_and_a_missing_one_is_a_sentence(tmp_path):
    assert load_all(tmp_path) == ([], [])
    traces, (said,) = load_all(tmp_path / "nowhere")
    assert traces == [] and "nowhere, got no folder; check the path" in said


def test_a_name_that_utf_8_cannot_write_is_said_with_a_question_mark(tmp_path):
    (tmp_path / "half \udcff.json").write_text("{")
    traces, (said,) = load_all(tmp_path)
    assert traces == [] and "half ?.json" in said
