"""How events of a match are celebrated: each moment has a pause, a burst of light, a ribbon that names it.

An end.
"""
