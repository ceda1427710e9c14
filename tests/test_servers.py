"""A room that shares: one model server, one index and one read-only folder of model files, all on loopback.

What the page docs/workshops/servers.md tells an instructor to set is what is set here.
"""

import asyncio
import re
import sys
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest
import yaml
from fakes import FakeEmbed, model, served
from vector_stores import chroma_server

import ragkit.kit
from ragkit import run
from ragkit.graphs import adaptive, naive
from ragkit.kit import SIDE_BY_SIDE, Kit
from ragkit.settings import Settings
from ragkit.weights import FILES, ModelFileError, ensure

PAGE = Path(__file__).parents[1] / "docs" / "workshops" / "servers.md"
EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
TEXT = PAGE.read_text()
LINKS = re.findall(r"\]\((?!https?:)([^)#]+)", TEXT)
QUESTION = "When do owls hunt?"


@pytest.fixture(scope="module")
def chroma(alone, tmp_path_factory):
    with chroma_server(tmp_path_factory.mktemp("chroma")) as running:
        yield running


@pytest.fixture
def embeds(monkeypatch):
    """The embedder of every kit that is opened, in order."""
    made = []

    def embedder(_):
        made.append(FakeEmbed())
        return made[-1]

    monkeypatch.setattr(ragkit.kit, "SentenceEmbedder", embedder)
    return made


@pytest.fixture
def weights(tmp_path, cache):
    """A folder of model files that nobody may write to."""
    shared = tmp_path / "weights"
    shared.mkdir()
    for name in FILES:
        (shared / name).symlink_to(cache / name, target_is_directory=True)
        (shared / f"{name}.json").write_bytes((cache / f"{name}.json").read_bytes())
    shared.chmod(0o555)
    yield shared
    shared.chmod(0o755)


@pytest.fixture
def learner(tmp_path, chroma, endpoint, weights, embeds):
    """A learner at a machine of their own: a home with the documents, and the settings that the room shares."""
    server = endpoint(served(model()))
    kits = []

    def sits_down(name, **more):
        home = tmp_path / name
        folder = home / "animals"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "owls.md").write_text("# Owls\n\nMost owls hunt mice at night.")
        (folder / "cats.md").write_text("# Cats\n\nMost cats hunt mice by day.")
        shared = {
            "store": chroma.url, "weights": weights, "cache": home / "cache", "provider": "openai",
            "base_url": f"{server.url}/v1", "model": "owl", "api_key": "sk-room", "reranker": "none",
        }  # fmt: skip
        kits.append(Kit.open(folder, quiet=True, **shared | more))
        return kits[-1]

    sits_down.server = server
    yield sits_down
    for kit in kits:
        kit.close()


def contents(folder):
    return {path: path.lstat().st_mtime_ns for path in (folder, *folder.rglob("*"))}


@pytest.mark.process
def test_two_learners_share_one_index_and_one_model_and_keep_everything_else_apart(learner, embeds, weights, tmp_path):
    before = contents(weights)
    ada, bob = learner("ada"), learner("bob")
    assert len(embeds[0].asked) == 2 and embeds[1].asked == []
    assert ada.retriever.dense.store.store.name == bob.retriever.dense.store.store.name
    for kit in (ada, bob):
        trace = run(adaptive(), QUESTION, kit)
        assert trace.answer == "Owls hunt mice at night [1]." and not trace.usage.cached
    assert (tmp_path / "ada/cache/replies").is_dir() and (tmp_path / "bob/cache/replies").is_dir()
    assert len(ada.memory) == 1 and ada.memory.folder != bob.memory.folder
    assert contents(weights) == before


@pytest.mark.process
def test_one_learner_has_two_notebooks_open_which_a_folder_does_not_allow(learner):
    one, two = learner("ada", memory=False), learner("ada", memory=False)
    assert run(naive(), QUESTION, one).answer == run(naive(), QUESTION, two).answer


