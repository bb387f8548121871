"""A MATCH ON THE LAN: one program of it, for window, headless and tests."""
