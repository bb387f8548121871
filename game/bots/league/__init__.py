"""Opponents that no player chooses: named strategies that arenas set against the levels."""
