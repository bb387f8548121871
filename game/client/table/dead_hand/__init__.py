"""The table of eburako, burako and burraco."""
