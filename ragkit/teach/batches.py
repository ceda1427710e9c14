"""A batch of judgements as tensors: instructions of different lengths, behind prefixes likewise.

Both are padded at their ends. For two judgements, with p for prefix, i for instruction and . for
padding, the columns that the model sees are

    p p p p . i i i
    p p . . . i i .

The mask hides the padding. The position of an instruction's first token is the length of its own
prefix, and not the column where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

import torch
from torch import Tensor

from ragkit.teach.rendering import Rendered

Item = TypeVar("Item")
SORTED = 8
"""Number of batches whose pairs are sorted by length among themselves."""


class Batch(NamedTuple):
    """What goes into the model, and where the reply begins."""

    tokens: Tensor
    """Instruction tokens: [judgements, longest instruction]."""
    mask: Tensor
    """1 where there is a token: [judgements, longest prefix + longest instruction]."""
    positions: Tensor
    """Position of each instruction token in its prompt: as `tokens`."""
    ends: Tensor
    """The column of each last instruction token: [judgements]."""

    def to(self, device: torch.device) -> Batch:
        """The same on another device."""
        moved = [tensor.to(device) for tensor in self]
        return Batch(*moved)


def padded(rendered: Sequence[Rendered]) -> Batch:
    """The batch of some judgements.

    >>> batch = padded([Rendered((7, 7, 7), (1, 2)), Rendered((7,), (3,))])
    >>> batch.tokens.tolist(), batch.mask.tolist()
    ([[1, 2], [3, 0]], [[1, 1, 1, 1, 1], [1, 0, 0, 1, 0]])
    >>> batch.positions.tolist(), batch.ends.tolist()
    ([[3, 4], [1, 2]], [1, 0])
    """
    rows = len(rendered)
    widest = max(len(one.prefix) for one in rendered)
    longest = max(len(one.instruction) for one in rendered)
    tokens = torch.zeros(rows, longest, dtype=torch.long)
    mask = torch.zeros(rows, widest + longest, dtype=torch.long)
    starts = torch.zeros(rows, 1, dtype=torch.long)
    ends = torch.zeros(rows, dtype=torch.long)
    for row, (prefix, instruction) in enumerate(rendered):
        length = len(instruction)
        tokens[row, :length] = torch.tensor(instruction)
        mask[row, : len(prefix)] = 1
        mask[row, widest : widest + length] = 1
        starts[row] = len(prefix)
        ends[row] = length - 1
    positions = starts + torch.arange(longest)
    return Batch(tokens, mask, positions, ends)


def alike(
    items: Sequence[Item], size: int, length: Callable[[Item], int], rng: Random
) -> list[list[Item]]:
    """All items in batches of a size, each of items of similar length; the order is by chance.

    What is shorter than the longest of its batch is padded, and padding costs as much as a token.

    >>> words = ["owl", "hippopotamus", "cat", "rhinoceros"]
    >>> sorted(sorted(batch) for batch in alike(words, 2, len, Random(0)))
    [['cat', 'owl'], ['hippopotamus', 'rhinoceros']]
    """
    order = list(items)
    rng.shuffle(order)
    batches = []
    window = size * SORTED
    for start in range(0, len(order), window):
        some = sorted(order[start : start + window], key=length)
        for place in range(0, len(some), size):
            batches.append(some[place : place + size])
    rng.shuffle(batches)
    return batches
