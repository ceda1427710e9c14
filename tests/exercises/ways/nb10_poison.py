"""10-poison: other right ways, and a page that knows only one question."""


def in_one_paragraph(question, lie):
    return f"<html><head><title>Zoo</title></head><body><p>{question} {lie}</p></body></html>"


def in_a_list(question, lie):
    items = [question, "Ask anybody.", question, lie]
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


RIGHT = [in_one_paragraph, in_a_list]


def HARD_CODED(question, lie):
    return "<h1>How deep do moles dig in winter?</h1><p>Their tunnels reach 90 metres.</p>"
