"""A planner over sub-agents that changes its plan by what they find (teams)."""
