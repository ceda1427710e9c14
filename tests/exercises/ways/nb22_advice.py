"""22-advice: another right way."""

from ragkit.course.exercises.checks.nb22_advice import advice


def as_one_text(instruction, claims):
    text = instruction
    for claim in dict.fromkeys(claim for claim, support in claims if support in (0, 0.5)):
        text += f" No passage states this: {claim}"
    return text.strip()


RIGHT = [as_one_text]
ANSWER = advice
