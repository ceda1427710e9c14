"""Scripts that measure the kit, and their results, which the documentation quotes.

Run one with `python -m benchmarks.NAME`.
"""
