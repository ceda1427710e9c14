"""Text that is shown: what a terminal would obey is written out."""

import pytest

from ragkit.text.printable import printable, shown


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("all gone\r       ", "all gone\\x0d       "),
        ("gnp.exe\u202etxt", "gnp.exe\\u202etxt"),
        ("\x7f\x00", "\\x7f\\x00"),
        ("half \ud83d", "half ?"),
    ],
)
def test_what_a_terminal_obeys_is_written_out(text, seen):
    assert shown(text) == seen


def test_ordinary_text_is_shown_as_it_is():
    text = "Größe\tO(n²)\n日本 🦉 a\u00a0b \u200b"
    assert shown(text) == printable(text) == text
