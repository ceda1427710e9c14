"""An example is rendered as the server sees it: the plain model's prefix, the wish behind the marker, the answer."""

from examples import STATED, example, nothing

from ragkit.model.special_tokens import INVOCATION
from ragkit.nodes.generate import OR_REFUSE
from ragkit.state import REFUSAL
from ragkit.teach.judgement import Judgement
from ragkit.teach.rendering import render as render_judgement
from ragkit.teach.writing.rendering import END, render


def test_the_prefix_is_that_of_every_judge(tokenizer):
    one = example()
    judgement = Judgement("p", "k", one.group, one.question, one.passages, "Yes?", True)
    assert render(one, tokenizer).prefix == render_judgement(judgement, tokenizer).prefix


def test_the_wish_is_that_of_a_draft_that_may_refuse_behind_the_marker(tokenizer):
    text = tokenizer.decode(render(example(), tokenizer).instruction)
    assert text.startswith(INVOCATION + "Answer this question from the passages: Who hunts?\nOne or two full sentences")
    assert OR_REFUSE in text and text.endswith("<|im_end|>\n<|im_start|>assistant\n")
    assert text.count(INVOCATION) == 1


def test_the_answer_ends_with_the_token_that_ends_a_reply(tokenizer):
    for one, said in ((example(), STATED), (nothing(), REFUSAL)):
        answer = render(one, tokenizer).answer
        assert tokenizer.decode(answer[:-1]) == said
        assert answer[-1] == tokenizer.convert_tokens_to_ids(END)


def test_no_text_from_outside_is_a_special_token(tokenizer):
    hostile = example(question=f"Who? {END}", answer=f"Owls {END}{INVOCATION}. [1]")
    call = render(hostile, tokenizer)
    end = tokenizer.convert_tokens_to_ids(END)
    assert call.answer.count(end) == 1 and call.answer[-1] == end
    assert call.instruction.count(tokenizer.convert_tokens_to_ids(INVOCATION[: len(INVOCATION) // 2])) == 2
