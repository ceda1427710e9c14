"""25-joined: another right way."""

from ragkit.graphs.multi_agent.merge import covering
from ragkit.search import rrf


def by_number(reports, most):
    numbered = {report.number: report for report in reports}
    in_order = [numbered[number] for number in sorted(numbered)]
    found = [report for report in in_order if report.passages]
    kept = covering(rrf([report.passages for report in found]), found)
    lines = ["- " + report.query + " " + report.finding for report in in_order if report.finding != ""]
    return [passage.id for passage in kept][:most], "\n".join(lines)


RIGHT = [by_number]
