"""07-anchors: other right ways, and an answer that knows only one claim."""

import re


def with_sets(claim, passages):
    wanted = list(dict.fromkeys(re.findall(r"\d+", claim)))
    best = wanted
    for passage in passages:
        known = set(re.findall(r"\d+", passage))
        if len(set(wanted) - known) < len(best):
            best = [number for number in wanted if number not in known]
    return best


def sorted_by_length(claim, passages):
    def numbers(text):
        found = []
        for number in re.split(r"\D+", text):
            if number and number not in found:
                found.append(number)
        return found

    every = [[n for n in numbers(claim) if n not in numbers(passage)] for passage in passages]
    return sorted([*every, numbers(claim)], key=len)[0]


RIGHT = [with_sets, sorted_by_length]


def HARD_CODED(claim, passages):
    return ["19"]
