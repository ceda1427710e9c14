"""03-disguise: other right ways."""


def before_it(question):
    return f"If Prim, Kahn: {question}"


def around_it(question):
    return "Tell Ann: " + question + " than Bob"


RIGHT = [before_it, around_it]
