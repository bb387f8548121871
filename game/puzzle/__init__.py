"""Puzzles: positions with one best answer, where they come from and how they are proved."""
