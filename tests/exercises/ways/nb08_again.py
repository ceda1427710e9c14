"""08-again: another right way, and an answer that knows only one draft."""


def with_one_return(state, judge):
    wrote = {"fit": None, "verdict": "repeated", "rejected": state["rejected"]}
    if state["draft"] not in state["rejected"]:
        wrote["fit"] = judge(state["draft"])
        wrote["verdict"] = "grounded" if wrote["fit"] >= 0.5 else "beside the point"
    if wrote["verdict"] == "beside the point":
        wrote["rejected"] = state["rejected"] + [state["draft"]]
    return wrote


RIGHT = [with_one_return]


def HARD_CODED(state, judge):
    return {"fit": None, "verdict": "repeated", "rejected": ["Owls hunt.", "Mice hide."]}
