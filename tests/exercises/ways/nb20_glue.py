"""20-glue: another right way."""

from ragkit.conversation.small_talk import is_greeting
from ragkit.course.exercises.checks.nb20_glue import glued


def filtered(typed, before):
    asked = [message for message in before if not is_greeting(message)]
    return " ".join([*asked[-1:], typed])


RIGHT = [filtered]
ANSWER = glued
