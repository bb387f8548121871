"""Property tests draw the same cases in every run, however slow the machine is."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("project", deadline=None, derandomize=True, database=None)
settings.load_profile("project")
