"""An orchestrator, parallel workers that answer their parts, and a verifier at the end (teams)."""
