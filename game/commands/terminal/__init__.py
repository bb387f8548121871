"""The game in a terminal: a client of the same session as the window, for those who read by ear."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # the sentences of the table are kept beside its pictures
