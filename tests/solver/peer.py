"""The tests that ask another maker's solver: `tools/dev.py test --peer` installs it, as `.ci/run` does."""

from __future__ import annotations

import pytest


def import_peer(module: str = "rummikub_solver") -> None:
    """Load it, or skip the test with a word on how not to."""
    pytest.importorskip(module, reason="another maker's solver is not installed: type tools/dev.py test --peer")
