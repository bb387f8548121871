"""ONE WAY TO PLAY, whatever the source of the moves."""
