"""Puzzles on the screen: the page of all of them, and the table of one."""
