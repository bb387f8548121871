"""The table of the dead-hand family: eBurako, Burako and Burraco."""
