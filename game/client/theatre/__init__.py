"""The theatre: a whole match looked at again, by move, turn and round, through any eyes that may see it."""
