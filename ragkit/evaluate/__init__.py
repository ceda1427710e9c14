"""Measuring: golden questions, metrics, and scores that say how sure they are."""
