"""Puzzles: positions with exactly one best answer; how they are found and proved."""
