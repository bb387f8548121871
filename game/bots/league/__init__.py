"""Opponents for arenas only: named strategies that are played against the levels."""
