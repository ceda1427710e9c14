"""10-hidden: other right ways, and an answer that knows only one text."""

import unicodedata


def by_category(text):
    kept = ""
    for character in text:
        if character in "\n\t" or not unicodedata.category(character).startswith("C"):
            kept += character
    return "< |file_sep|>".join(kept.split("<|file_sep|>"))


def by_printable(text):
    kept = "".join(filter(str.isprintable, text))
    while "<|file_sep|>" in kept:
        kept = kept.replace("<|file_sep|>", "< |file_sep|>")
    return kept


RIGHT = [by_category, by_printable]


def HARD_CODED(text):
    return "owls < |file_sep|> newts"
