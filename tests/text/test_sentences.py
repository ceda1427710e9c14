"""Sentences and citations: of a long text as of a short one, and as fast."""

import random
import re
import time

import pytest

from ragkit.text import sentences as module
from ragkit.text.anchors import anchors
from ragkit.text.sentences import END, citations, cut, sentences, without_citations

PIECES = [
    "Owls", "hunt", "E. ", "W. Dijkstra", "e.g. ", "etc. ", "et al. ", "Fig. ", "2. ", "\n2. ", "\n- ", ". ", "? ",
    "! ", "... ", "\n\n", "\n", " ", "(It did.) ", '"No." ', "`a. b` ", "```\nx. y\n``` ", "It ", "the ", "[1] ",
    "1.5 ", "A", "é. ",
]  # fmt: skip


def cut_by_whole_texts(text, where):
    """`cut` by its definition: what is before and behind a gap is all the text there."""
    masked = module.CODE.sub(module._mask, text)
    pieces, start = [], 0
    for gap in where.finditer(masked):
        before, after = masked[: gap.start()], masked[gap.end() :]
        goes_on = (
            module.NO_END.search(before)
            or (after[:1].islower() and module._NO_END_BEFORE_SMALL.search(before))
            or (module._begins_with_name(after) and module._INITIAL.search(before))
        )
        if not goes_on:
            pieces.append(text[start : gap.start()])
            start = gap.end()
    return [*pieces, text[start:]]


@pytest.mark.parametrize("seed", range(40))
def test_what_is_far_from_a_gap_does_not_matter(seed):
    rng = random.Random(seed)
    text = "".join(rng.choice(PIECES) for _ in range(rng.choice([5, 50, 400])))
    for where in (END, re.compile("; "), re.compile(" ")):
        assert cut(text, where) == cut_by_whole_texts(text, where)


@pytest.mark.slow
def test_a_long_text_is_cut_in_the_time_that_its_length_takes():
    text = "Owl E. Dijkstra hunts 3 mice, e.g. at night. " * 4_000
    start = time.perf_counter()
    assert len(sentences(text)) == 4_000
    anchors(text)
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize("text", ["[" + "9" * 5000 + "]", "[1, " + "9" * 5000 + "]", "[1234567]"])
def test_a_number_that_no_passage_can_have_is_no_citation(text):
    assert citations(f"Owls {text} hunt [2].") == [2] and text in without_citations(f"Owls {text} hunt [2].")


def test_the_space_before_a_citation_goes_with_it_and_no_other():
    assert (
        without_citations("Owls  [2]  hunt\n\t [1, 3] . According to [2], mice   hide.") == "Owls  hunt . mice   hide."
    )
    assert citations("Owls [999999] hunt[7] , [1;2]") == [999999, 7, 1, 2]


@pytest.mark.parametrize("seed", range(20))
def test_a_citation_takes_all_the_space_before_it_as_a_plain_pattern_would(seed):
    spaced = r"(?:(?<!\s)\s+)?"
    assert spaced in module.CITATION.pattern
    plain = re.compile(module.CITATION.pattern.replace(spaced, r"\s*"), module.CITATION.flags)
    rng = random.Random(seed)
    pieces = [" ", "\n", "[2]", "[1, 3]", "a", "`", "According to ", "passage [4]", ",", "x[1]", "["]
    for _ in range(200):
        text = "".join(rng.choice(pieces) for _ in range(12))
        assert [match.span() for match in module.CITATION.finditer(text)] == [
            match.span() for match in plain.finditer(text)
        ]


@pytest.mark.parametrize("text", [" " * 200_000 + "x", "x" + "\n" * 200_000 + "x", "x" + " \t" * 100_000 + "["])
def test_a_row_of_spaces_takes_no_time(text):
    start = time.perf_counter()
    assert citations(text) == [] and without_citations(text)
    assert time.perf_counter() - start < 5
