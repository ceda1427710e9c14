"""The tasks, a file each, named after the notebook that they follow: `nb02_rrf.py` is `02-rrf`.

Each file has a `TASK`. Its `trials` put questions to an answer, with inputs drawn at random. Its
misconceptions are wrong answers that people often give; tests prove that the check rejects them.
"""
