"""Readers of public datasets, which write a corpus or a file of questions that the kit opens."""
