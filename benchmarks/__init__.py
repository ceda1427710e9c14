"""Scripts that measure the kit, and the results that the prose reads; run one with `python -m
benchmarks.NAME`."""
