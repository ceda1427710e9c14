"""14-parts: another right way."""

import hashlib

from ragkit.course.exercises.checks.nb14_parts import deal


def with_hex(ids):
    return {id: ("fit", "test")[int(hashlib.sha256(id.encode("utf-8")).hexdigest()[:2], 16) % 2] for id in ids}


RIGHT = [with_hex]
ANSWER = deal
