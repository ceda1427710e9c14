"""A node does what its line says: it reads these fields, writes those, and knows no other node."""

import ast
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from fakes import CAT, OWL, FakeWeb, model, small_kit

import ragkit.search.rerank
from ragkit import nodes
from ragkit.graphs.adaptive.plan import plan
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.model.scripted import ScriptedLLM
from ragkit.model.special_tokens import INVOCATION
from ragkit.nodes.generate import write_answer
from ragkit.state import REFUSAL, Claim, Grade
from ragkit.watched import fields_read, with_written
from ragkit.weights import ModelMissing

FILES = sorted(Path(nodes.__file__).parent.glob("[a-z]*.py"))
NODES = {name: getattr(nodes, name) for name in nodes.__all__} | {"plan": plan}


def said(node):
    """What a node's docstring says that it reads and writes."""
    reads, writes = " ".join(node.__doc__.split()).split(" · ")
    fields = reads.removeprefix("reads ").split(", ")
    return set(fields) - {"nothing"}, writes.removeprefix("writes ").split(", ")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder for an index; there is no cross-encoder."""

    def missing(name):
        raise ModelMissing(name, "not here", "go online")

    monkeypatch.setattr(ragkit.search.rerank, "load_cross_encoder", missing)
    return tmp_path / "index"


@pytest.fixture
def kit(folder):
    with ExitStack() as kits:
        yield lambda **more: kits.enter_context(closing(small_kit(folder, model(draft="Owls [1]."), **more)))


FIRST = AdaptiveState(
    question="Who hunts?", passages=[OWL], draft="Owls hunt.", claims=[Claim("Owls hunt.", 1.0)], risk=0.0,
    answer="Owls hunt.", grades=[Grade(0.5, 0.5, 0.2, 0.7, approved=False, helpful=(0.9,), feedback="night")],
)  # fmt: skip
AGAIN = replace(FIRST, queries=["Who hunts?"], answer=REFUSAL)
"""A retry, as for `plan`, and a run that failed, as for `remember`."""
APPROVED = [replace(FIRST.grades[0], approved=True)]
REJECTED = replace(AGAIN, claims=[Claim("Owls sing.", 0.0)], risk=1.0, grades=APPROVED)
"""A retry after a draft that nothing supports."""
PREMISED = replace(FIRST, question="Why did most owls hunt mice?")
"""A question that takes something for granted, as for `answerability`."""


@pytest.mark.parametrize("policy", ["simple", "complex"])
@pytest.mark.parametrize("name", NODES)
def test_a_node_reads_and_writes_what_its_line_says(folder, name, policy):
    node, states, wrote = NODES[name], [], []
    for bars in ({}, {"answerable_from": 1.0, "fit_from": 1.0}):  # what is approved, and what is rejected
        with closing(
            small_kit(folder, model(draft="Owls [1]."), memory=True, web=FakeWeb(), depth=policy, **bars)
        ) as one:
            for state in (FIRST, AGAIN, REJECTED, PREMISED):
                states.append(with_written(state, {}))
                wrote.append(list(node(states[-1], SimpleNamespace(context=one))))
    reads, writes = said(node)
    assert set().union(*map(fields_read, states)) == reads and wrote == [writes] * 8


@pytest.mark.parametrize("name", NODES)
def test_a_node_that_judges_says_when_the_odds_judge_stands_in_for_the_taught_one_and_no_other_node_does(kit, name):
    opened = kit(judge="taught", memory=True, web=FakeWeb(), rival_from=0.0)
    grade = replace(FIRST.grades[0], helpful=(0.9, 0.9))
    state = replace(FIRST, passages=[OWL, CAT], grades=[grade], answer="Owls hunt. [1]")
    notes = NODES[name](state, SimpleNamespace(context=opened)).get("notes", [])
    assert opened.judge_note.startswith("judged zero-shot: ")
    judging = {"choose", "context_critic", "verify", "answer_critic", "readings"}
    assert (opened.judge_note in notes) == (name in judging)


def test_each_file_holds_one_node():
    homes = [node.__module__.rpartition(".")[2] for name, node in NODES.items() if name != "plan"]
    assert sorted(homes) == [file.stem for file in FILES]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_node_names_no_other_node(file):
    tree = ast.parse(file.read_text())
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules = {node.module for node in imports}
    names = {alias.name for node in imports for alias in node.names}
    assert not names & set(NODES) and "ragkit.nodes" not in modules
    assert not any(module.startswith("ragkit.graphs") for module in modules)
    strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not strings & (set(NODES) - defined)


def test_the_query_is_searched_for_when_there_is_one(kit):
    runtime = SimpleNamespace(context=kit())
    state = AdaptiveState(question="Who hunts?", queries=["Fish swim in the river."])
    for node in (nodes.retrieve, nodes.retrieve_dense):
        assert node(state, runtime)["passages"][0].id == "fish"


def test_the_question_itself_is_answered_whatever_was_searched_for(kit):
    opened = kit()
    nodes.generate(
        AdaptiveState(question="Who hunts?", queries=["fish"], passages=[OWL]), SimpleNamespace(context=opened)
    )
    assert "Question: Who hunts?" in opened.llm.prompts[0] and "fish" not in opened.llm.prompts[0]


@pytest.mark.parametrize(
    "reply", [REFUSAL, REFUSAL.rstrip("."), f" {REFUSAL}\n", REFUSAL.upper(), f"Sorry. {REFUSAL} Ask a librarian."]
)
def test_a_refusal_in_other_dress_becomes_the_exact_words(reply):
    assert write_answer(ScriptedLLM(replies={"": reply}), "?", [OWL]) == REFUSAL


def test_without_passages_it_refuses_and_asks_no_model():
    assert write_answer(ScriptedLLM(replies={}), "?", []) == REFUSAL


@pytest.mark.parametrize("may_refuse", [True, False])
def test_the_model_is_told_the_words_of_the_refusal_only_if_it_may_refuse(may_refuse):
    llm = ScriptedLLM(replies={"": "Owls [1]."})
    write_answer(llm, "Who {hunts}?", [OWL], may_refuse)
    assert (REFUSAL in llm.prompts[0]) is may_refuse and "Who {hunts}?" in llm.prompts[0]


class Taught(ScriptedLLM):
    """A scripted model whose server has an adapter."""

    extra_body: dict = {"lora": [{"id": 0, "scale": 1.0}]}


def test_a_taught_writer_is_asked_behind_the_evidence_with_the_marker_and_may_refuse():
    llm = Taught(replies={"": "Owls hunt. [1]"})
    assert write_answer(llm, "Who hunts?", [OWL]) == "Owls hunt. [1]"
    (prompt,) = llm.prompts
    evidence, wish = prompt.split(INVOCATION)
    assert OWL.text in evidence and evidence.rstrip().endswith("Who hunts?")
    assert wish.startswith("Answer this question") and REFUSAL in wish


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Owls hunt. [9] Cats purr.", "Owls hunt. [1]"),
        ("Purring is what they do.", REFUSAL),
        (REFUSAL, REFUSAL),
    ],
)
def test_nothing_that_a_taught_writer_says_is_uncited(reply, answer):
    assert write_answer(Taught(replies={"": reply}), "Who hunts?", [OWL]) == answer


def test_an_answer_is_taken_as_it_is_without_the_space_around():
    assert write_answer(ScriptedLLM(replies={"[1] ": "\n Owls [1]. "}), "Who?", [OWL]) == "Owls [1]."
