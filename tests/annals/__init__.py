"""Tests of what all matches add up to."""
