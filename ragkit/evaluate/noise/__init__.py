"""Noisy evidence, put there on purpose: falsified passages and near ones (tiny, section IV-A)."""

from ragkit.evaluate.noise.draw import Kind, drawn
from ragkit.evaluate.noise.falsify import without_lies
from ragkit.evaluate.noise.noise import Noised, noised

__all__ = [
    "Kind",
    "Noised",
    "drawn",
    "noised",
    "without_lies",
]
