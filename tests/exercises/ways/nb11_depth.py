"""11-depth: another right way, and an answer that knows only one depth."""


def with_any(state, runtime):
    failed = any(memory.mode == "unsupported" for memory in state.memories)
    hard = state.complexity.score > runtime.context.settings.complex_above
    return {"depth": ["simple", "complex"][failed or hard]}


RIGHT = [with_any]


def HARD_CODED(state, runtime):
    return {"depth": "complex"}
