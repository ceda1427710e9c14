"""19-order: another right way."""

from ragkit.course.exercises.checks.nb19_order import asked


def sorted_twice(tiers, near, has_web):
    best = max(near.values())
    kept = []
    for tier in sorted(tiers, key=lambda tier: near.get(tier[0], 0), reverse=True):
        name, reach, _ = tier
        is_near = reach == "folder" and near[name] >= 40 and best <= near[name] + 5
        if is_near or (reach == "web" and has_web):
            kept.append(tier)
    kept.sort(key=lambda tier: tier[2])
    return [tier[0] for tier in kept]


RIGHT = [sorted_twice]
ANSWER = asked
