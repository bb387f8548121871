"""Lessons on the screen: the coach, what he lights, the table of a lesson, and the page they are chosen on."""
