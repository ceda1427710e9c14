"""10-poison: other right ways."""

from ragkit.course.exercises.checks.nb10_poison import poison


def in_one_paragraph(question, lie):
    return f"<html><head><title>Zoo</title></head><body><p>{question} {lie}</p></body></html>"


def in_a_list(question, lie):
    items = [question, "Ask anybody.", question, lie]
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


RIGHT = [in_one_paragraph, in_a_list]
ANSWER = poison
