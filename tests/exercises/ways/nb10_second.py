"""10-second: other right ways, and a node that knows only one claim."""

from ragkit.state import Claim
from ragkit.text.anchors import anchors, missing


def claim_by_claim(state, runtime):
    wrote = []
    for claim in state["claims"]:
        sites = []
        for passage in state["passages"]:
            site = passage.source.split("/")[2]
            if missing(claim.text, passage.text) == [] and site not in sites:
                sites.append(site)
        alone = len(sites) in (0, 1) and claim.support is not None
        wrote.append(Claim(claim.text, 0 if alone else claim.support))
    return {"claims": wrote}


def by_anchors(state, runtime):
    def is_confirmed(text):
        having = [p for p in state["passages"] if anchors(text) <= anchors(p.text)]
        return len({p.source.removeprefix("https://").split("/")[0] for p in having}) > 1

    claims = []
    for claim in state["claims"]:
        keeps = claim.support is None or is_confirmed(claim.text)
        claims.append(claim if keeps else Claim(claim.text, 0.0))
    return {"claims": tuple(claims)}


RIGHT = [claim_by_claim, by_anchors]


def HARD_CODED(state, runtime):
    return {"claims": [Claim("Moles dig 90 metres deep.", 0.0)]}
