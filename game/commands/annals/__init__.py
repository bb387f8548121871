"""The command for statistics over all matches."""
