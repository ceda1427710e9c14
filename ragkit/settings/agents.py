"""How long the agents of (teams) go on, and what they keep."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragkit.settings.marks import Share


class AgentSettings(BaseModel):
    """The settings of `single` and `hierarchy`."""

    cycles: int = Field(
        3, ge=1, le=5, description="how often an agent searches before its answer is forced"
    )
    enough_passages: int = Field(
        2, ge=1, le=5, description="how many helpful passages an agent goes on with"
    )
    helps_from: Share = Field(
        0.3, description="odds from which a passage counts as helpful to an agent"
    )
    complex_route_from: Share = Field(
        0.5, description="odds of *complex* from which a question is searched in two ways at once"
    )
    agent_tokens: int = Field(
        1_500, ge=200, description="about how many tokens of evidence an agent keeps"
    )
    plan_changes: int = Field(
        3, ge=0, le=6, description="how often `hierarchy` may change its plan in a run"
    )
    # The paper's is on. Elsewhere in the kit, an answer that was not verified is not given.
    best_effort: bool = Field(
        True, description="whether an agent whose cycles are used up gives its last draft, marked"
    )
