"""Opening a folder, which models do the work, and where the index lies."""

import warnings
from dataclasses import FrozenInstanceError

import pytest
from fakes import FakeEmbed
from recordings import SMALL, small_recording
from tiny_gguf import random_adapter

import ragkit
import ragkit.kit
from ragkit.documents.corpus import EmptyCorpus
from ragkit.graphs import naive
from ragkit.judges import OddsJudge, StructuredJudge, TaughtJudge
from ragkit.kit import Kit
from ragkit.model.recording import RecordingError
from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import DEPTHS
from ragkit.trace import run


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "animals"
    made.mkdir()
    (made / "owls.md").write_text("# Owls\n\nOwls hunt mice at night.")
    (made / "cats.html").write_text("<h1>Cats</h1><p>Cats hunt mice by day.</p>")
    (made / "trees.txt").write_text("Trees stand still.")
    return made


@pytest.fixture
def open_(folder, tmp_path, monkeypatch):
    """Open the folder with the fake embedder and an index folder of this test's own; all are closed at its end."""
    kits, embed = [], FakeEmbed()
    monkeypatch.setattr(ragkit.kit, "SentenceEmbedder", lambda _: embed)

    def opened(where=folder, model=None, **settings):
        kits.append(Kit.open(where, quiet=True, model=model, indexes=tmp_path / "indexes", **settings))
        return kits[-1]

    opened.embed = embed
    yield opened
    for kit in kits:
        kit.close()


def index_of(kit):
    return kit.retriever.dense.store.folder


# What the folder is about


@pytest.mark.process
def test_the_profile_is_by_rule_and_a_model_is_asked_only_where_it_is_wished(open_):
    silent = open_(model=ScriptedLLM(replies={}))
    assert silent.profile.types == {"not decided": 2, "web page": 1}
    asking = open_(model=ScriptedLLM(replies={"What type": {"A": 0.9, "B": 0.1}}), ask_types=True)
    assert asking.profile.types == {"handout": 2, "web page": 1} and len(asking.model.prompts) == 2


# Opening


@pytest.mark.process
def test_a_folder_of_markdown_html_and_text_is_opened_and_answers(open_):
    kit = open_(model=ScriptedLLM(replies={"When do owls hunt?": "At night [1]."}))
    assert sorted((p.source, p.section, p.text) for p in kit.corpus.passages) == [
        ("cats.html", "Cats", "# Cats\n\nCats hunt mice by day."),
        ("owls.md", "Owls", "# Owls\n\nOwls hunt mice at night."),
        ("trees.txt", "", "Trees stand still."),
    ]
    trace = ragkit.run(naive(), "When do owls hunt?", kit)
    assert trace.answer == "At night [1]." and trace.passages[0].source == "owls.md"


@pytest.mark.process
def test_opening_again_embeds_only_what_changed(open_, folder):
    open_().close()
    open_.embed.asked.clear()
    (folder / "trees.txt").write_text("Trees fall.")
    open_()
    assert open_.embed.asked == ["Trees fall."]


def test_a_setting_that_there_is_not_is_an_error_that_lists_those_there_are(open_):
    with pytest.raises(TypeError, match="polcy.* depth"):
        open_(polcy="complex")


@pytest.mark.process
def test_the_setting_fusion_reaches_the_retriever(open_):
    assert (open_().retriever.fusion, open_(fusion="rrf").retriever.fusion) == ("blend", "rrf")


def test_a_folder_without_documents_says_what_to_put_there(open_, tmp_path):
    (tmp_path / "nothing").mkdir()
    with pytest.raises(EmptyCorpus, match=r"put \.md"):
        open_(tmp_path / "nothing")


def test_a_kit_is_frozen(open_):
    with pytest.raises(FrozenInstanceError):
        open_().settings = None


def test_a_closed_kit_says_so(open_):
    kit = open_()
    kit.close()
    with pytest.raises(RuntimeError, match="was closed; open the kit again"):
        kit.retriever.hybrid("owls", DEPTHS[kit.settings.depth])


# Where the critics' thresholds come from


def test_a_kit_says_where_its_thresholds_come_from_and_warns_where_they_do_not_fit(folder, open_, tmp_path):
    own = {"indexes": tmp_path / "indexes", "memory": False}
    with pytest.warns(UserWarning, match="the critics' thresholds: they were chosen for qwen.*calibrate") as told:
        kit = Kit.open(folder, provider="openai", model="owl-7b", api_key="none", **own)
    assert len(told) == 1 and told[0].filename == __file__ and kit.thresholds.note in str(told[0].message)
    kit.close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        open_(provider="openai", model="owl-7b", api_key="none")  # quiet
        for fits in ({}, {"tier": "budget", "answerable_from": 0.1, "fit_from": 0.1, "partly_above": 0.1}):
            Kit.open(folder, **own, **fits).close()


