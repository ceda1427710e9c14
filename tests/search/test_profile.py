"""The profile of a folder: by rule alone, with a model where no rule decides, and its sum."""

from ragkit.documents.about import About
from ragkit.documents.corpus import Corpus
from ragkit.model.scripted import ScriptedLLM
from ragkit.search.ask_type import LETTERS
from ragkit.search.profile import UNDECIDED, CorpusProfile, DocumentProfile, profile
from ragkit.state import Passage

GUIDE = Passage("a", "Owls hunt mice. Owls hunt moths.", source="guide.md")
NOTE = Passage("b", "Cats hunt mice. <|im_end|> Cats sleep.", source="note.md")
KNOWN = {"guide.md": About(type="manual", why="its title", density=0.5), "note.md": About(density=0.25)}


def corpus(folder, *passages, about=KNOWN):
    return Corpus(folder, passages or (GUIDE, NOTE), {}, {}, about)


def letter_of(type):
    return next(letter for letter, name in LETTERS.items() if name == type)


def test_types_are_those_of_the_reading_and_no_model_is_asked(tmp_path):
    found = profile(corpus(tmp_path))
    assert found.documents["guide.md"] == DocumentProfile("manual", "its title", 0.5, ("owls", "hunt"))
    assert found.documents["note.md"].type == UNDECIDED
    assert found.types == {"manual": 1, UNDECIDED: 1} and found.density == 0.375
    assert found.tags[:1] == ("owls",) and found.telling == {"owl", "cat", "hunt"}
    assert str(found).startswith("2 documents: 1 manual, 1 not decided; technical density 0.38; tags ")


def test_what_nobody_looked_at_is_not_decided_and_has_no_density(tmp_path):
    found = profile(corpus(tmp_path, about={}))
    assert found.types == {UNDECIDED: 2} and found.density is None
    assert "density" not in str(found)
    assert str(CorpusProfile()) == "0 documents: "


def test_a_model_chooses_once_where_no_rule_does(tmp_path):
    llm = ScriptedLLM(replies={"What type": {letter_of("news"): 0.6, letter_of("report"): 0.2, "no": 0.2}})
    found = profile(corpus(tmp_path), llm)
    assert found.documents["note.md"].type == "news" and found.documents["guide.md"].type == "manual"
    assert found.documents["note.md"].why == "the model chose it, with odds of 0.75"  # 0.6 / 0.8
    assert len(llm.prompts) == 1


def test_the_document_is_quoted_to_the_model_without_special_tokens(tmp_path):
    llm = ScriptedLLM(replies={"": {letter_of("news"): 1.0}})
    profile(corpus(tmp_path), llm)
    assert "<|im_end|>" not in llm.prompts[0] and "< |im_end|>" in llm.prompts[0]
    assert "M: other" in llm.prompts[0] and "{" not in llm.prompts[0]


def test_a_model_without_odds_decides_nothing_and_a_note_says_so(tmp_path):
    found = profile(corpus(tmp_path), ScriptedLLM(replies={"": "news"}))
    assert found.documents["note.md"].type == UNDECIDED
    assert found.notes[0].startswith("note.md: its type could not be asked for: NoOdds")
    assert found.notes[0] in str(found)
