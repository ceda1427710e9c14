"""10-hidden: another right way, and an answer that knows only one text."""


def by_printable(text):
    kept = "".join(filter(str.isprintable, text))
    while "<|file_sep|>" in kept:
        kept = kept.replace("<|file_sep|>", "< |file_sep|>")
    return kept


RIGHT = [by_printable]


def HARD_CODED(text):
    return "owls < |file_sep|> newts"