def test_no_note_about_thresholds_is_in_a_trace(open_):
    kit = open_(model=ScriptedLLM(replies={"When do owls hunt?": "At night [1]."}))
    assert "ScriptedLLM (own)" in kit.thresholds.note
    assert ragkit.run(naive(), "When do owls hunt?", kit).notes == ()


# Whose replies these are


@pytest.mark.model
@pytest.mark.parametrize("judge", [None, "odds"])
def test_a_kit_says_that_an_endpoint_replies_and_that_no_adapter_judges(folder, tmp_path, capsys, judge):
    own = {"indexes": tmp_path / "indexes", "memory": False, "answerable_from": 0.1, "fit_from": 0.1, "partly_above": 0}
    address = {"provider": "openai", "base_url": "http://ann:secret-word@127.0.0.1:9/v1", "model": "owl-7b"}
    Kit.open(folder, judge=judge, **address, **own).close()
    said = capsys.readouterr().err
    assert "owl-7b (openai)" in said and "secret-word" not in said and "127.0.0.1" not in said
    assert ("zero-shot" in said) == (judge is None)


@pytest.mark.model
@pytest.mark.parametrize("which", [{"quiet": True}, {"model": ScriptedLLM(replies={})}, {"provider": "embedded"}])
def test_a_kit_says_nothing_of_that_when_quiet_or_with_a_model_of_its_own(folder, tmp_path, capsys, which):
    own = {"indexes": tmp_path / "indexes", "memory": False}
    Kit.open(folder, **({"provider": "ollama"} | which), **own).close()
    assert "Replies come from" not in capsys.readouterr().err


# Where the index lies


@pytest.mark.process
def test_each_way_of_cutting_has_an_index_of_its_own(open_):
    same, again, other = open_(), open_(), open_(chunk_tokens=64)
    assert index_of(same) == index_of(again) != index_of(other)
    assert len({index_of(open_(chunk_overlap=n)) for n in (0, 10, 30)}) == 3


@pytest.mark.process
def test_an_index_is_named_after_its_folder_and_a_kit_corpus_after_the_folder_above_docs(open_, folder):
    assert index_of(open_()).name.startswith("animals-")
    docs = folder / "docs"
    docs.mkdir()
    (docs / "owls.md").write_text("Owls.")
    (folder / "questions.jsonl").touch()
    assert index_of(open_()).name.startswith("animals-")


@pytest.mark.process
def test_folders_of_one_name_have_indexes_of_their_own(open_, tmp_path):
    for place in ("here", "there"):
        (tmp_path / place / "notes").mkdir(parents=True)
        (tmp_path / place / "notes" / "a.md").write_text(place)
    assert index_of(open_(tmp_path / "here/notes")) != index_of(open_(tmp_path / "there/notes"))


