"""What type of document a text is, by signs that a reader can see: no model is asked.

A document mostly says what it is, in its title or in the line below it: *user's guide*, *minutes*.
Where it does not, its form may: questions as headings, rows of a table, numbered articles. Each
decision comes with the sign that it is made by. The paper asks a model for one of 29 types
(advanced, "Document Profiling"); here thirteen are enough, because a type is shown to people and
steers little.

Left out: what documents in other languages call themselves. Only the form of those is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Literal, NamedTuple, get_args

from ragkit.documents.document import Document
from ragkit.documents.sections import headings

DocumentType = Literal[
    "handout",
    "article",
    "manual",
    "data sheet",
    "news",
    "minutes or letter",
    "report",
    "FAQ",
    "legal",
    "slides",
    "web page",
    "code or readme",
    "other",
]
TYPES: tuple[DocumentType, ...] = get_args(DocumentType)
SAMPLE = 50_000
"""Number of characters at the beginning of a document that are looked at."""
IMPRINT = 300
"""Number of characters below the title in which a document may say what it is."""
ITALIC = ("*", "_")
"""How a line in italics begins."""
JOINED = str.maketrans("-_", "  ")
"""The signs that join the words of a file's name."""


class Decided(NamedTuple):
    """A document's type, and the sign that decides it."""

    type: DocumentType
    why: str


# What a document calls itself; the first row that fits decides.
NAMES: dict[DocumentType, str] = {
    "minutes or letter": r"(?<!\d )minutes|meeting notes|general meeting|letter to",
    "FAQ": "faq|frequently asked questions|questions and answers",
    "code or readme": "readme|change ?log|release notes",
    "data sheet": "data ?sheet|register of|final table|table of|price list|logbook",
    "manual": "manual|handbook|(?:user'?s? )?guide|how-to"
    "|(?:configuration|command|api) reference|specification|instructions for",
    "handout": "handout|lecture notes|worksheet|exercise sheet|problem set|quiz|syllabus"
    "|leaflet|information sheet",
    "news": "press (?:kit|release|desk|office)|newsletter|bulletin|magazine|courier|gazette"
    "|herald|notice of correction|advisory",
    "legal": "treaty|statutes?|act of|regulations?|contract|licen[cs]e agreement|terms of use"
    "|operating rules|rules of|court of|privacy policy|support policy"
    "|judgment",
    "slides": "slides|slide deck",
    "report": "(?:final|interim|preliminary|annual|test|board) report|report (?:of|to|on)"
    "|post-?mortem|white paper",
    "article": "abstract|journal of|proceedings of",
}


class Signs(NamedTuple):
    """What is counted in a document."""

    words: int
    headings: int
    asking: int
    """Headings that end in a question mark."""
    articles: int
    """Headings or lines that begin with an article, a rule, a section sign or a bold number."""
    table: float
    """Share of the characters that are in rows of tables, in [0, 1]."""
    code: float
    """Share of the characters that are between code fences, in [0, 1]."""
    prose: float
    """Share of the words that are in paragraphs of at least `PARAGRAPH` words, in [0, 1]."""
    steps: int
    """Lines that begin with a number and a full stop."""
    salutations: int
    """Lines that open or close a letter."""
    per_page: float
    """Words on a page; 0 for a document without pages."""
    is_page: bool
    """Whether it is a file of the web."""


