"""Drawings of graphs as SVG: layers, a grid, wires around what is in the way, and a run's ink.

Nothing here knows of notebooks; `ragkit/widgets/runs/route_map.py` uses it.
"""
