"""The sentences of a text, and the passages that it cites."""

from __future__ import annotations

import re

from ragkit.text.words import all_words, words

_POINTING = "it its he his she her they them their this that these those such"
PRONOUNS = set(_POINTING.split())
"""Words that stand for something named elsewhere."""
_LINKING = "therefore however then also thus hence so but and or otherwise instead"
LEANING = PRONOUNS | set(_LINKING.split())
"""Words that, at the start of a sentence, refer to the sentence before it."""

CODE = re.compile(
    r"""
    ```.*?```       # a block between three backticks, of any number of lines
    | `[^`\n]*`     # or a span between single backticks on one line: `a[1]`
    """,
    re.DOTALL | re.VERBOSE,
)

# The numbers of passages in square brackets: [2], [1, 3]. Not a number of more digits than any list
# of passages needs. Not a[1], the element of an array: no
# bracket directly after a single letter.
_NUMBER = r"\d{1,6}"
_CITED = rf"(?<!\b[A-Za-z])\[({_NUMBER}(?:\s*[,;]\s*{_NUMBER})*)\]"
# A citation together with the words and the space that go with it. Code is matched first, as the
# group `code`, so that the brackets inside it are not taken for citations.
CITATION = re.compile(
    rf"""
    (?P<code>{CODE.pattern})
    | (?:
        \b[Aa]ccording[ ]to[ ](?:passages?[ ])?{_CITED},?\s*    # According to passage [2],
        | (?:(?<!\s)\s+)?{_CITED}                              # or the number alone: [2]
    )
    """,
    re.DOTALL | re.VERBOSE,
)

# The citations of the sentence before, at the start of what follows it.
_BEHIND = re.compile(rf"(?:{_CITED}\s*)+")

# What the kit adds to an answer by rule, and what states nothing itself.
READING = re.compile(
    r"""
    # before a line of another document (`nodes/readings.py`)
    (?:The\ answer\ above\ is\ from\ a\ document\ of\ \d{4}\.\ )?
    Another\ document(?:,\ of\ \d{4},)?\ (?:says|gives\ other\ numbers):[ ]
    # before the answer that denies a premise (`graphs/tiered/gate/correct.py`)
    | The\ question\ takes\ for\ granted\ what\ the\ documents\ deny\.[ ]
    # behind an answer about now (`graphs/tiered/gate/as_of.py`)
    | \ This\ is\ as\ of\ [\d-]+,\ the\ date\ of\ the\ source\.
    | \ The\ source\ has\ no\ date,\ so\ this\ may\ have\ changed\.
    """,
    re.VERBOSE,
)
"""The words with which a line of another document, a correction or a date joins an answer."""

# The gap between two sentences.
END = re.compile(
    r"""
    (?<=[.!?।॥؟۔።។။])\s+        # space after a full stop or another final mark: "One. Two"
    | (?<=[。！？｡])(?![」』”）)])\s*     # nothing after the marks of Chinese and Japanese: 一。二
    | (?<=[。！？｡][」』”）)])\s*        # or a closing quote or bracket after them
    | (?<=[.!?][\"')])\s+       # or after a mark and a closing quote or bracket: "(It did.) End"
    | \n\s*\n\s*                # or an empty line
    | \n\s*                     # or the line break before an item of a list:
        (?=(?:[-*•]|\d+[.)])\s)     # "- Heaps" or "2. Sort"
    """,
    re.VERBOSE,
)

# Full stops that end no sentence, whatever follows.
NO_END = re.compile(
    r"""
    (?:
        \b(?:e\.g|i\.e|vs|cf|ca|approx|resp|Dr|Mrs?|Prof|St|Fig|Eq|No)  # an abbreviation: "e.g."
        | (?:^|\n)\s*\d{1,2}    # or the number of a list item: "2." at the start of a line
    )\.$
    """,
    re.VERBOSE,
)

# Full stops that end no sentence before a small letter: "etc. or", "Chen et al. do", "so ... on".
_NO_END_BEFORE_SMALL = re.compile(r"(?:\b(?:etc|al)|\.\.)\.$")
# The full stop after an initial: "E." in "E. Dijkstra".
_INITIAL = re.compile(r"(?<!\w)[A-Z]\.$")
BESIDE = 200
"""How much of a text is looked at on each side of a gap between sentences, in characters."""

# The bullet or number of a list item, with the space after it: "- ", "2. ".
BULLET = re.compile(r"^(?:[-*•]|\d{1,2}[.)])\s+")


