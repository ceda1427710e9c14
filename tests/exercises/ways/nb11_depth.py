"""11-depth: another right way."""

from ragkit.course.exercises.checks.nb11_depth import router


def with_any(state, runtime):
    failed = any(memory.mode == "unsupported" for memory in state.memories)
    hard = state.complexity.score > runtime.context.settings.complex_above
    return {"depth": ["simple", "complex"][failed or hard]}


RIGHT = [with_any]
ANSWER = router
