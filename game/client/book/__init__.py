"""The rule book in the window."""
