"""Why there is no adapter, in words that say what was asked, what came and what to do."""

from __future__ import annotations

from typing import NamedTuple

from ragkit.weights.source import ModelFileError


class Wanted(NamedTuple):
    """What an adapter is wanted for, in the words of a message."""

    name: str
    job: str
    """What its file calls the job."""
    setting: str
    """The variable that names one of the user's own."""
    without: str
    """How to do without it."""
    then: str
    """What happens without it."""


JUDGE = Wanted(
    "the taught judge",
    "critic",
    "RAGKIT_ADAPTER",
    "set RAGKIT_JUDGE=odds",
    "judged zero-shot",
)
WRITER = Wanted(
    "the taught writer",
    "writer",
    "RAGKIT_WRITER_ADAPTER",
    "unset RAGKIT_WRITER_ADAPTER",
    "written by the plain model",
)


class NoAdapter(ModelFileError):
    """There is no adapter for a taught judge or writer, or it must not be used."""

    @property
    def why(self) -> str:
        return str(self.args[1])

    @property
    def note(self) -> str:
        """What a run says about it, on one line."""
        asked, got, then = self.args
        wanted = WRITER if asked == WRITER.name else JUDGE
        return f"{wanted.then}: {asked} was asked for, but {got}; {then}"


class NoneShips(NoAdapter):
    """No adapter comes with the kit for this model, which nobody has to mend."""


def refused(
    got: str, then: str, kind: type[NoAdapter] = NoAdapter, wanted: Wanted = JUDGE
) -> NoAdapter:
    """The error for what came instead, and what to do then."""
    return kind(wanted.name, got, f"{then}, or {wanted.without}")
