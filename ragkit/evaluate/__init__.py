"""Measuring: golden questions, datasets, metrics, and scores that say how sure they are."""
