"""14-luck: another right way."""

from ragkit.course.exercises.checks.nb14_luck import luck


def by_sums(values, draws):
    there = elsewhere = 0.0
    for draw in draws:
        best = max(sum(own[place] for place in draw) for own in values.values())
        winners = [own for own in values.values() if sum(own[place] for place in draw) == best]
        there += best / len(draw)
        elsewhere += (sum(winners[0]) - best) / (len(winners[0]) - len(draw))
    return there / len(draws), elsewhere / len(draws)


RIGHT = [by_sums]
ANSWER = luck
