"""How a graph becomes a drawing: layers, a grid, wires around what is in the way, and the ink of a run.

Nothing here knows of notebooks; `ragkit/widgets/route_map.py` is what uses it.
"""
