"""Tests of how tournaments are told."""
