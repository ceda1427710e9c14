"""The quality-gated conversation: its wiring, its policies, its state and its seven nodes."""
