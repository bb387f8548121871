"""Played lessons: rigged deals, played step by step with the real rules. Each lesson is a file in `assets/lessons`."""
