"""Where a reader opens the source of a passage: its file or its page of the web, at the place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from ragkit.documents.reader import READERS, leads_out
from ragkit.state import Passage
from ragkit.web import is_web

ADDRESS = "%/:?#[]@!$&'()*+,;=~"
"""The signs besides letters and digits that an address of the web may have (RFC 3986)."""
MARKDOWN = str.maketrans("", "", "*`")
"""Signs that the text of a passage has, and a page as a browser shows it does not."""
ENDS = 5
"""Number of words at each end of a sentence by which a browser looks for it."""


def address(passage: Passage, folder: Path | None = None, sentence: str = "") -> str:
    """The address of a passage's source; empty where it is neither a file nor a page of the web.

    `folder` contains the documents; no link and no `..` leads out of it. A PDF opens at its page.
    In other sources a browser looks for the `sentence`, if there is one, and marks it. (Chromium
    does so in HTML and plain text, and opens Markdown at its start.)

    >>> address(Passage("o", "They hunt.", source="https://owls.example"), sentence="They hunt.")
    'https://owls.example#:~:text=They%20hunt.'
    >>> address(Passage("o", "They hunt.", source="owls.md"))
    ''
    """
    as_shown = sentence.translate(MARKDOWN).split()
    if is_web(passage.source):
        page = quote(passage.source, safe=ADDRESS)
        return page + _looked_for(as_shown, has_place="#" in page)
    file = _file(passage.source, folder) if folder is not None else None
    if file is None:
        return ""
    kind = READERS[file.suffix.lower()]
    if kind == "pdf":
        place = f"#page={passage.page}" if passage.page else ""
    elif kind == "html":
        place = _looked_for(as_shown)
    else:
        place = _looked_for(_as_written(sentence, passage.text))
    return file.as_uri() + place


def _file(source: str, folder: Path) -> Path | None:
    """The document of this name in a folder; None where there is none, or it is outside."""
    file = folder.absolute() / source
    try:
        is_document = file.suffix.lower() in READERS and file.is_file()
    # a name of a stranger's run may be too long for a file
    except OSError:
        return None
    if not is_document or leads_out(file, folder):
        return None
    return file.resolve()


def _as_written(sentence: str, text: str) -> list[str]:
    r"""The words of a sentence as a text has them; a line that ends there is part of a word.

    A browser that shows plain text finds no words across the end of a line without it.

    >>> _as_written("Owls hunt mice.", "Owls hunt\nmice. Cats sleep.")
    ['Owls', 'hunt\nmice.']
    """
    words = sentence.split()
    if not words:
        return []
    pattern = r"\s+".join(map(re.escape, words))
    found = re.search(pattern, text)
    return found[0].split(" ") if found else words


def _looked_for(words: Sequence[str], has_place: bool = False) -> str:
    """The end of an address that lets a browser look for words, a text fragment.

    Of many words the first and the last are looked for, and all between them is marked.

    >>> _looked_for(["mice-like", "animals"])
    '#:~:text=mice%2Dlike%20animals'
    >>> _looked_for("a b c d e f g h i j k".split(), has_place=True)
    ':~:text=a%20b%20c%20d%20e,g%20h%20i%20j%20k'
    """
    if not words:
        return ""
    parts = [words]
    if len(words) > 2 * ENDS:
        parts = [words[:ENDS], words[-ENDS:]]
    texts = []
    for part in parts:
        text = quote(" ".join(part), safe="")
        # A hyphen has a meaning there, and `quote` leaves it as it is.
        texts.append(text.replace("-", "%2D"))
    ends = ",".join(texts)
    mark = "" if has_place else "#"
    return f"{mark}:~:text={ends}"
