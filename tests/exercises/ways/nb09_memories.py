"""09-memories: the right prediction in two forms, and one that knows only what is most frequent."""

from collections import OrderedDict

RIGHT = [
    {
        "a": "no second search",
        "b": "a deeper search",
        "c": "nothing",
        "d": "nothing",
        "e": "nothing",
        "f": "nothing",
    },
    OrderedDict(dict.fromkeys("fedc", "nothing") | {"b": "a deeper search", "a": "no second search"}),
]
HARD_CODED = dict.fromkeys("abcdef", "nothing")
