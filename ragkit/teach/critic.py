"""The critic: a frozen model with an adapter, asked yes-no questions behind kept prefixes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

import torch
from torch import Tensor
from tqdm.auto import tqdm

from ragkit.model.llm import begins
from ragkit.teach.base_model import Base
from ragkit.teach.batches import padded
from ragkit.teach.judgement import Judgement, Pair, flat
from ragkit.teach.lora import LoRA
from ragkit.teach.loss import Replies, loss
from ragkit.teach.measure import Measure, mean_auc, measures
from ragkit.teach.prefixes import Prefixes, Tokens
from ragkit.teach.pupil import Check
from ragkit.teach.recipe import Recipe
from ragkit.teach.rendering import Rendered, render

AT_A_TIME = 8
"""Number of judgements in a batch that is only measured."""


class Labels(NamedTuple):
    """The ids of the tokens that begin a label, in any spelling: `yes`, `Yes`, ` yes` and `Y`.

    They are those that `label_odds` adds up when the critic is served.
    """

    yes: list[int]
    no: list[int]


def labels(tokenizer: Any) -> Labels:
    """The tokens of yes and of no in a vocabulary. Raises `ValueError` if one has none."""
    found = Labels([], [])
    for token in range(len(tokenizer)):
        spelling = tokenizer.decode([token])
        if begins(spelling, "yes"):
            found.yes.append(token)
        if begins(spelling, "no"):
            found.no.append(token)
    if not found.yes or not found.no:
        raise ValueError("this vocabulary has no token for yes or none for no; it cannot be taught")
    return found


class Critic:
    """Base, adapter and prefixes together: the pupil that learns from pairs of judgements."""

    items = "pairs"
    measure = "AUC"

    def __init__(self, base: Base, lora: LoRA, prefixes: Prefixes) -> None:
        self.base = base
        self.lora = lora
        self.prefixes = prefixes
        self._labels = labels(base.tokenizer)
        self._rendered: dict[Judgement, Rendered] = {}

    def rendered(self, judgement: Judgement) -> Rendered:
        """The tokens of a judgement."""
        if judgement not in self._rendered:
            self._rendered[judgement] = render(judgement, self.base.tokenizer)
        return self._rendered[judgement]

    def length(self, pair: Pair) -> int:
        """Number of tokens of the longer instruction of a pair."""
        return max(self._length(pair.yes), self._length(pair.no))

    def reads(self, pair: Pair) -> list[Tokens]:
        """The prefixes of the two judgements."""
        return [self.rendered(judgement).prefix for judgement in pair]

    def loss(self, pairs: Sequence[Pair], recipe: Recipe) -> Tensor:
        """The loss of a batch of pairs."""
        return loss(self.replies(flat(pairs)), recipe.loss)

    def check(self, pairs: Sequence[Pair]) -> Check:
        """The AUC by kind, and its mean."""
        odds = self.odds(flat(pairs))
        by_kind = measures(pairs, odds)
        areas = {kind: measure.auc.mean for kind, measure in by_kind.items()}
        return Check(mean_auc(by_kind), areas, odds)

    def measures(
        self, pairs: Sequence[Pair], taught: bool, quiet: bool = True
    ) -> dict[str, Measure]:
        """How well the pairs of each kind are ranked."""
        odds = self.odds(flat(pairs), taught, quiet)
        return measures(pairs, odds)

    def _length(self, judgement: Judgement) -> int:
        return len(self.rendered(judgement).instruction)

    def replies(self, judgements: Sequence[Judgement], taught: bool = True) -> Replies:
        """The replies to a batch, through which gradients flow to the adapter.

        With `taught=False` the adapter is off: the zero-shot replies.
        """
        rendered = [self.rendered(one) for one in judgements]
        batch = padded(rendered).to(self.base.device)
        cache = self.prefixes.batch([one.prefix for one in rendered])
        with self.lora.applied() if taught else nullcontext():
            outcome = self.base.model.model(
                input_ids=batch.tokens,
                attention_mask=batch.mask,
                position_ids=batch.positions,
                past_key_values=cache,
                use_cache=True,
            )
        rows = torch.arange(len(rendered), device=self.base.device)
        last = outcome.last_hidden_state[rows, batch.ends]
        return self._read(last)

    @torch.no_grad()
    def odds(
        self, judgements: Sequence[Judgement], taught: bool = True, quiet: bool = True
    ) -> list[float]:
        """The log-odds of yes for any number of judgements, without gradients."""
        odds = [0.0] * len(judgements)
        # By length, because a batch costs as much as its longest instruction.
        order = sorted(range(len(judgements)), key=lambda place: self._length(judgements[place]))
        starts = range(0, len(judgements), AT_A_TIME)
        for start in tqdm(starts, desc="measuring", unit="batch", disable=quiet):
            places = order[start : start + AT_A_TIME]
            replies = self.replies([judgements[place] for place in places], taught)
            for place, own in zip(places, replies.odds.tolist(), strict=True):
                odds[place] = own
        return odds

    def _read(self, hidden: Tensor) -> Replies:
        """The replies from the last hidden states: [judgements, width]."""
        head = self.base.model.lm_head.weight
        # Near 20, a bfloat16 moves in steps of 0.125, which is too coarse for odds.
        yes = hidden.float() @ head[self._labels.yes].float().T
        no = hidden.float() @ head[self._labels.no].float().T
        said_yes = torch.logsumexp(yes, dim=-1)
        said_no = torch.logsumexp(no, dim=-1)
        either = torch.logaddexp(said_yes, said_no)
        # The two are counted once, in float32, or else their share could exceed the whole.
        every = (hidden @ head.T).float()
        ids = torch.tensor(self._labels.yes + self._labels.no, device=every.device)
        others = torch.logsumexp(every.index_fill(1, ids, -torch.inf), dim=-1)
        anything = torch.logaddexp(either, others)
        return Replies(odds=said_yes - said_no, mass=either - anything)
