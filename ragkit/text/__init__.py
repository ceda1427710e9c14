"""What can be said of a text by rule alone, without a model."""

from ragkit.text.anchors import CARDINALS, NO_NAMES, NUMBER_WORDS, ORDINALS, missing
from ragkit.text.cite import cited
from ragkit.text.constraints import violations
from ragkit.text.dates import own_date, years
from ragkit.text.excerpts import Excerpt, Rarity, rests_on
from ragkit.text.fault import first_fault
from ragkit.text.joins import all_text, bases
from ragkit.text.markdown_table import TIGHT
from ragkit.text.one_line import first_line, shortened
from ragkit.text.overlap import carrier
from ragkit.text.printable import shown, shown_name
from ragkit.text.quantities import SPELLINGS, Quantity, whole
from ragkit.text.questions import about_now, asks_for, premise, unit_of
from ragkit.text.redact import REMOVED, SHORTEST, without, without_secrets
from ragkit.text.sentences import (
    END,
    LEANING,
    PRONOUNS,
    READING,
    citations,
    cut,
    lower_words,
    without_citations,
)
from ragkit.text.spelling import clean
from ragkit.text.tables import LINE, Row, rows_and_sentences, spelled_out, statements
from ragkit.text.verbatim import states
from ragkit.text.words import WORD

__all__ = [
    "CARDINALS",
    "END",
    "Excerpt",
    "LEANING",
    "LINE",
    "NO_NAMES",
    "NUMBER_WORDS",
    "ORDINALS",
    "PRONOUNS",
    "Quantity",
    "READING",
    "REMOVED",
    "Rarity",
    "Row",
    "SHORTEST",
    "SPELLINGS",
    "TIGHT",
    "WORD",
    "about_now",
    "all_text",
    "asks_for",
    "bases",
    "carrier",
    "citations",
    "cited",
    "clean",
    "cut",
    "first_fault",
    "first_line",
    "lower_words",
    "missing",
    "own_date",
    "premise",
    "rests_on",
    "rows_and_sentences",
    "shortened",
    "shown",
    "shown_name",
    "spelled_out",
    "statements",
    "states",
    "unit_of",
    "violations",
    "whole",
    "without",
    "without_citations",
    "without_secrets",
    "years",
]
