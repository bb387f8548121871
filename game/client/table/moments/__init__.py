"""How events of a match are celebrated: each moment is a pause, a burst of light, and a ribbon that names it."""
