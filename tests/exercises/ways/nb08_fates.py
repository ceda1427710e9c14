"""08-fates: other right ways, and an answer that knows only one run."""


def side_by_side(trace):
    drafts = [step.wrote["draft"] for step in trace.steps if step.node == "generate"]
    critics = [step for step in trace.steps if step.node == "answer_critic"]
    return [(draft, step.wrote["verdict"], step.rule.do) for draft, step in zip(drafts, critics)]


def backwards(trace):
    found, open_row = [], []
    for step in reversed(trace.steps):
        if "verdict" in step.wrote:
            open_row = [step.wrote["verdict"], step.rule.do]
        elif "draft" in step.wrote:
            found.insert(0, [step.wrote["draft"], *open_row])
    return found


RIGHT = [side_by_side, backwards]


def HARD_CODED(trace):
    return [("Owls hunt.", "grounded", "readings")]
