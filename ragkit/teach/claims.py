"""Pairs of claims about passages: one that they state, and a twin that is false by them.

Both are asked with the same passages and question, in the same form. What they differ in is a
value or a row, so neither length nor shared words tell which is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ragkit.evaluate.golden.swaps import Context, exchanged, is_said, others, typed
from ragkit.judges.claim_judge import STATED
from ragkit.teach.forms import forms, joined, pairs, usable
from ragkit.teach.judgement import Pair
from ragkit.teach.pairs import Case, made
from ragkit.text.sentences import sentences
from ragkit.text.tables import Row, rows_and_sentences

AS_IT_IS = 0.3
"""Share of the claims that stay as they are written, where another form was possible."""

Twin = tuple[str, str, str]
"""Kind, the claim that is true, and the one that is false."""


def claim_pairs(case: Case, rng: Random) -> list[Pair]:
    """The pairs of claims about the passages of a case, in random order."""
    context = case.context
    twins = [*_of_sentences(case, context, rng), *_of_rows(case, context, rng)]
    rng.shuffle(twins)
    found = []
    for kind, true, false in twins:
        if not is_said(false, context):
            yes, no = STATED.format(claim=true), STATED.format(claim=false)
            found.append(made(kind, case, yes, no))
    return found


def _of_sentences(case: Case, context: Context, rng: Random) -> Iterator[Twin]:
    """The twins of each claim that the sentences of the passages give."""
    for passage in case.focus:
        claims = claims_of(passage.text, rng)
        for claim in claims:
            yield from twins(claim, context, rng)


def claims_of(text: str, rng: Random) -> list[str]:
    """True claims from the sentences of a text: as they are, shortened, turned or joined."""
    _, prose = rows_and_sentences(text)
    whole = sentences(text)
    # The first and last sentence may be cut off by the end of the passage.
    plain_ones = [sentence for sentence in prose if usable(sentence) and sentence in whole]
    found = []
    for sentence in plain_ones:
        other_forms = forms(sentence)
        as_it_is = not other_forms or rng.random() < AS_IT_IS
        found.append(sentence if as_it_is else rng.choice(other_forms))
    for first, second in pairs(plain_ones):
        if rng.random() < AS_IT_IS:
            found.append(joined(first, second))
    return found


def twins(claim: str, context: Context, rng: Random) -> list[Twin]:
    """A true claim with each false twin that a rule can make."""
    found: list[Twin] = []
    own = list(typed(claim, context))
    rng.shuffle(own)
    for names in (False, True):
        kind = "name swapped" if names else "number swapped"
        false = _swapped(claim, [value for value in own if value.is_name == names], context, rng)
        if false:
            found.append((kind, claim, false))
    return found


def _swapped(claim: str, own: Sequence, context: Context, rng: Random) -> str:
    """A claim with one of its values exchanged for another of the passages; empty if none is."""
    for value in own:
        possible = others(claim, value, context)
        if possible:
            return exchanged(claim, value, rng.choice(possible))
    return ""


def _of_rows(case: Case, context: Context, rng: Random) -> Iterator[Twin]:
    """A cell of each row as a sentence, and with the cell of another row of its table."""
    for passage in case.focus:
        rows, _ = rows_and_sentences(passage.text)
        for row in rows:
            columns = min(len(row.cells), len(row.head))
            for column in range(1, columns):
                twin = _of_cell(row, column, rows, rng)
                if twin:
                    yield twin


def _of_cell(row: Row, column: int, rows: Sequence[Row], rng: Random) -> Twin | None:
    """A twin from a cell, if another row of the table has another value there."""
    own = row.cells[column]
    if not own or not row.cells[0]:
        return None
    different = set()
    for other in rows:
        if other is row or other.head != row.head or column >= len(other.cells):
            continue
        if other.cells[0] == row.cells[0]:
            return None
        different.add(other.cells[column])
    cells = sorted(different - {own, ""})
    if not cells:
        return None
    form = rng.choice((row_colons, row_says)) if row.head[0] else row_colons
    return "wrong row", form(row, column, own), form(row, column, rng.choice(cells))


def row_colons(row: Row, column: int, cell: str) -> str:
    """A cell as the kit spells rows out.

    >>> row_colons(Row(("sort", "steps"), ("Library sort", "71")), 1, "71")
    'Library sort; steps: 71'
    """
    cells = list(row.cells)
    cells[column] = cell
    inner = tuple(cells)
    changed = Row(row.head, inner)
    return changed.sentence({column})


def row_says(row: Row, column: int, cell: str) -> str:
    """A cell as a sentence.

    >>> row_says(Row(("sort", "steps"), ("Library sort", "71")), 1, "71")
    'For sort Library sort, steps is 71.'
    """
    kind, name = row.head[0], row.cells[0]
    head = row.head[column]
    return f"For {kind} {name}, {head} is {cell}."
