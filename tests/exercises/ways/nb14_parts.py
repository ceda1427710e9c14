"""14-parts: other right ways, and an answer that knows only the example of the notebook."""

import hashlib


def with_hex(ids):
    return {id: ("fit", "test")[int(hashlib.sha256(id.encode("utf-8")).hexdigest()[:2], 16) % 2] for id in ids}


def with_new(ids):
    dealt = dict.fromkeys(ids, "fit")
    for id in ids:
        digest = hashlib.new("sha256", bytes(id, "utf-8")).digest()
        if digest[0] & 1:
            dealt[id] = "test"
    return dealt


RIGHT = [with_hex, with_new]


def HARD_CODED(ids):
    return {"owls": "fit", "cats": "test"}
