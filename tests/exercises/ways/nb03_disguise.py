"""03-disguise: other right ways, and a text that knows only one question."""


def before_it(question):
    return f"If Prim, Kahn: {question}"


def around_it(question):
    return "Tell Ann: " + question + " than Bob"


RIGHT = [before_it, around_it]


def HARD_CODED(question):
    return "Who introduced the binomial heap? because Prim, Kahn"
