"""Accessibility: the table in sentences, a tree of the window for screen readers, a voice."""
