"""The wheel, installed into an empty environment and run from an empty folder: what a player gets, not the checkout.

The environment borrows what the game depends on from the running one by a path entry. `.pth` files in a folder
reached that way are not read, so an editable install of the checkout there stays out of sight; that is checked first.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from tools.environment import environment_variables, python_of

ROOT = Path(__file__).resolve().parents[1]
MARK = "installed"  # the file that says that all of it is there


@dataclass(frozen=True, slots=True)
class Installed:
    """The wheel, the environment it is installed in, and the empty folder it is run from."""

    wheel: Path
    env: Path
    folder: Path

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a command of the environment from the empty folder, with a home of its own."""
        variables = environment_variables(self.env, dict(os.environ)) | {
            "COMODIN_HOME": str(self.folder.parent / "home")
        }
        return subprocess.run(
            [python_of(self.env).parent / command[0], *command[1:]],
            cwd=self.folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


def pip(*arguments: str | Path) -> None:
    """Run the running environment's pip, which may ask nobody."""
    python("pip", "--disable-pip-version-check", *arguments)


def python(module: str, *arguments: str | Path) -> None:
    """Run a module of the running environment on the checkout; what it compiles need not be fast."""
    command = [sys.executable, "-m", module, *arguments]
    variables = dict(os.environ) | {"PIP_USER": "0", "CFLAGS": "-O0"}
    told = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, encoding="utf-8", check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def installed_once(place: Path, own: Path) -> Installed:
    """Return the wheel installed in a place which all workers of a run share, and run from a folder of one's own."""
    folder = own / "empty folder"
    folder.mkdir()
    with FileLock(place.with_suffix(".lock")):
        if not (place / MARK).exists():
            shutil.rmtree(place, ignore_errors=True)  # another worker's that failed; this one fails with its own reason
            install(Installed(build(place / "dist"), place / "env", folder))
            (place / MARK).touch()
    (wheel,) = (place / "dist").iterdir()
    return Installed(wheel, place / "env", folder)


def build(dist: Path) -> Path:
    """Build the wheel from the checkout, without pip, which would build it twice: once for its metadata alone."""
    python("hatchling", "build", "-t", "wheel", "-d", dist)
    (wheel,) = dist.iterdir()
    return wheel


def install(it: Installed) -> None:
    """Install the wheel where the checkout cannot be imported from."""
    env = it.env
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", env], check=True)
    own = Path(sysconfig.get_path("purelib", "venv", {"base": str(env)}))
    lent = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    (own / "lent.pth").write_text("\n".join(lent), encoding="utf-8")

    assert it.run("python", "-c", "import pygame, msgpack, platformdirs").returncode == 0, "what it depends on is lent"
    for package in ("comodin", "game", "net", "assets"):
        told = it.run("python", "-c", f"import {package}")
        assert f"No module named '{package}'" in told.stderr, "nothing of ours may be in sight before the wheel is"
    pip("--python", env, "install", "--quiet", "--no-compile", "--no-index", "--no-deps", it.wheel)
