"""One spelling for each number, name and formula, however a text writes it."""

from __future__ import annotations

import re
import unicodedata

from ragkit.text.forms import plain

# LaTeX's products, brackets of any size and thin spaces, the signs for a product, and marks that
# only set a formula apart: \cdot, \left, \, or · or $ or the | of |V|.
_NO_MEANING = re.compile(r"\\(?:cdot|left|right|,)|[·⋅×$|`]")
# The digits of an exponent, with their minus: the raised 2 of m².
_RAISED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
# Two asterisks before a digit: the ** of V**2.
_POWER = re.compile(r"\*\*(?=\d)")
# Hyphens, the minus sign and the dash of a range, which all become "-": 1998–2001.
_HYPHENS = re.compile(r"[‐‑–−]")
# An exponent of one word in brackets: ^{2} or ^(2).
_EXPONENT = re.compile(r"\^[({](\w+)[)}]")
# A root without brackets: "sqrt n".
_ROOT = re.compile(r"\bsqrt (\w+)")
_TO_ROUND_BRACKETS = str.maketrans("{}", "()")

# Space, and signs that authors write or leave out: the * of V * E, the _ of log_2.
_OPTIONAL = re.compile(r"[\s*_]")
# A logarithm of one word in brackets: log2(E), log(n).
_LOGARITHM = re.compile(r"(log\d*)\((\w+)\)")

# Zeros before the first digit that counts: the 0 of -01.5 or 007.
_LEADING_ZEROS = re.compile(r"^(-?)0+(?=\d)")


def clean(text: str) -> str:
    r"""A text without markup, with one spelling of dashes, powers and roots.

    >>> clean(r"$O(V^{2}\sqrt{E})$ – E²")
    'O(V^2 sqrt(E)) - E^2'
    """
    # First of all, because normalisation makes a plain 2 of a raised one.
    text = _RAISED.sub(lambda digits: f"^{plain(digits[0])}", text)
    text = _NO_MEANING.sub(" ", text)
    text = plain(text)
    text = _POWER.sub("^", text)
    # The asterisks that are left make a word **bold**.
    text = text.replace("**", "")
    text = _HYPHENS.sub("-", text)
    text = text.replace("—", " - ").replace("’", "'").replace("√", " sqrt ")
    text = _EXPONENT.sub(r"^\1", text)
    text = text.replace("\\", " ").translate(_TO_ROUND_BRACKETS)
    text = _ROOT.sub(r"sqrt(\1)", text)
    return re.sub(r" +", " ", text).strip()


def formula_key(formula: str) -> str:
    """A formula without spaces and without the signs that authors often leave out.

    >>> formula_key("O(V * log2(E))") == formula_key("O(V log_2 E)")
    True
    """
    squeezed = _OPTIONAL.sub("", formula)
    return _LOGARITHM.sub(r"\1\2", squeezed)


def number_key(number: str) -> str:
    """A number without separators of thousands and without zeros that do not count.

    Several points make a version, all of whose zeros count.

    >>> number_key("117,400"), number_key("01.50"), number_key("2.0.10")
    ('117400', '1.5', '2.0.10')
    """
    digits = re.sub(r"[ ,]", "", number)
    points = digits.count(".")
    if points == 1:
        digits = digits.rstrip("0")
        digits = digits.rstrip(".")
    return _LEADING_ZEROS.sub(r"\1", digits)


def name_key(name: str) -> str:
    """A name in lower case, without accents, hyphens and the plural s of an acronym.

    >>> name_key("Borůvka"), name_key("WF-052"), name_key("DAGs")
    ('boruvka', 'wf052', 'dag')
    """
    singular = name.removesuffix("s")
    if singular.isupper():
        name = singular
    key = without_accents(name).replace("-", "")
    if key.isdigit():
        return number_key(key)
    return key


def without_accents(text: str) -> str:
    """A text in lower case without accents, since Borůvka is written Boruvka too."""
    letters_and_accents = unicodedata.normalize("NFKD", text.lower())
    return "".join(
        character for character in letters_and_accents if not unicodedata.combining(character)
    )
