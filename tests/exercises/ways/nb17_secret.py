"""17-secret: another right way."""

import re

from ragkit.course.exercises.checks.nb17_secret import clean


def by_a_pattern(run, secrets):
    pattern = "|".join(re.escape(secret) for secret in sorted(secrets, key=len)[::-1]) or "$^"
    if isinstance(run, list):
        return [by_a_pattern(part, secrets) for part in run]
    if isinstance(run, dict):
        pairs = [(by_a_pattern(name, secrets), by_a_pattern(part, secrets)) for name, part in run.items()]
        return dict(pairs)
    return re.sub(pattern, "[removed]", run) if isinstance(run, str) else run


RIGHT = [by_a_pattern]
ANSWER = clean
