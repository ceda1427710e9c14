"""What a Dask worker of the tests loads first: its kits are on the five passages of `fakes`, without model files."""

from dataclasses import replace

from fakes import small_kit
from ingests import stand_in

from ragkit.kit import Kit
from ragkit.settings import Settings


def opened(corpus, quiet, indexes, **settings):
    """What `Kit.open` does, on those passages whatever the folder of the corpus is."""
    return replace(small_kit(indexes), settings=Settings(**settings))


def dask_setup(worker):
    Kit.open = opened
    stand_in()
