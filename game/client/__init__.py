"""THE WINDOW: the only part that knows pygame."""
