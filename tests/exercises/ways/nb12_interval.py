"""12-interval: another right way, with another generator."""

import numpy as np


def by_places(values, draws, seed):
    rng = np.random.RandomState(seed)
    values = np.array(values)
    means = sorted(values[rng.randint(0, len(values), len(values))].mean() for _ in range(draws))
    return [means[int(0.025 * draws)], means[int(0.975 * draws) - 1]]


RIGHT = [by_places]
