"""Anchors: the numbers, names and formulas of a claim, which its evidence must contain.

This is the cheap check beside the judge (adaptive, section 4.7). A small model says that a claim
with the wrong year is supported; a comparison of sets does not. A missing anchor is a reason for
doubt, but a claim without one is not proven, because nothing here understands the text.

Left out: arithmetic, units, and formulas that are equal but in another order, as O(V + E) and
O(E + V).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ragkit.text.spelling import clean, formula_key, name_key, number_key, without_accents
from ragkit.text.words import words

CARDINALS = "one two three four five six seven eight nine ten eleven twelve"
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
NUMBER_WORDS = {word: str(n) for n, word in enumerate(CARDINALS.split(), start=1)}
NUMBER_WORDS |= {word: str(n) for n, word in enumerate(ORDINALS.split(), start=1)}
"""Number words with their value in digits."""
IDLE = {"one", "first", "second"}
"""Number words that often count nothing, as in "the first one took a second".

They are no anchors of a claim. In evidence they do stand for 1 and 2.
"""
COUNTS = NUMBER_WORDS.keys() - IDLE
"""Number words that are anchors."""
OPENERS = """
    after all although any because before both despite each either every from given he here her his
    how however instead its let like most neither note only our she since so some thus though unlike
    until use using we what when where which while who whose why you your yes
