"""Puzzles in the window: the page that lists them, and the table of one."""
