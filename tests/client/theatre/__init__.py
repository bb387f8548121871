"""Tests of the theatre."""
