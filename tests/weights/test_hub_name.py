"""Names of files on the hub: their parts, and what a wrong one says."""

import pytest

from ragkit.weights import ModelFileError
from ragkit.weights.hub_name import FORM, HubName, parse

HEX = "0123456789abcdef" * 4


def test_a_name_is_owner_repository_and_file():
    assert parse("hf:acme/Owl-7B.v1_GGUF/owl-q4_k_m.gguf") == HubName("acme/Owl-7B.v1_GGUF", "owl-q4_k_m.gguf", "")


def test_a_file_may_be_in_a_subfolder_and_have_spaces():
    assert parse("hf:acme/owl/q4/small/owl 1 (new).gguf").path == "q4/small/owl 1 (new).gguf"


def test_a_hash_is_taken_in_either_case_and_is_no_part_of_the_file():
    name = parse(f"hf:acme/owl/owl.gguf@sha256:{HEX.upper()}")
    assert name.sha256 == HEX and name.file == "hf:acme/owl/owl.gguf"


@pytest.mark.parametrize(
    ("rest", "got"),
    [
        ("", "no owner and repository"),
        ("../owl/owl.gguf", "no owner and repository"),
        ("ac me/owl/owl.gguf", "no owner and repository"),
        ("acme/owl.gguf", "'' where the path"),
        ("acme/owl/owl.safetensors", "'owl.safetensors' where the path"),
        ("acme/owl/../../owl.gguf", "'../../owl.gguf' where the path"),
        ("acme/owl/q4/.owl.gguf", "'q4/.owl.gguf' where the path"),
        ("acme/owl//owl.gguf", "'/owl.gguf' where the path"),
        ("acme/owl/q4\\owl.gguf", r"'q4\\owl.gguf' where the path"),
        ("acme/owl/C:owl.gguf", "'C:owl.gguf' where the path"),
        ("acme/owl/owl.gguf\n", r"'owl.gguf\n' where the path"),
        ("acme/owl@main/owl.gguf", "'' where the path"),
        ("acme/owl/owl.gguf@", "'' where sha256:"),
        (f"acme/owl/owl.gguf@{HEX}", f"'{HEX}' where sha256:"),
        (f"acme/owl/owl.gguf@sha256:{HEX[1:]}", f"'sha256:{HEX[1:]}' where sha256:"),
        (f"acme/owl/owl.gguf@md5:{HEX}", f"'md5:{HEX}' where sha256:"),
    ],
)
def test_a_malformed_name_says_what_was_asked_what_is_wrong_and_which_form_is_expected(rest, got):
    with pytest.raises(ModelFileError) as caught:
        parse(f"hf:{rest}")
    asked, came, then = caught.value.args
    assert asked == f"the model {f'hf:{rest}'!r}" and came.startswith(got) and then == f"write {FORM}"


def test_one_part_of_a_split_model_is_refused_with_two_ways_out():
    with pytest.raises(ModelFileError, match=r"(?s)one part of a model that is split.*whole.*llama-gguf-split --merge"):
        parse("hf:acme/owl/owl-00001-of-00003.gguf")
    assert parse("hf:acme/owl/owl-1-of-3.gguf").path == "owl-1-of-3.gguf"
