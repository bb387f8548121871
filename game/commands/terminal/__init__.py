"""The game in a terminal, suitable for screen readers: a client of the same session as the window."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # the modules with the table's sentences import pygame
