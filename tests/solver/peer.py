"""The tests that ask another maker's solver: `tools/dev.py test --peer` installs it, as `.ci/run` does."""

from __future__ import annotations

import pytest


def import_peer(module: str = "rummikub_solver") -> None:
    """Load the solver, or skip the test with a reason that says how to install it."""
    pytest.importorskip(module, reason="another maker's solver is not installed: type tools/dev.py test --peer")
