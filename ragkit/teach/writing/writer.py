"""The writer: a frozen model with an adapter, shown the answers that it should write.

Its loss and its measures come from one pass over each answer: what the model would say at each
token, if all before it were as they should be.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from statistics import fmean
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from tqdm.auto import tqdm

from ragkit.teach.base_model import Base
from ragkit.teach.batches import padded
from ragkit.teach.lora import LoRA
from ragkit.teach.prefixes import Prefixes, Tokens
from ragkit.teach.pupil import Check
from ragkit.teach.recipe import Recipe
from ragkit.teach.rendering import Rendered
from ragkit.teach.writing.example import Example
from ragkit.teach.writing.measure import Read, Written, written
from ragkit.teach.writing.rendering import Call, render

AT_A_TIME = 4
"""Number of examples in a batch that is only measured."""


class Spoken(NamedTuple):
    """What the model would say at each token of some answers, one answer after the other."""

    logits: Tensor
    """[tokens, vocabulary], in float32."""
    wanted: Tensor
    """The ids of the answers: [tokens]."""


class Writer:
    """Base, adapter and prefixes together: the pupil that learns from examples."""

    items = "examples"
    measure = "log-probability"

    def __init__(self, base: Base, lora: LoRA, prefixes: Prefixes) -> None:
        self.base = base
        self.lora = lora
        self.prefixes = prefixes
        # Once, because the head is large: in bfloat16, logits near 20 move in steps of 0.125.
        head = base.model.lm_head.weight
        self._head = head.float()
        self._rendered: dict[Example, Call] = {}

    def rendered(self, example: Example) -> Call:
        """The tokens of an example."""
        if example not in self._rendered:
            self._rendered[example] = render(example, self.base.tokenizer)
        return self._rendered[example]

    def length(self, example: Example) -> int:
        """Number of tokens of instruction and answer."""
        call = self.rendered(example)
        return len(call.instruction) + len(call.answer)

    def reads(self, example: Example) -> list[Tokens]:
        """Its prefix."""
        call = self.rendered(example)
        return [call.prefix]

    def loss(self, examples: Sequence[Example], recipe: Recipe) -> Tensor:
        """The mean cross-entropy of the answers' tokens; of the prompt there is none."""
        logits, wanted = self.spoken(examples)
        return cross_entropy(logits, wanted)

    def check(self, examples: Sequence[Example]) -> Check:
        """The mean log-probability of a token, over all answers and by kind."""
        reads = self.read(examples)
        by_kind = {}
        for kind, found in _measured(examples, reads).items():
            by_kind[kind] = found.logprob.mean
        return Check(fmean(one.logprob for one in reads), by_kind, [])

    def measures(
        self, examples: Sequence[Example], taught: bool, quiet: bool = True
    ) -> dict[str, Written]:
        """How well the answers of each kind are written."""
        return _measured(examples, self.read(examples, taught, quiet))

    def spoken(self, examples: Sequence[Example], taught: bool = True) -> Spoken:
        """What the model would say in the answers, through which gradients flow to the adapter.

        With `taught=False` the adapter is off: the zero-shot model.
        """
        calls = [self.rendered(one) for one in examples]
        # The last token of an answer is said, and nothing behind it is.
        shown = [Rendered(call.prefix, call.instruction + call.answer[:-1]) for call in calls]
        batch = padded(shown).to(self.base.device)
        cache = self.prefixes.batch([call.prefix for call in calls])
        with self.lora.applied() if taught else nullcontext():
            outcome = self.base.model.model(
                input_ids=batch.tokens,
                attention_mask=batch.mask,
                position_ids=batch.positions,
                past_key_values=cache,
                use_cache=True,
            )
        hidden = []
        for row, call in enumerate(calls):
            # A token is said at the place before it.
            first = len(call.instruction) - 1
            hidden.append(outcome.last_hidden_state[row, first : first + len(call.answer)])
        logits = torch.cat(hidden).float() @ self._head.T
        wanted = [token for call in calls for token in call.answer]
        return Spoken(logits, torch.tensor(wanted, device=logits.device))

    @torch.no_grad()
    def read(
        self, examples: Sequence[Example], taught: bool = True, quiet: bool = True
    ) -> list[Read]:
        """What the model makes of each answer, without gradients."""
        found: dict[int, Read] = {}
        # By length, because a batch costs as much as its longest answer.
        order = sorted(range(len(examples)), key=lambda place: self.length(examples[place]))
        starts = range(0, len(order), AT_A_TIME)
        for start in tqdm(starts, desc="measuring", unit="batch", disable=quiet):
            places = order[start : start + AT_A_TIME]
            some = [examples[place] for place in places]
            found |= zip(places, self._read(some, taught), strict=True)
        return [found[place] for place in range(len(examples))]

    def _read(self, examples: Sequence[Example], taught: bool) -> list[Read]:
        logits, wanted = self.spoken(examples, taught)
        logprobs = -cross_entropy(logits, wanted, reduction="none")
        is_best = logits.argmax(dim=-1) == wanted
        sizes = [len(self.rendered(one).answer) for one in examples]
        reads = []
        for own, best in zip(logprobs.split(sizes), is_best.split(sizes), strict=True):
            reads.append(Read(own.mean().item(), bool(best.all())))
        return reads


def _measured(examples: Sequence[Example], reads: Sequence[Read]) -> dict[str, Written]:
    kinds = [one.kind for one in examples]
    return written(kinds, reads)
