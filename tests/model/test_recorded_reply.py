"""What is kept of a reply: what the kit reads, and nothing that names a machine or a moment."""

import math

import pytest
from langchain_core.messages import AIMessage
from pydantic import ValidationError

from ragkit.model.meter import first_tokens, measured
from ragkit.model.recorded_reply import Reply, source_of
from ragkit.model.replies import was_cached

TOP = [{"token": "Yes", "logprob": math.log(0.75), "bytes": [89]}, {"token": " no", "logprob": math.log(0.25)}]
USAGE = {
    "input_tokens": 70,
    "output_tokens": 1,
    "total_tokens": 71,
    "input_token_details": {"cache_read": 60},
}
JUDGED = AIMessage(
    "Yes",
    id="lc_run-1",
    additional_kwargs={"refusal": None},
    usage_metadata=USAGE,
    response_metadata={
        "id": "chatcmpl-1",
        "model_name": "/home/owl/models/owl.gguf",
        "system_fingerprint": "b1",
        "finish_reason": "length",
        "cached": True,
        "logprobs": {"content": [TOP[0] | {"top_logprobs": TOP}], "refusal": None},
    },
)


def test_text_tokens_end_and_odds_come_back_as_they_were():
    message = Reply.of(JUDGED).message("owl on 2026-01-31")
    assert message.content == "Yes"
    assert message.response_metadata["finish_reason"] == "length"
    assert first_tokens(message) == first_tokens(JUDGED) == {"Yes": 0.75, " no": 0.25}
    (token,) = message.response_metadata["logprobs"]["content"]
    assert (token["token"], token["logprob"], len(token["top_logprobs"])) == ("Yes", math.log(0.75), 2)
    use = measured(message, 0.0)
    assert (use.evaluated, use.reused, use.generated) == (10, 60, 1)


def test_a_recorded_reply_says_with_which_model_and_counts_as_one_from_disk():
    message = Reply.of(JUDGED).message("owl on 2026-01-31")
    assert source_of(message) == "owl on 2026-01-31" and was_cached(message)
    assert source_of(JUDGED) == ""


def test_ids_paths_and_versions_of_a_server_are_left_out():
    kept = Reply.of(JUDGED).model_dump_json()
    assert not any(foreign in kept for foreign in ("/home", "chatcmpl", "lc_run", "b1", "cached", "bytes"))


def test_a_plain_reply_is_its_text_alone():
    reply = Reply.of(AIMessage("Hoo."))
    assert reply.model_dump(exclude_defaults=True) == {"text": "Hoo."}
    message = reply.message("owl")
    assert message.usage_metadata is None and message.response_metadata == {"cached": True, "recorded": "owl"}


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"text": 1},
        {"text": "Hoo.", "tool_calls": []},
        {"text": "Hoo.", "tokens": [1, 2]},
        {"text": "Hoo.", "logprobs": [["Yes"]]},
        {"text": "Hoo.", "tokens": [-1, 0, 1]},
        {"text": "Hoo.", "logprobs": [["Yes", [["Yes", 2.0]]]]},
        {"text": "Hoo.", "logprobs": [["Yes", [["Yes", math.inf]]]]},
        {"text": "Hoo.", "logprobs": [["Yes", [["Yes", math.nan]]]]},
    ],
)
def test_what_is_no_reply_is_refused(fields):
    with pytest.raises(ValidationError):
        Reply.model_validate(fields)
