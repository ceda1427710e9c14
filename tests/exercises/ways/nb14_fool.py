"""14-fool: other right ways, and an answer that knows only the numbers of the notebook."""


def about_something_else(true, wrong):
    return f"Each night an owl eats {wrong} mice and sleeps {true} times."


def denied(true, wrong):
    return "It is said that an owl eats " + true + ". In truth it eats " + wrong + " mice."


RIGHT = [about_something_else, denied]


def HARD_CODED(true, wrong):
    return "An owl eats seven mice a night, and not 3."
