"""What `ragkit doctor` found out about one thing, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

from ragkit.text.printable import shown
from ragkit.text.redact import without_secrets


@dataclass(frozen=True)
class Finding:
    """The result of one check.

    `remedy` is empty when all is well. A `fatal` problem is one without whose remedy nothing works.
    """

    what: str
    found: str
    remedy: str = ""
    fatal: bool = True

    def __post_init__(self) -> None:
        """Remove credentials, and write out what a terminal would obey.

        An endpoint, a recording or the environment may have sent either.
        """
        for name in ("what", "found", "remedy"):
            text = shown(without_secrets(getattr(self, name)))
            object.__setattr__(self, name, text)

    def __str__(self) -> str:
        result = f"{self.what}: {self.found}"
        if not self.remedy:
            return f"ok   {result}"
        mark = "FAIL" if self.fatal else "note"
        return f"{mark} {result}\n     -> {self.remedy}"
