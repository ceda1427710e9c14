"""11-date: other right ways, and an answer that never has a note."""

import re


def latest(text):
    return max(map(int, re.findall(r"\b(?:19|20)\d\d\b", text)), default=None)


def with_a_default(state, runtime):
    asked = latest(state.question)
    if asked is None:
        return {"notes": []}
    dates = [(passage.source, latest(passage.text)) for passage in state.passages]
    return {"notes": [f"{source} is of {year}" for source, year in dates if year and year < asked]}


def word_by_word(state, runtime):
    def years(text):
        return [word.strip("?.") for word in text.split() if word.strip("?.").isdigit()]

    notes = ()
    for passage in state.passages:
        newest = max(years(passage.text), default="")
        if newest and any(year > newest for year in years(state.question)):
            notes += (f"{passage.source} is of {newest}",)
    return {"notes": notes}


RIGHT = [with_a_default, word_by_word]


def HARD_CODED(state, runtime):
    return {"notes": []}
