"""Acceptance scenarios as data: one row each, judged through the same door as positions from outside."""
