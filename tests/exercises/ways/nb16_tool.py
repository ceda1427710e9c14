"""16-tool: another right way."""

from ragkit.course.exercises.checks.nb16_tool import ask_tool


def with_a_dict(state, runtime):
    notes, passages = [], {passage.id: passage for passage in state["passages"]}
    first = len(passages)
    try:
        for passage in runtime.context.tool(state["question"]):
            if passage.id not in passages and len(passage.text) > runtime.context.most:
                notes.append(f"{passage.id} is too long")
            else:
                passages.setdefault(passage.id, passage)
    except Exception as error:
        notes.append(f"the tool failed: {error}")
    return {"passages": list(passages.values()), "added": list(passages)[first:], "notes": notes}


RIGHT = [with_a_dict]
ANSWER = ask_tool