"""
"""Words beyond the stop words that often open a sentence, and have a capital for that reason."""
NO_NAMES = NUMBER_WORDS.keys() | set(OPENERS.split())
"""Words beyond the stop words that are no names, even with a capital."""

# Brackets with nothing or with one more pair inside: (E), (V + sqrt(E)). The limits of 80 keep the
# search fast on text that was made to slow it down.
_FLAT = r"\([^()\n]{0,80}\)"
_NESTED = rf"\((?:[^()\n]|{_FLAT}){{0,80}}\)"

# A formula, a name with signs, a number or a word, whichever fits first.
TOKEN = re.compile(
    rf"""
    (?P<formula>
        (?<!\w)[^\W\d]\w*       # a function: O, exp, log2
        (?!\(e?s\))             # which is not a plural such as edge(s) or vertex(es)
        \((?:[^()\n]|{_NESTED}){{0,80}}\)   # and its brackets, up to three deep: (V^2 sqrt(E))
        | \w+\^\w+              # or a power: n^2
    )
    | (?P<sign>                 # a name with more than letters in it
        (?<![*\w])[A-Z]{{1,4}}\*(?!\w)      # capitals and an asterisk: A*, IDA*
        | (?<!\w)[A-Z](?:\+\+|\#)           # a capital and its signs: C++
        | (?<![\w-])\d+-?       # a number that begins a name: 2-SAT, 3D
            (?![KMGT]?i?B\b)[A-Z]\w*        # but not a number of bytes: 10GB
    )
    | (?P<number>
        (?<![\w.])-?            # not within a word; with its sign: -1
        (?:
            \d{{1,3}}(?:[ ,]\d{{3}})+(?![\d,])(?:\.\d+)?    # digits in threes: 117,400 and 117 400
            | \d+(?:\.\d+)*     # or in one piece: 1962, 1.50 and, of a version, 2.0.1
        )
    )
    (?:st|nd|rd|th|m?s|[KMGT]i?B)?          # an ending or a unit, which is left out: 3rd, 148ms
    (?P<percent>\s?%|\s(?:percent|per[ ]cent)\b)?       # 5 %, 5%, 5 percent
    | (?P<word>
        [^\W\d_]\w*             # a word: Kahn, log2
        (?:[-']\w+)*            # with what a hyphen or an apostrophe adds: Bellman-Ford, Kahn's
    )
    """,
    re.VERBOSE,
)
# A power of a number: 2^40.
POWER = re.compile(r"(?P<base>\w+)\^(?P<exponent>\d+)")
# The end of an initial or an abbreviation, after which no sentence begins: "W.", "cf.", "Dr.".
NO_END = re.compile(r"\b(?:[A-Z]|e\.g|i\.e|vs|cf|al|Dr|Mr|Mrs|Prof|St)\.$")
ABBREVIATION = 20
"""More characters than an abbreviation has."""
# Marks that may come between the end of a sentence and the first word of the next one.
_BEFORE_WORD = " \t\"'([`*_#>-"
# A word with a capital that follows directly: " Korf" after Richard. Not " O'Brien", and not IDA.
_NAME_FOLLOWS = re.compile(r" [A-Z][a-z-]+(?![\w'])")

# A space between two digits, which may separate the columns of a table: "12 38". Or the hyphen of
# "n = -1" or "1998 -2001", which may be a dash.
_SEPARATOR = re.compile(r"(?<=\d) (?=\d)|(?<!\w)-(?=\d)")
# A word with its hyphens: breadth-first.
_HYPHENATED = re.compile(r"\w+(?:-\w+)*")


def anchors(text: str) -> set[str]:
    """The numbers, names and formulas of a text, each in one spelling.

    Inside a sentence a word with a capital is a name. At its start it is one only before another
    such word, with an 's, with further capitals, or when the text has it inside a sentence too.

    >>> text = "Message WF-052 costs $117,400 or 1.50 %, says Dijkstra's third guide to CPython."
    >>> sorted(anchors(text))
    ['1.5%', '117400', '3', 'cpython', 'dijkstra', 'wf052']
    >>> sorted(anchors("Bellman-Ford takes O(|V| |E|); IDA* is by Korf. Graphs have edges."))
    ['O(VE)', 'bellman', 'ford', 'ida*', 'korf']
    """
    return set(_found(text))


def missing(claim: str, evidence_text: str, question: str = "") -> list[str]:
    """The anchors of a claim that neither its evidence nor the question contains.

    They come in the order and the spelling of the claim.

    >>> question = "Which licence has Wayfinder?"
    >>> missing("Wayfinder is distributed under the MIT licence.", "See LICENCE.", question)
    ['MIT']
    >>> evidence = "Breadth-first search by Kahn (1962) takes $O(|V| + |E|)$."
    >>> missing("Kahn's BFS of 1962 takes O(V+E).", evidence)
    []
    """
    text = clean(f"{evidence_text}\n{question}")
    known = _searchable(text)
    return [
        spelling
        for key, spelling in _found(claim).items()
        if not _contains(text, known, key, spelling)
    ]


def _contains(text: str, known: set[str], key: str, spelling: str) -> bool:
    """Whether a text contains an anchor, which the claim spells as in `spelling`."""
    if key in known:
        return True
    # A formula may be part of a longer one.
    is_formula = "(" in key or "^" in key
    if is_formula:
        return key in formula_key(text) or _power_filled_in(key, text, known)
    # A word may be there in another form: Graphs, graph.
    if key.isalpha() and known.issuperset(words(key)):
        return True
    return spelling.isupper() and _spelt_out(key, text)


def _power_filled_in(key: str, text: str, known: Collection[str]) -> bool:
    """Whether a power is one of the text's with a number in the place of its letter.

    So 2^40 is contained where the text has 2^n and the number 40.

    >>> _power_filled_in("2^40", "For n = 40 the 2^n steps take long.", {"40"})
    True
    """
    power = POWER.fullmatch(key)
    if power is None or power["exponent"] not in known:
        return False
    with_letter = rf"(?<!\w){re.escape(power['base'])}\^[^\W\d]"
    return bool(re.search(with_letter, text))


def _found(text: str) -> dict[str, str]:
    """Every anchor of a text in one spelling, with the way it is written, in order."""
    cleaned = clean(text)
    tokens = list(TOKEN.finditer(cleaned))
    certain_names = _names_inside_sentences(tokens)
    found: dict[str, str] = {}
    for token in tokens:
        found |= _anchors_of(token, certain_names)
    return found


def _names_inside_sentences(tokens: Sequence[re.Match[str]]) -> set[str]:
    """The names in words that open no sentence: only a name has a capital there."""
    names: set[str] = set()
    for token in tokens:
        word = token["word"]
        if word and not _opens(token):
            names.update(map(name_key, _names(word)))
    return names


def _anchors_of(token: re.Match[str], certain_names: Collection[str]) -> dict[str, str]:
    """The anchors of one token in one spelling, with the way they are written."""
    written = token[0]
    if token["formula"]:
        return {formula_key(written): written}
    if token["number"]:
        unit = "%" if token["percent"] else ""
        return {number_key(token["number"]) + unit: written}
    if token["sign"]:
        return {name_key(written): written}
    if written.lower() in COUNTS:
        return {NUMBER_WORDS[written.lower()]: written}
    names = {name_key(name): name for name in _names(written)}
    if _opens(token) and not _named_though_opening(token):
        return {key: name for key, name in names.items() if key in certain_names}
    return names


def _opens(token: re.Match[str]) -> bool:
    """Whether a token opens a sentence, where any word has a capital."""
    before = token.string[: token.start()]
    before = before.rstrip(_BEFORE_WORD)
    if not before:
        return True
    # An abbreviation is short, and a long text has many words.
    if NO_END.search(before, max(0, len(before) - ABBREVIATION)):
        return False
    return before[-1] in ".!?:\n"


def _named_though_opening(token: re.Match[str]) -> bool:
    """Whether a word that opens a sentence is a name all the same.

    It is one with further capitals (NP, CPython), with an 's, or before another name.
    """
    word = token[0]
    if word != word.capitalize() or word.endswith("'s"):
        return True
    after = token.string[token.end() :]
    return bool(_NAME_FOLLOWS.match(after))


def _names(word: str) -> list[str]:
    """The parts of a word that name something.

    >>> _names("Bellman-Ford"), _names("NP-complete"), _names("WF-052"), _names("edge-list")
    (['Bellman', 'Ford'], ['NP'], ['WF-052'], [])
    """
    word = word.removesuffix("'s").removesuffix("'")
    parts = word.split("-")
    if not _is_one_name(parts):
        return [part for part in parts if part.isdigit() or _is_name(part)]
    if any(character.isdigit() for character in word):
        return [word]
    return []


def _is_one_name(parts: Sequence[str]) -> bool:
    """Whether the parts of a word are a name only together, as log2 or WF-052."""
    simple = [part.isalpha() or part.isdigit() for part in parts]
    if not all(simple):
        return True
    has_number = any(part.isdigit() for part in parts)
    has_capitals = any(part.isupper() for part in parts)
    return has_number and has_capitals


def _is_name(word: str) -> bool:
    """Whether a word has a capital that it would not have only because it opens a sentence."""
    if len(word) < 2:
        return False
    if _is_plain(word):
        return False
    return any(character.isupper() for character in word)


def _is_plain(word: str) -> bool:
    """Whether a word is a stop word or another word that is no name; one in capitals never is."""
    if word.isupper():
        return False
    is_stop_word = not words(word)
    return is_stop_word or word.lower() in NO_NAMES


def _searchable(text: str) -> set[str]:
    """All that an anchor is compared with: anchors, words, stems, and the values of number words.

    Numbers are read in two ways: 33 120 is one number or two columns of a table.
    """
    columns = _SEPARATOR.sub(" ; ", text)
    known = _found(text).keys() | _found(columns).keys()
    hyphenated = _HYPHENATED.findall(text)
    known.update(map(name_key, hyphenated))
    known.update(words(without_accents(text)))
    for word in re.findall(r"\w+", text.lower()):
        if word in NUMBER_WORDS:
            known.add(NUMBER_WORDS[word])
    return known


def _spelt_out(acronym: str, text: str) -> bool:
    """Whether an acronym's letters are the initials of consecutive words, none a stop word.

    >>> _spelt_out("bfs", "a breadth-first search"), _spelt_out("mit", "makes it the best")
    (True, False)
    """
    if not acronym.isalpha() or len(acronym) < 3:
        return False
    # For bfs: a word with b, a space or hyphen, a word with f, and so on.
    initials = [rf"{letter}[^\W\d]+" for letter in acronym]
    phrase = r"\b" + r"[\s-]+".join(initials)
    matches = re.finditer(phrase, without_accents(text))
    spans = (words(match[0]) for match in matches)
    return any(len(span) == len(acronym) for span in spans)
