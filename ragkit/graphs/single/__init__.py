"""One agent with three tools, in a loop that ends: wiring, policies, state and nodes (teams)."""
