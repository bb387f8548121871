"""Played lessons: rigged deals that the real engine plays, step by step. What one holds is data, `assets/lessons`."""
