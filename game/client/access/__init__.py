"""Accessibility: the table in sentences, the window's tree for screen readers, speech."""
