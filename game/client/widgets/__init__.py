"""A small widget kit: one focus ring, one scale, one theme."""
