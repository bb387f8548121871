"""Lessons on the screen."""
