"""`ragkit.yml`: what it may say, who wins over it, and which file a study writes over."""

import pytest
from fakes import FakeEmbed, model

from ragkit.__main__ import main
from ragkit.documents.folder import QUESTIONS
from ragkit.kit import Kit
from ragkit.recommended import (
    HEAD,
    NAME,
    YOURS,
    BadRecommendation,
    Recommended,
    recommend,
    recommended,
    with_recommended,
)
from ragkit.settings import Settings

OWN = "graph: hybrid\nsettings: {wrong_costs: 2.0, searches: 5}\n"


@pytest.fixture
def folder(tmp_path):
    """A folder with a document, and `ragkit.yml` as it is written into it."""
    documents = tmp_path / "owls"
    documents.mkdir()
    (documents / "owls.md").write_text("# Owls\n\nOwls hunt mice at night.\n")
    return documents


def written(folder, text):
    (folder / NAME).write_text(text)
    return folder


# Reading


def test_a_file_says_a_graph_and_settings(folder):
    found = recommended(written(folder, OWN))
    assert found == Recommended(graph="hybrid", settings={"wrong_costs": 2.0, "searches": 5})


def test_where_there_is_no_file_nothing_is_recommended_and_the_settings_stay(folder):
    settings = Settings()
    assert recommended(folder) is None and with_recommended(settings, folder) is settings


def test_in_a_corpus_of_the_kit_the_file_is_beside_its_questions(folder):
    docs = folder / "docs"
    docs.mkdir()
    (folder / QUESTIONS).touch()
    assert recommended(docs) is None
    written(folder, OWN)
    assert recommended(docs).graph == "hybrid"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("graph: hybrid\ngraf: crag\n", "graf"),
        ("settings: {wrong_costs: 1}\n", "graph"),
        ("", "valid dictionary"),
        ("- hybrid\n", "valid dictionary"),
        ("graph: [\n", "while parsing"),
        ("graph: hybrid\nsettings: {wrong_cost: 1}\n", "no such setting: wrong_cost"),
        ("graph: hybrid\nsettings: {wrong_costs: -1}\n", "wrong_costs"),
        ("graph: hybrid\nsettings: {searches: owl}\n", "searches"),
        ("graph: hybrid\nsettings: {chunk_tokens: 99}\n", "chunk_tokens decides how an index is made; set it in Kit"),
        ("graph: hybrid\nsettings: {mcp_server: rm -rf owls}\n", "mcp_server decides how an index is made"),
        ("graph: !!python/object/apply:os.system [ls]\n", "could not determine a constructor"),
    ],
)
def test_a_file_with_a_fault_is_an_error_that_names_it_and_the_fault(folder, text, said):
    with pytest.raises(BadRecommendation) as caught:
        recommended(written(folder, text))
    assert str(folder / NAME) in str(caught.value) and said in str(caught.value)
    assert "mend it, or delete it" in str(caught.value)


def test_a_file_that_is_no_text_is_an_error_too(folder):
    (folder / NAME).write_bytes(b"\xff\xfe\x00\xd8\x00")
    with pytest.raises(BadRecommendation, match="mend it, or delete it"):
        recommended(folder)


@pytest.mark.parametrize(
    "setting",
    ["base_url: http://evil.example/v1", "provider: openai", "api_key: sk-owl", "otlp: http://evil.example",
     "record_to: /tmp/all", "adapter: /tmp/evil.gguf", "model: evil/owl", "order_filter: false",
     "poison_filter: false"],
)  # fmt: skip
def test_documents_of_a_stranger_say_neither_where_texts_are_sent_nor_what_is_screened(folder, setting):
    written(folder, f"graph: hybrid\nsettings: {{{setting}}}\n")
    with pytest.raises(BadRecommendation, match=f"{setting.partition(':')[0]} is not for a folder to say"):
        recommended(folder)


def test_what_a_folder_may_not_say_are_settings():
    assert set(Settings.model_fields) > YOURS


def test_an_error_shows_no_key(folder):
    written(folder, "graph: hybrid\nsettings: {api_key: sk-0123456789abcdef, wrong_costs: -1}\n")
    with pytest.raises(BadRecommendation) as caught:
        recommended(folder)
    assert "sk-0123456789abcdef" not in str(caught.value)


# Who wins


def test_a_setting_that_nobody_set_is_that_of_the_file(folder):
    found = with_recommended(Settings(seed=7), written(folder, OWN))
    assert (found.wrong_costs, found.searches, found.seed) == (2.0, 5, 7)


def test_a_keyword_and_a_variable_win_over_the_file(folder, monkeypatch):
    monkeypatch.setenv("RAGKIT_SEARCHES", "4")
    found = with_recommended(Settings(wrong_costs=0.5), written(folder, OWN))
    assert (found.wrong_costs, found.searches) == (0.5, 4)


