"""A MATCH ON THE LAN, as one of its programs sees it: for the window, for programs without one, and for tests."""
