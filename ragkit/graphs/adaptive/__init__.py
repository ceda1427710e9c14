"""The critic-guided graph: its wiring, its state, its policies, and its planner."""
