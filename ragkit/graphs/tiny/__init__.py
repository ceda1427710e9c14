"""A tiny critic as the gate: its wiring, its policy, its state and its nodes."""
