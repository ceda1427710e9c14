"""What the prose says about the committed results, one function a statement.

    python -m benchmarks.statements

A statement is a public function without arguments: its first line says what the prose says, and
`claim` compares it with the results files. `make adopt` runs them all after the tables; a new
measurement may make one untrue, and then the prose has to change.
"""
