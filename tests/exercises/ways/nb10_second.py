"""10-second: another right way."""

from ragkit.course.exercises.checks.nb10_second import second_site
from ragkit.state import Claim
from ragkit.text.anchors import missing


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


RIGHT = [claim_by_claim]
ANSWER = second_site
