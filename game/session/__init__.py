"""ONE WAY TO PLAY, wherever the moves come from."""
