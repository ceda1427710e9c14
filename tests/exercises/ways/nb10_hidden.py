"""10-hidden: another right way."""

from ragkit.course.exercises.checks.nb10_hidden import neutral


def by_printable(text):
    kept = "".join(filter(str.isprintable, text))
    while "<|file_sep|>" in kept:
        kept = kept.replace("<|file_sep|>", "< |file_sep|>")
    return kept


RIGHT = [by_printable]
ANSWER = neutral
