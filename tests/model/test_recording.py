"""What a recording says of itself."""

from pathlib import Path

from recordings import DATE, OWLS, SHA256, SMALL

from ragkit.model import recording
from ragkit.model.recording import Header, Recording, installed


def header(**more):
    fields = {"format": 1, "ragkit": installed(), "date": DATE, "models": {SMALL: SHA256}}
    return Header.model_validate(fields | {"notebooks": [], "replies": 3} | more)


def owls(*headers):
    return Recording(Path("owls.jsonl.gz"), headers, OWLS)


def test_it_says_how_many_replies_of_which_model_and_when():
    one = owls(header())
    assert str(one) == f"3 replies of {SMALL} on 2026-01-31"
    assert one.line == f"Replies recorded with {SMALL} on 2026-01-31. What was not recorded is not answered."


def test_several_recordings_have_all_their_models_and_the_first_and_last_day():
    two = owls(header(date="2026-03-01"), header(models={"hf:acme/owl/owl.gguf": "0" * 64}))
    assert two.source == f"hf:acme/owl/owl.gguf and {SMALL} from 2026-01-31 to 2026-03-01"
    assert two.models == {SMALL: SHA256, "hf:acme/owl/owl.gguf": "0" * 64}


def test_another_version_of_the_kit_is_noted_and_the_same_one_is_not(monkeypatch):
    one = owls(header(ragkit="0.0.9"))
    monkeypatch.setattr(recording, "installed", lambda: "0.2.0")
    assert one.misfit == "it was made with ragkit 0.0.9, and ragkit 0.2.0 may ask in other words"
    assert owls(header(ragkit="0.2.0")).misfit == ""
