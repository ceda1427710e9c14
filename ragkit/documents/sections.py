"""A document's headings and sections, by CommonMark: what is code, a comment or a list is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ragkit.documents.document import Heading, shortened

ONLY_ATX = ["html_block", "lheading", "reference"]
"""What the kit's own readers never write: such lines are text of a page that look like it."""


def blocks(text: str, is_written: bool = True) -> list[Token]:
    """Return the tokens of a Markdown text's blocks; what is inside of lines is not parsed.

    `is_written` is False for what the kit made of a page.
    """
    parser = MarkdownIt("commonmark").disable(["inline", "text_join"])
    if not is_written:
        parser.disable(ONLY_ATX)
    return parser.parse(_plain_ends(text))


def _plain_ends(text: str) -> str:
    """Return the text with plain line ends, in which each character keeps its place."""
    text = text.replace("\r\n", " \n")
    return text.replace("\r", "\n")


def line_starts(text: str) -> list[int]:
    """Return the offset of each line, and the end of the text.

    >>> line_starts("a\\nbc\\n")
    [0, 2, 5, 5]
    """
    lengths = [len(line) + 1 for line in _plain_ends(text).split("\n")]
    lengths[-1] -= 1
    return list(accumulate(lengths, initial=0))


def headings(text: str, is_written: bool = True) -> list[Heading]:
    """Return the headings of a Markdown text that are in no list and no quotation.

    >>> headings("Owls\\n====\\nBirds.\\n```\\n# code\\n```\\n")
    [Heading(start=0, end=10, level=1, title='Owls')]
    """
    tokens = blocks(text, is_written)
    starts = line_starts(text)
    found = []
    for token, inner in zip(tokens, tokens[1:]):
        title = " ".join(inner.content.split())
        if token.type == "heading_open" and not token.level and title:
            first, last = token.map or (0, 0)
            level = int(token.tag[1])
            found.append(Heading(starts[first], starts[last], level, shortened(title)))
    return found


def sections(text: str, marks: Sequence[Heading] | None = None) -> Iterator[tuple[int, int, str]]:
    """Yield a Markdown text's sections: start, end, and the headings above, outermost first.

    `marks` are the headings, if they are known. One of more than `LONGEST_HEADING` characters is
    cut.

    >>> list(sections("# Owls\\nBirds.\\n## Food\\nMice."))
    [(0, 13, 'Owls'), (14, 27, 'Owls > Food')]
    """
    if marks is None:
        marks = headings(text)
    top = Heading(0, 0, 0, "")
    above: list[Heading] = []
    for mark, following in zip([top, *marks], [*marks, None]):
        above = [higher for higher in above if higher.level < mark.level]
        above.append(mark)
        end = following.start if following else len(text)
        section = text[mark.start : end].rstrip()
        if section.strip():
            titles = [heading.title for heading in above if heading.title]
            yield mark.start, mark.start + len(section), " > ".join(titles)
