"""25-task: another right way."""

from ragkit.conversation.signs import refers_back
from ragkit.course.exercises.checks.nb25_task import tasks
from ragkit.graphs.multi_agent.decompose import why_not
from ragkit.graphs.multi_agent.state import Task


def with_a_counter(queries, question):
    found = [Task(1, question)]
    for query in queries:
        is_new = query not in [task.query for task in found]
        if is_new and (why_not(query, question), refers_back(query)) == ("", ""):
            found.append(Task(len(found) + 1, query))
    return found


RIGHT = [with_a_counter]
ANSWER = tasks