def test_a_line_of_a_dotenv_file_wins_too(folder, tmp_path, monkeypatch):
    (tmp_path / ".env").write_text("RAGKIT_WRONG_COSTS=9\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(Settings.model_config, "env_file", (".env",))
    assert with_recommended(Settings(), written(folder, OWN)).wrong_costs == 9


def test_a_keyword_that_is_the_default_wins_as_well(folder):
    usual = Settings().wrong_costs
    assert with_recommended(Settings(wrong_costs=usual), written(folder, OWN)).wrong_costs == usual


def test_a_key_of_yours_stays_a_key(folder):
    found = with_recommended(Settings(api_key="sk-0123456789abcdef"), written(folder, OWN))
    assert found.api_key.get_secret_value() == "sk-0123456789abcdef" and "sk-0" not in repr(found)


# Writing


def test_what_a_study_writes_is_read_as_it_was(folder, tmp_path):
    said = Recommended(graph="hybrid", settings={"wrong_costs": 1.5})
    file = recommend(said, folder, tmp_path / "study")
    assert file == folder / NAME and recommended(folder) == said
    assert file.read_text() == f"{HEAD}graph: hybrid\nsettings:\n  wrong_costs: 1.5\n"


def test_its_own_file_is_written_over(folder, tmp_path):
    recommend(Recommended(graph="hybrid"), folder, tmp_path / "study")
    recommend(Recommended(graph="crag"), folder, tmp_path / "study")
    assert recommended(folder).graph == "crag" and not (tmp_path / "study").exists()


@pytest.mark.parametrize("text", [OWN, "", "# mine\n" + HEAD + OWN])
def test_one_that_a_person_wrote_is_not_written_over(folder, tmp_path, text):
    written(folder, text)
    file = recommend(Recommended(graph="crag"), folder, tmp_path / "study")
    assert file == tmp_path / "study" / NAME and "graph: crag" in file.read_text()
    assert (folder / NAME).read_text() == text


def test_whoever_deletes_the_first_line_keeps_the_file(folder, tmp_path):
    file = recommend(Recommended(graph="hybrid"), folder, tmp_path / "study")
    file.write_text(file.read_text().removeprefix(HEAD))
    assert recommend(Recommended(graph="crag"), folder, tmp_path / "study") == tmp_path / "study" / NAME


# A kit, and the command `ask`


@pytest.fixture
def scripted(use, monkeypatch):
    """No model and no weights for a kit that is opened."""
    monkeypatch.setenv("RAGKIT_CACHE", str(use().cache))
    monkeypatch.setattr("ragkit.kit.SentenceEmbedder", lambda _: FakeEmbed())
    monkeypatch.setattr("ragkit.kit.chat", lambda *_: model())


def test_a_kit_has_the_settings_of_its_folder_but_for_your_keywords(folder, scripted):
    kit = Kit.open(written(folder, OWN), quiet=True, memory=False, searches=3)
    assert (kit.settings.wrong_costs, kit.settings.searches) == (2.0, 3)
    kit.close()


def test_the_file_is_no_document(folder, scripted):
    kit = Kit.open(written(folder, OWN), quiet=True, memory=False)
    assert {passage.source for passage in kit.corpus.passages} == {"owls.md"} and kit.corpus.skipped == {}
    kit.close()


def test_a_kit_is_not_opened_on_a_bad_file(folder, scripted):
    with pytest.raises(BadRecommendation, match="graf"):
        Kit.open(written(folder, "graph: hybrid\ngraf: crag\n"), quiet=True, memory=False)


def test_ask_takes_the_system_of_the_file_and_a_named_one_before_it(folder, scripted, capsys):
    written(folder, "graph: naive\n")
    assert main(["ask", str(folder), "What do owls hunt?"]) == 0
    assert "asking naive about" in capsys.readouterr().err
    assert main(["ask", str(folder), "What do owls hunt?", "--graph", "hybrid"]) == 0
    assert "asking hybrid about" in capsys.readouterr().err


def test_ask_without_a_file_takes_adaptive(folder, scripted, capsys):
    assert main(["ask", str(folder), "What do owls hunt?"]) == 0
    assert "asking adaptive about" in capsys.readouterr().err


def test_ask_says_which_file_is_bad_and_which_systems_there_are(folder, scripted, capsys):
    assert main(["ask", str(written(folder, "graph: [\n")), "What do owls hunt?"]) == 1
    assert f"{NAME}: mend it, or delete it" in capsys.readouterr().err
    assert main(["ask", str(written(folder, "graph: magic\n")), "What do owls hunt?"]) == 2
    assert "asked for the system 'magic'; there are extract" in capsys.readouterr().err
