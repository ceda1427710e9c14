"""10-second: a node that wants a second site for every claim. The kit has no such node."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, product
from random import Random
from typing import Any
from urllib.parse import urlsplit

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.state import Claim, Passage
from ragkit.text.anchors import missing

State = Mapping[str, Any]
Wrote = dict[str, list[Claim]]
Site = Callable[[Passage], str]

SITES = ["zoo.example", "museum.example", "forum.example", "owls.example"]

OWN = Own(
    "The pages of `{rule[0]}` do not count, and the support of a claim that loses it becomes "
    "{rule[1]} in the place of 0.",
    rule=(("", 0.0), *product(SITES, (0.1, 0.2, 0.25))),
)


def second_site(state: State, runtime: object = None) -> Wrote:
    """The claims, of which those that only one site has get the support 0.

    >>> page = Passage("a", "Moles dig 90 metres deep.", source="https://zoo.example/a")
    >>> state = {"claims": [Claim(page.text, 1.0)], "passages": [page]}
    >>> second_site(state)["claims"][0].support
    0.0
    """
    return _doubted(state, _host)


def _host(passage: Passage) -> str:
    parts = urlsplit(passage.source)
    return parts.hostname or ""


def _doubted(state: State, site: Site) -> Wrote:
    ignored, lost = OWN.rule
    counting = [passage for passage in state["passages"] if _host(passage) != ignored]
    claims = []
    for claim in state["claims"]:
        having = _having(claim, counting)
        sites = {site(passage) for passage in having}
        if claim.support and len(sites) < 2:
            claim = replace(claim, support=lost)
        claims.append(claim)
    return {"claims": claims}


def _having(claim: Claim, passages: Sequence[Passage]) -> list[Passage]:
    """The passages with all numbers and names of a claim."""
    found = []
    for passage in passages:
        if _has(passage.text, claim.text):
            found.append(passage)
    return found


@lru_cache(maxsize=1024)
def _has(text: str, claim: str) -> bool:
    return not missing(claim, text)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Claims of two sites, of two pages of one site, of one page, and one not judged."""
    for _ in range(8):
        yield _trial(answer, _drawn(rng))
    yield _trial(answer, _neighbours())
    yield _trial(answer, {"claims": [], "passages": []})


def _trial(answer: Answer, state: State) -> Trial:
    asked = _asked(state)
    right = second_site(state)
    expected = _supports(right)
    came = answer(state, None, asked=asked)
    return Trial(asked, expected, _supports(came))


def _supports(wrote: Any) -> Any:
    """What a node wrote, with text and support of each claim; another value as it is."""
    try:
        found = {claim.text: claim.support for claim in wrote["claims"]}
        return {**wrote, "claims": found}
    except (TypeError, KeyError, AttributeError, IndexError):
        return wrote


def _asked(state: State) -> str:
    lines = ["second_site(state, runtime) with"]
    for claim in state["claims"]:
        lines.append(f"  claim, support {claim.support}: {claim.text}")
    for passage in state["passages"]:
        lines.append(f"  {passage.source}: {passage.text}")
    return "\n".join(lines)


def _drawn(rng: Random) -> dict[str, Any]:
    """Four claims with a number each, and the pages that have them."""
    one, other, third = rng.sample(SITES, 3)
    texts = [f"Moles dig {number} metres deep." for number in rng.sample(range(20, 99), 4)]
    two_sites, one_site, one_page, unjudged = texts
    pages = [
        (one, two_sites),
        (other, two_sites),
        (third, one_site),
        (third, f"It is true: {one_site}"),
        (other, one_page),
        (one, unjudged),
    ]
    passages = [_page(*page, number) for number, page in enumerate(pages)]
    claims = [
        Claim(two_sites, rng.choice([1.0, 0.5])),
        Claim(one_site, rng.choice([1.0, 0.5])),
        Claim(one_page, 1.0),
        Claim(unjudged, None),
    ]
    rng.shuffle(passages)
    rng.shuffle(claims)
    return {"claims": claims, "passages": passages}


def _neighbours() -> dict[str, Any]:
    """A claim for every two sites that are next to each other; both of them have it."""
    claims, passages = [], []
    for number, sites in enumerate(pairwise(SITES), start=20):
        text = f"Moles dig {number} metres deep."
        claims.append(Claim(text, 1.0))
        passages += [_page(site, text, number) for site in sites]
    return {"claims": claims, "passages": passages}


def _page(site: str, text: str, number: int) -> Passage:
    return Passage(f"web:{number}", text, source=f"https://{site}/{number}")


def _pages_count(state: State, runtime: object = None) -> Wrote:
    return _doubted(state, _address)


def _address(passage: Passage) -> str:
    return passage.source


def _one_is_enough(state: State, runtime: object = None) -> Wrote:
    return {"claims": list(state["claims"])}


def _no_judgement_is_a_no(state: State, runtime: object = None) -> Wrote:
    claims = []
    for claim in second_site(state)["claims"]:
        claims.append(replace(claim, support=claim.support or 0.0))
    return {"claims": claims}


def _dropped(state: State, runtime: object = None) -> Wrote:
    _, lost = OWN.rule
    kept = []
    for claim in second_site(state)["claims"]:
        if claim.support != lost:
            kept.append(claim)
    return {"claims": kept}


MISCONCEPTIONS = {
    "two pages of one site count as two": _pages_count,
    "one page is enough, so that nothing changes": _one_is_enough,
    "a claim that nobody could judge becomes an unsupported one": _no_judgement_is_a_no,
    "claims are dropped, so that the risk of the others falls": _dropped,
}
