"""08-again: another right way."""

from ragkit.course.exercises.checks.nb08_again import answer_critic


def with_one_return(state, judge):
    wrote = {"fit": None, "verdict": "repeated", "rejected": state["rejected"]}
    if state["draft"] not in state["rejected"]:
        wrote["fit"] = judge(state["draft"])
        wrote["verdict"] = "grounded" if wrote["fit"] >= 0.5 else "beside the point"
    if wrote["verdict"] == "beside the point":
        wrote["rejected"] = state["rejected"] + [state["draft"]]
    return wrote


RIGHT = [with_one_return]
ANSWER = answer_critic
