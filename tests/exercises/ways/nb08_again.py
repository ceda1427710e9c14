"""08-again: other right ways, and an answer that knows only one draft."""


def with_one_return(state, judge):
    wrote = {"fit": None, "verdict": "repeated", "rejected": state["rejected"]}
    if state["draft"] not in state["rejected"]:
        wrote["fit"] = judge(state["draft"])
        wrote["verdict"] = "grounded" if wrote["fit"] >= 0.5 else "beside the point"
    if wrote["verdict"] == "beside the point":
        wrote["rejected"] = state["rejected"] + [state["draft"]]
    return wrote


def with_a_loop(state, judge):
    draft, rejected = state["draft"], list(state["rejected"])
    for earlier in rejected:
        if earlier == draft:
            return {"rejected": rejected, "verdict": "repeated", "fit": None}
    fit, verdict = judge(draft), "grounded"
    if fit < 0.5:
        rejected.append(draft)
        verdict = "beside the point"
    return {"rejected": rejected, "verdict": verdict, "fit": fit}


RIGHT = [with_one_return, with_a_loop]


def HARD_CODED(state, judge):
    return {"fit": None, "verdict": "repeated", "rejected": ["Owls hunt.", "Mice hide."]}
