"""Whole rounds in whole numbers: the games of `game.rules`, quick enough for thousands of rounds a second."""
