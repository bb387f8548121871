"""The commands that read what all matches add up to."""
