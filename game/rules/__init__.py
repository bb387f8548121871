"""WHAT IS ALLOWED: pure functions over frozen values, one file a game."""
