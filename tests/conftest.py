"""Property tests draw the same cases in every run, however slow the machine is; products of points are remembered.

With `--full` families of tests are taken whole, of which a run else takes a slice (`tests/slices.py`).
"""

from __future__ import annotations

import gc
import os
import signal
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from nacl import bindings

from tests import slices
from tests.wheel import Installed, installed_once

if TYPE_CHECKING:
    from _typeshed import FileDescriptorLike

settings.register_profile("project", deadline=None, derandomize=True, database=None, max_examples=25)
settings.register_profile("full", settings.get_profile("project"), max_examples=1000)
settings.load_profile("project")

# Who starts the tests in the background may have them ignore Ctrl-C, and what they start would do the same.
signal.signal(signal.SIGINT, signal.default_int_handler)

# In one process all programs of a table multiply the same points, and so do tests of the same names and seeds: much of
# the time of a sealed deal. They are functions of their arguments alone. No module of ours has them yet.
REMEMBERED = 1 << 16
for name in (
    "crypto_scalarmult",
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_core_ed25519_is_valid_point",
    "crypto_core_ed25519_from_uniform",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
    "crypto_sign_open",
):
    setattr(bindings, name, lru_cache(REMEMBERED)(getattr(bindings, name)))


def left_to_the_system(fd: FileDescriptorLike) -> None:
    """Stand in for fsync: no test cuts the power, and tests of what is safe have simulated disks."""
    os.fstat(fd if isinstance(fd, int) else fd.fileno())  # a closed file is still refused


os.fsync = left_to_the_system


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option of ours."""
    parser.addoption("--full", action="store_true", help="take every family whole, of which a run takes a slice")


def pytest_configure(config: pytest.Config) -> None:
    """Set whether families run in full, before any test is imported."""
    slices.RUN.full = config.getoption("--full")
    if slices.RUN.full:
        settings.load_profile("full")


gc.disable()  # the modules imported for all tests stay: there is no garbage among them


def pytest_collection_finish() -> None:
    """Leave modules and tests out of every later garbage collection, which would take a sixth of all time."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 50, 50)  # what tests make is mostly freed without it; rare collections save a fortieth


def pytest_sessionfinish() -> None:
    """Collect the garbage of all tests once; pytest and Python's own end would look through all that stays again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of --full; begin with those of windows and tools, which are slow: all would wait for them."""
    left_out = [item for item in items if item.get_closest_marker("whole") and not slices.RUN.full]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: (item.get_closest_marker("window") is None, "tests/tools/" not in item.nodeid))


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The program as a player has it, built and installed once in a run, whoever of its workers comes first."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return installed_once(shared / "wheel", tmp_path_factory.mktemp("run"))
