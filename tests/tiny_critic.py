"""A base that is taught in seconds: a random Qwen2 of two layers whose tokens are bytes, in float32."""

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

from ragkit.state import Passage
from ragkit.teach.judgement import Judgement
from ragkit.teach.split import split_of
from ragkit.weights import MARKER

TEMPLATE = (
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>' + '\n' }}{% endfor %}"
    "{{ '<|im_start|>assistant\n' }}"
)
"""What Qwen2.5's template comes to for a system message and a question."""
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", MARKER]


def byte_tokenizer():
    """Bytes, one merge and four special tokens, so that yes begins with `y` or `Y`."""
    from transformers import PreTrainedTokenizerFast

    vocabulary = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "ow"]
    tokens = Tokenizer(models.BPE(vocab={token: id for id, token in enumerate(vocabulary)}, merges=[("o", "w")]))
    tokens.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokens.decoder = decoders.ByteLevel()
    tokens.add_special_tokens([AddedToken(token, normalized=False, special=True) for token in SPECIAL])
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=tokens, eos_token="<|endoftext|>")
    tokenizer.chat_template = TEMPLATE
    return tokenizer


def tiny_model(layers=2, dtype=torch.float32, tied=False, theta=10_000.0):
    from transformers import Qwen2Config, Qwen2ForCausalLM

    config = Qwen2Config(
        vocab_size=257 + len(SPECIAL),
        hidden_size=64,
        intermediate_size=96,
        num_hidden_layers=layers,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=1024,
        initializer_range=0.2,
        rope_parameters={"rope_type": "default", "rope_theta": theta},
        tie_word_embeddings=tied,
    )
    torch.manual_seed(0)
    model = Qwen2ForCausalLM(config).to(dtype)
    model.requires_grad_(False)
    return model.eval()


GROUPS = {part: [f"doc {n}" for n in range(80) if split_of(f"doc {n}") == part] for part in ("train", "dev", "test")}
"""Names of documents in each part."""


def judgement(yes, pair="p", kind="bird", group="doc 0", text="Owls hunt.", asked=None):
    asked = asked or ("Cats?" if yes else "Owls?")
    return Judgement(pair, kind, group, "Who?", (Passage(f"{group} {text}", text),), asked, yes)


def both(pair, kind="bird", group="doc 0", text="Owls hunt."):
    """The two judgements of a pair: what is asked tells them apart, and the random base has it the wrong way."""
    return [judgement(yes, pair, kind, group, f"{text} {group}") for yes in (True, False)]


def by_evidence(pair, kind="bird", group="doc 0"):
    """The two judgements of a pair: what is asked is the same, and one passage says it."""
    texts = {True: f"The owls hunt, says {group}.", False: f"The cats sleep, says {group}."}
    return [judgement(yes, pair, kind, group, texts[yes], "Owls?") for yes in (True, False)]


def toy(train=8, dev=4, test=4, kinds=("bird",), make=both):
    """Pairs in documents of all parts; `make` makes one."""
    rows = []
    for part, count in {"train": train, "dev": dev, "test": test}.items():
        for number in range(count):
            group = GROUPS[part][number % 2]
            kind = kinds[number % len(kinds)]
            rows += make(f"{part} {number}", kind, group)
    return rows


def stir(lora, size=0.1):
    """Give an adapter weights as if it were taught, so that it changes something."""
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for change in lora.changes.values():
            change.b.normal_(0, size, generator=generator)
