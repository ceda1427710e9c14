"""From memory, from trusted archives, from the web: its wiring, policies, state and nodes."""
