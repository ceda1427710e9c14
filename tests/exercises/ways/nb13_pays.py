"""13-pays: other right ways, and an answer that knows only the example of the notebook."""


def by_zero_inside(gaps):
    def word(gap):
        if gap.n < 2 or gap.low <= 0 <= gap.high:
            return "not shown"
        return "pays" if gap.mean < 0 else "harms"

    return {part: word(gap) for part, gap in gaps.items()}


def in_two_steps(gaps):
    found = dict.fromkeys(gaps, "not shown")
    found.update({part: "pays" for part, gap in gaps.items() if gap.high < 0})
    found.update({part: "harms" for part, gap in gaps.items() if gap.low > 0})
    found.update({part: "not shown" for part, gap in gaps.items() if gap.n == 1})
    return found


RIGHT = [by_zero_inside, in_two_steps]


def HARD_CODED(gaps):
    return {"no verifier": "pays", "no hop": "not shown"}
