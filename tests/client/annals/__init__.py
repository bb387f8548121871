"""Tests of the pages of what all matches add up to."""
