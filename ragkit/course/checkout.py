"""The checkout: a copy of the repository, which has what the installed package does not.

Notebooks, exercises and corpora are files beside the package, to be read and changed. `pip install`
brings the package alone.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The folder that contains the package: the root of a checkout, or `site-packages`."""


class NoCheckout(RuntimeError):
    """Files of the repository are needed, and the package was installed without them."""


def checkout(*needed: str) -> Path:
    """The root of the checkout. Raises `NoCheckout` where a file or folder it needs is missing.

    >>> (checkout("notebooks", "corpora") / "notebooks").is_dir()
    True
    """
    missing = [name for name in needed if not (ROOT / name).exists()]
    if missing:
        raise NoCheckout(
            f"asked for {' and '.join(missing)} of the repository, got an installed package "
            f"without them ({ROOT}); clone the repository of ragkit, and in its folder run "
            "`make tour`, or with this Python `python -m ragkit` and the same command. "
            "On documents of your own, `ragkit ask FOLDER QUESTION` needs no repository"
        )
    return ROOT
