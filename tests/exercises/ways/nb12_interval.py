"""12-interval: other right ways, with other generators, and an answer that knows only the owl of the notebook."""

import random
from statistics import fmean, quantiles

import numpy as np


def without_numpy(values, draws, seed):
    rng = random.Random(seed)
    means = [fmean(rng.choices(values, k=len(values))) for _ in range(draws)]
    cuts = quantiles(means, n=40, method="inclusive")
    return cuts[0], cuts[-1]


def by_places(values, draws, seed):
    rng = np.random.RandomState(seed)
    values = np.array(values)
    means = sorted(values[rng.randint(0, len(values), len(values))].mean() for _ in range(draws))
    return [means[int(0.025 * draws)], means[int(0.975 * draws) - 1]]


RIGHT = [without_numpy, by_places]


def HARD_CODED(values, draws, seed):
    return 0, 3