PAGES = (".html", ".htm")
"""How the names of web pages end."""
FEW = 3
"""Number of pages from which a document may be slides."""
PARAGRAPH = 25
"""Number of words from which a block of lines is a paragraph of prose."""
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
ARTICLE = re.compile(
    r"^(?:#+ |\*\*)?(?:(?:Article|Section|Rule|Clause|Artikel) \d|§ ?\d|\*\*\d+\.)", re.MULTILINE
)
STEP = re.compile(r"^(?:\d{1,2}[.)]|step \d{1,2}\b)[ \t]", re.MULTILINE | re.IGNORECASE)
LETTER = re.compile(
    r"^(?:dear \w+.{0,40},|(?:yours (?:sincerely|faithfully)|(?:kind|best) regards),?)[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)


class Form(NamedTuple):
    """A type, and what of a document's form decides that it is one."""

    type: DocumentType
    fits: Callable[[Signs], bool]
    why: str
    """The sign in words, with the names of what was counted."""


# The first row that fits decides.
FORMS = (
    Form("minutes or letter", lambda has: has.salutations >= 2, "it opens and closes as a letter"),
    Form(
        "FAQ",
        lambda has: has.asking >= 3 and 2 * has.asking > has.headings,
        "{asking} of {headings} headings are questions",
    ),
    Form("code or readme", lambda has: has.code >= 0.3, "{code:.0%} of it is code"),
    Form("legal", lambda has: has.articles >= 3, "{articles} numbered articles or rules"),
    Form("data sheet", lambda has: has.table >= 0.5, "{table:.0%} of it is in tables"),
    Form("slides", lambda has: 0 < has.per_page < 60, "{per_page:.0f} words on a page"),
    Form("manual", lambda has: has.steps >= 6, "{steps} numbered steps"),
    Form(
        "web page",
        lambda has: has.is_page,
        "it is a page of the web, and nothing else is to be seen",
    ),
    Form(
        "article",
        lambda has: has.words >= 250 and has.headings >= 3 and has.prose >= 0.6,
        "{prose:.0%} of it are paragraphs, below {headings} headings",
    ),
)


def type_of(document: Document) -> Decided | None:
    """The type of a document and why, by what it calls itself, or else by its form.

    It is None where no rule decides.

    >>> type_of(Document("pump.md", "Pump: user's guide", "# Pump: user's guide\\nSwitch it on."))
    Decided(type='manual', why='its title says "user\\'s guide"')
    >>> type_of(Document("pump.md", "Pump", "# Pump\\nIt lifts water.")) is None
    True
    """
    named = by_name(document)
    if named:
        return named
    counted = signs(document)
    return by_form(counted)


def by_name(document: Document) -> Decided | None:
    """What a document calls itself: in its title, in its file's name, or in the lines below."""
    path = PurePosixPath(document.source)
    places = {
        "its title": document.title,
        "its file's name": path.stem.translate(JOINED),
        "the line below its title": _imprint(document),
    }
    for place, text in places.items():
        for type, names in NAMES.items():
            found = re.search(rf"\b(?:{names})\b", text, re.IGNORECASE)
            if found:
                return Decided(type, f'{place} says "{found[0].lower()}"')
    return None


def _imprint(document: Document) -> str:
    """The line below a document's title, if it is in italics: who wrote it, when and what for.

    A name in the running text may be that of another document, so it does not count.
    """
    title = document.title
    end = document.text.find(title) + len(title)
    below = document.text[end : end + IMPRINT]
    lines = below.strip().splitlines()
    if lines and lines[0].startswith(ITALIC):
        return lines[0]
    return ""


def by_form(has: Signs) -> Decided | None:
    """The type of a document with these signs; None where no row of `FORMS` fits."""
    for form in FORMS:
        if form.fits(has):
            counted = has._asdict()
            why = form.why.format(**counted)
            return Decided(form.type, why)
    return None


def signs(document: Document) -> Signs:
    """What is counted in the beginning of a document."""
    text = document.text[:SAMPLE]
    titles = [mark.title for mark in document.headings or headings(text)]
    questions = [title for title in titles if title.endswith("?")]
    words = len(text.split())
    pages = [start for start in document.pages if start < SAMPLE]
    return Signs(
        words=words,
        headings=len(titles),
        asking=len(questions),
        articles=len(ARTICLE.findall(text)),
        table=_share(ROW, text),
        code=_share(FENCED, text),
        prose=_prose(text) / max(1, words),
        steps=len(STEP.findall(text)),
        salutations=len(LETTER.findall(text)),
        per_page=words / len(pages) if len(pages) >= FEW else 0.0,
        is_page=document.source.lower().endswith(PAGES),
    )


def _share(pattern: re.Pattern[str], text: str) -> float:
    """Share of a text's characters that a pattern covers, in [0, 1]."""
    covered = 0
    for found in pattern.finditer(text):
        covered += len(found[0])
    return covered / max(1, len(text))


def _prose(text: str) -> int:
    """Number of words of a text that are in paragraphs."""
    without_code = FENCED.sub("", text)
    bare = ROW.sub("", without_code)
    total = 0
    for block in bare.split("\n\n"):
        words = block.split()
        if len(words) >= PARAGRAPH:
            total += len(words)
    return total