@pytest.mark.process
def test_a_class_that_begins_at_once_gets_its_answers(learner):
    answers = {}

    def begins(name):
        answers[name] = run(naive(), QUESTION, learner(name)).answer

    names = [f"learner{n}" for n in range(6)]
    threads = [Thread(target=begins, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == dict.fromkeys(names, "Owls hunt mice at night [1].")


@pytest.mark.process
def test_a_learner_who_edits_a_document_disturbs_nobody(learner, tmp_path):
    ada = learner("ada")
    learner("bob").close()
    (tmp_path / "bob/animals/dogs.md").write_text("# Dogs\n\nDogs bark at night.")
    bob = learner("bob")
    assert bob.retriever.dense.search("dogs bark", 1)[0].source == "dogs.md"
    assert {passage.source for passage in ada.retriever.dense.search("dogs bark", 9)} == {"owls.md", "cats.md"}


def test_model_files_are_used_from_a_folder_that_is_only_read(weights):
    before = contents(weights)
    settings = Settings(weights=weights, cache=weights.parent / "cache")
    assert ensure("all-minilm-l6-v2", settings.weights_folder, quiet=True) == weights / "all-minilm-l6-v2"
    assert contents(weights) == before


def test_a_model_that_a_folder_lacks_where_nobody_may_write_names_the_setting(tmp_path):
    (tmp_path / "weights").write_text("no folder, so that root cannot write there either")
    with pytest.raises(ModelFileError, match="set RAGKIT_WEIGHTS or RAGKIT_CACHE to another one"):
        ensure("all-minilm-l6-v2", tmp_path / "weights", quiet=True)


# The page


def of_page(name, **known):
    """The names of a Python file that the page links to."""
    file = next((PAGE.parent / link).resolve() for link in LINKS if link.endswith(f"/{name}"))
    exec(compile(file.read_text(), file, "exec"), known)
    return known


class Traits(SimpleNamespace):
    """What JupyterHub offers as `c`: any name is a part, which takes any setting."""

    def __getattr__(self, name):
        setattr(self, name, SimpleNamespace())
        return getattr(self, name)


def test_the_hubs_configuration_names_settings_and_gives_each_learner_a_key(monkeypatch, tmp_path):
    hub = Traits()
    names = of_page("jupyterhub_config.py", get_config=lambda: hub)
    (tmp_path / "keys.json").write_text('{"ada": "sk-ada", "bob": "sk-bob"}')
    names["KEYS"] = tmp_path / "keys.json"
    ada = SimpleNamespace(user=SimpleNamespace(name="ada"))
    chosen = {name: value(ada) if callable(value) else value for name, value in hub.Spawner.environment.items()}
    for name, value in chosen.items():
        assert name.removeprefix("RAGKIT_").lower() in Settings.model_fields
        monkeypatch.setenv(name, value)
    settings = Settings()
    assert settings.model_for("answer") == settings.model_for("judge") == chosen["RAGKIT_MODEL"]
    assert settings.api_key.get_secret_value() == "sk-ada" and settings.progress.parent.name == "ada"
    assert settings.store == "http://172.17.0.1:8000"


def test_the_image_has_what_the_hub_does_not_set(monkeypatch):
    text = (EXAMPLES / "hub/Dockerfile").read_text()
    for name, value in re.findall(r"(RAGKIT_[A-Z]+)=(\S+)", text.partition("WORKDIR")[0]):
        monkeypatch.setenv(name, value)
    settings = Settings()
    assert settings.weights_folder == Path("/srv/ragkit/weights")
    assert settings.recording == Path("/srv/ragkit/replies.jsonl.gz")
    (hub,) = re.findall(r"jupyterhub==\S+", text)
    assert hub in (EXAMPLES / "hub/jupyterhub_config.py").read_text()


def test_the_gateway_serves_the_model_that_the_page_names_with_a_price():
    gateway = yaml.safe_load((EXAMPLES / "gateway/gateway.yml").read_text())
    (model,) = gateway["model_list"]
    assert f"RAGKIT_MODEL={model['model_name']}\n" in TEXT and f"--alias {model['model_name']} " in TEXT
    assert model["litellm_params"]["input_cost_per_token"] > 0
    assert gateway["litellm_settings"]["request_timeout"] == Settings().timeout


def test_without_a_database_the_gateway_knows_learners_by_a_file_and_limits_each(monkeypatch, tmp_path):
    kinds = SimpleNamespace(ProxyException=PermissionError, UserAPIKeyAuth=SimpleNamespace)
    monkeypatch.setitem(sys.modules, "litellm.proxy._types", kinds)
    (tmp_path / "keys.json").write_text('{"ada": "sk-ada"}')
    monkeypatch.setenv("RAGKIT_CLASS_KEYS", str(tmp_path / "keys.json"))
    ask = of_page("keys.py")["user_api_key_auth"]
    assert vars(asyncio.run(ask(None, "sk-ada"))) == {
        "api_key": "sk-ada", "key_alias": "ada", "max_parallel_requests": SIDE_BY_SIDE,
    }  # fmt: skip
    with pytest.raises(PermissionError, match="no learner has this key"):
        asyncio.run(ask(None, "sk-bob"))


def test_every_setting_that_the_page_names_is_there():
    named = set(re.findall(r"RAGKIT_([A-Z_]+)", TEXT)) - {"CLASS_KEYS"}  # the gateway's own
    assert len(named) > 8
    assert {name.lower() for name in named} <= set(Settings.model_fields)


def test_links_and_files_on_the_page_are_there():
    tests = re.findall(r"tests/[\w/]+\.py", TEXT)
    assert LINKS and all((PAGE.parent / link).exists() for link in LINKS)
    assert len(tests) == 4 and all((PAGE.parents[2] / test).exists() for test in tests)


def test_the_page_names_every_file_of_its_examples():
    files = {file for folder in ("hub", "gateway") for file in (EXAMPLES / folder).iterdir() if file.is_file()}
    linked = {(PAGE.parent / link).resolve() for link in LINKS}
    assert {file.name for file in files - linked} == {"Dockerfile.dockerignore"}  # Docker finds it by its name