def sentences(text: str) -> list[str]:
    """A text's sentences; the items of a list come without their bullets.

    >>> sentences("E. W. Dijkstra found it, e.g. in 1.5 h. It takes O(n log n). `a. b` runs.")
    ['E. W. Dijkstra found it, e.g. in 1.5 h.', 'It takes O(n log n).', '`a. b` runs.']
    """
    found = []
    for piece in cut(text, END):
        one_line = " ".join(piece.split())
        sentence = BULLET.sub("", one_line)
        if sentence:
            found.append(sentence)
    return found


def citations(text: str) -> list[int]:
    """The numbers of the passages that a text cites, in order of appearance.

    Brackets in code are not citations.

    >>> citations("Owls hunt [2] at night [1, 3], as `row[2]` and d[7] say. [2]")
    [2, 1, 3, 2]
    """
    numbers: list[int] = []
    for match in CITATION.finditer(text):
        if match["code"]:
            continue
        digits = re.findall(r"\d+", match[0])
        numbers.extend(map(int, digits))
    return numbers


def cited_sentences(text: str) -> list[tuple[str, list[int]]]:
    """Each sentence of an answer, bare, with the passages that it cites, in it or behind it.

    >>> cited_sentences("Owls hunt. [1, 2] As [3] says, mice hide.")
    [('Owls hunt.', [1, 2]), ('As says, mice hide.', [3])]
    """
    found: list[tuple[str, list[int]]] = []
    for piece in sentences(text):
        behind = _BEHIND.match(piece)
        if behind and found:
            found[-1][1].extend(citations(behind[0]))
            piece = piece[behind.end() :]
        bare = without_citations(piece)
        if bare:
            found.append((bare, citations(piece)))
    return found


def without_citations(text: str) -> str:
    """A text without its citations.

    >>> without_citations("[1] Owls hunt [2, 3]. According to [2], mice hide; so says `row[2]`.")
    'Owls hunt. mice hide; so says `row[2]`.'
    """
    bare = CITATION.sub(_only_code, text)
    return bare.strip()


def _only_code(match: re.Match[str]) -> str:
    return match["code"] or ""


def lower_words(text: str) -> list[str]:
    """A text's words in lower case, stop words included, as they are written.

    >>> lower_words("It's a snake_case word.")
    ['it', 's', 'a', 'snake', 'case', 'word']
    """
    return list(all_words(text.replace("_", " ")))


def cut(text: str, where: re.Pattern[str]) -> list[str]:
    """A text cut at the matches of `where`, except in code and after a full stop that ends nothing.

    >>> cut("Use `a; b`; it works; e.g. in sh", re.compile("; "))
    ['Use `a; b`', 'it works', 'e.g. in sh']
    >>> cut("See e.g. Kahn. It ends.", re.compile(" "))
    ['See', 'e.g. Kahn.', 'It', 'ends.']
    """
    # The mask is exactly as long as the text, so that a position in one is a position in the other.
    masked = CODE.sub(_mask, text)
    pieces = []
    start = 0
    for gap in where.finditer(masked):
        stop, restart = gap.span()
        if not _goes_on(masked, stop, restart):
            pieces.append(text[start:stop])
            start = restart
    return [*pieces, text[start:]]


def _mask(code: re.Match[str]) -> str:
    """Letters in the place of code, so that no sentence ends within it.

    A block of code, which spans lines, ends a sentence: its last letter becomes a full stop.
    """
    span = code[0]
    last = "." if "\n" in span else "x"
    return "x" * (len(span) - 1) + last


def _goes_on(text: str, stop: int, restart: int) -> bool:
    """Whether a sentence goes on after a gap, because what precedes the gap ends no sentence.

    Only the words beside the gap are looked at: a long text has many gaps.
    """
    start = max(0, stop - BESIDE)
    if NO_END.search(text, start, stop):
        return True
    after = text[restart : restart + BESIDE]
    begins_small = after[:1].islower()
    if begins_small and _NO_END_BEFORE_SMALL.search(text, start, stop):
        return True
    # "E. Dijkstra" is one name, but in "each edge E. The rest" a sentence ends.
    return _begins_with_name(after) and bool(_INITIAL.search(text, start, stop))


def _begins_with_name(text: str) -> bool:
    """Whether the first word has a capital and is not a word that often begins a sentence."""
    if not text[:1].isupper():
        return False
    first = text.split()[0]
    is_stop_word = not words(first)
    leans = LEANING.intersection(lower_words(text)[:1])
    return not is_stop_word and not leans
