"""An orchestrator with parallel workers: its wiring, its policy, its state and its nodes."""
