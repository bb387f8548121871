"""Lessons in the window: the coach, his highlights, the table of a lesson, and the page that lists them."""
