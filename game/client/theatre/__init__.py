"""The replay theatre: step through a match by move, turn and round, from any permitted player's view."""
