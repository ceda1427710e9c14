"""11-depth: other right ways, and an answer that knows only one depth."""


def one_case_at_a_time(state, runtime):
    for memory in state.memories:
        if memory.mode == "unsupported":
            return {"depth": "complex"}
    limit = runtime.context.settings.complex_above
    return {"depth": "simple" if state.complexity.score <= limit else "complex"}


def with_any(state, runtime):
    failed = any(memory.mode == "unsupported" for memory in state.memories)
    hard = state.complexity.score > runtime.context.settings.complex_above
    return {"depth": ["simple", "complex"][failed or hard]}


RIGHT = [one_case_at_a_time, with_any]


def HARD_CODED(state, runtime):
    return {"depth": "complex"}