def test_a_folder_is_the_same_by_every_name(open_, folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    assert index_of(open_("animals")) == index_of(open_(folder)) == index_of(open_("./animals/../animals"))


@pytest.mark.parametrize("name", ["数据 größe", "n" * 200, "a'b $(x)"])
def test_a_folders_name_may_be_odd(open_, folder, name):
    kit = open_(folder.rename(folder.parent / name))
    assert kit.retriever.dense.search("owls hunt mice at night", 1)[0].source == "owls.md"


# Which model does which job


def test_no_chat_model_is_made_before_it_is_used(open_, monkeypatch):
    monkeypatch.setattr(ragkit.kit, "chat", lambda *_: pytest.fail("a chat model was made"))
    open_().retriever.hybrid("owls", DEPTHS[open_().settings.depth])


def test_one_model_answers_and_judges_when_the_tier_names_one(open_):
    kit = open_(provider="openai", tier="balanced", base_url="http://127.0.0.1:9/v1")
    assert kit.llm is kit.judge_llm is kit.llm


def test_two_models_when_the_tier_names_two(open_):
    kit = open_(provider="openai", tier="premium", base_url="http://127.0.0.1:9/v1")
    assert (kit.llm.model_name, kit.judge_llm.model_name) == ("gpt-4.1", "gpt-4.1-mini")


def test_a_stand_in_does_every_job_whatever_the_tier_says(open_):
    model = ScriptedLLM(replies={})
    kit = open_(model=model, provider="openai", tier="premium")
    assert kit.llm is model and kit.judge_llm is model


def test_the_reranker_is_made_once_and_asks_the_judge(open_, monkeypatch):
    made = []
    monkeypatch.setattr(ragkit.kit, "reranker", lambda settings, llm: made.append(llm()) or ("score", "note"))
    model = ScriptedLLM(replies={})
    kit = open_(model=model)
    assert kit.reranker is kit.reranker and made == [model]


@pytest.mark.model
@pytest.mark.process
def test_a_model_may_be_a_name_like_every_setting_or_a_chat_model_of_ones_own(tmp_path):
    (tmp_path / "owls.md").write_text("# Owls\n\nOwls hunt at night.")
    named = Kit.open(tmp_path, model="owl", provider="openai", api_key="none", memory=False, quiet=True)
    assert named.settings.model == "owl" and named.model is None
    named.close()
    own = ScriptedLLM(replies={})
    stands_in = Kit.open(tmp_path, model=own, memory=False, quiet=True)
    assert stands_in.llm is own and stands_in.settings.model is None
    stands_in.close()


# Which judge judges


@pytest.fixture
def adapter(tmp_path):
    return random_adapter(tmp_path / "tiny.gguf", layers=1, wide=8)


def test_the_taught_judge_judges_evidence_and_claims_with_the_adapter_of_the_settings(open_, adapter):
    kit = open_(tier="budget", judge="taught", adapter=adapter)
    assert isinstance(kit.judge, TaughtJudge)
    assert kit.judge.adapter.path == adapter
    assert kit.judge.llm is kit.judge_llm
    assert kit.claim_judge.name == kit.judge.name == "taught"
    assert kit.judge_note == ""
    assert f"judge taught by adapter {kit.judge.adapter.sha256[:12]}" in kit.thresholds.note


def test_the_writer_has_its_adapter_and_the_plain_model_stays_plain(open_, adapter, tmp_path):
    writer = random_adapter(tmp_path / "writer.gguf", layers=1, wide=8, **{"ragkit.job": "writer"})
    kit = open_(tier="budget", judge="taught", adapter=adapter, writer_adapter=writer)
    assert "lora" in kit.writer.extra_body and not kit.llm.extra_body


def test_other_judges_do_not_look_at_the_adapter(open_, adapter):
    for judge, kind in (("odds", OddsJudge), ("structured", StructuredJudge)):
        kit = open_(tier="budget", judge=judge, adapter=adapter)
        assert isinstance(kit.judge, kind) and kit.judge_note == ""


@pytest.mark.model
@pytest.mark.process
@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"provider": "ollama"}, "the provider is ollama"),
        ({"provider": "openai", "api_key": "none"}, "the provider is openai"),
        ({"adapter": "/nowhere/owl.gguf"}, "owl.gguf cannot be used"),
        ({"model": ScriptedLLM(replies={})}, "one of your own"),
    ],
)
def test_where_it_is_not_to_be_had_the_kit_opens_says_why_and_judges_zero_shot(folder, tmp_path, settings, why):
    own = {"indexes": tmp_path / "indexes", "memory": False, "answerable_from": 0.1, "fit_from": 0.1, "partly_above": 0}
    with pytest.warns(UserWarning, match=f"judged zero-shot: the taught judge was asked for, but .*{why}") as told:
        kit = Kit.open(folder, judge="taught", **own, **settings)
    assert len(told) == 1
    assert told[0].filename == __file__
    assert str(told[0].message) == kit.judge_note
    assert isinstance(kit.judge, OddsJudge)
    assert kit.judge.invocation == ""
    assert kit.claim_judge.name == "odds"
    kit.close()


# replies that are recorded


def test_a_kit_says_with_which_model_its_replies_were_recorded(open_, folder, tmp_path, capsys):
    own = {"provider": "recorded", "recording": small_recording(tmp_path)}
    open_(**own)
    assert capsys.readouterr().err == ""  # it is opened quietly
    Kit.open(folder, indexes=tmp_path / "others", **own).close()
    assert f"Replies recorded with {SMALL} on 2026-01-31." in capsys.readouterr().err


def test_a_recording_that_cannot_be_used_is_said_before_the_documents_are_embedded(open_, tmp_path):
    with pytest.raises(RecordingError, match="no such file or folder"):
        open_(provider="recorded", recording=tmp_path / "nowhere.gz")
    with pytest.raises(RecordingError, match="got no recording"):
        open_(provider="recorded")
    assert open_.embed.asked == []


def test_a_model_of_ones_own_needs_no_recording(open_):
    script = ScriptedLLM(replies={"When": "At night [1]."})
    assert run(naive(), "When do owls hunt?", open_(model=script, provider="recorded")).answer == "At night [1]."


def test_the_thresholds_of_a_recorded_model_are_those_of_the_model(open_, tmp_path):
    recorded = open_(provider="recorded", recording=small_recording(tmp_path))
    assert not recorded.thresholds.note and "embedded" in recorded.thresholds.source


def test_the_depth_and_the_thresholds_say_where_each_value_comes_from(kit):
    opened = kit(depth="complex", fit_from=0.5)
    depth, thresholds = str(opened.depth), str(opened.thresholds)
    assert opened.depth.row == opened.settings.depth_of("complex") and "set by you" in depth.splitlines()[0]
    (fit,) = [line for line in thresholds.splitlines() if line.startswith("fit_from")]
    (risk,) = [line for line in thresholds.splitlines() if line.startswith("risk_up_to")]
    assert fit.split() == ["fit_from", "0.5", "set", "by", "you"] and risk.endswith("default")
