"""01-prefix: other right ways."""

from ragkit.course.exercises.checks.nb01_prefix import prompt


def one_text(question, passages, instruction):
    text = ""
    for place, passage in enumerate(passages):
        text += f"({place + 1}) {passage}\n\n"
    return f"Passages:\n{text}Question: {question}\n\n{instruction}"


def with_tags(question, passages, instruction):
    evidence = "".join(f"<passage>{passage}</passage>" for passage in passages)
    return "".join(["You read passages.", evidence, question, " ", instruction])


RIGHT = [one_text, with_tags]
ANSWER = prompt
