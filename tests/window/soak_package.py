"""A build for players, unpacked into an empty folder of a system without Python: it starts, plays, hosts and joins.

As root the system is a folder that holds the build, the libraries of a usual desktop and nothing else; otherwise it is
this one with nothing on the path. `COMODIN_ARCHIVE` names the archive.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest

from tests.window.deals import leave_at_home, near_the_end
from tests.window.driver import past_the_first_start, screen, started
from tests.window.test_rounds import DEAD_HAND, OPEN_TABLE, Mouse, play_to_the_end

ARCHIVE = Path(os.environ.get("COMODIN_ARCHIVE", ""))
MAX_MB = 90
FIRST_PICTURE = 1.5  # seconds
UNASKED = re.compile(
    # A library compiled by mypyc brings a file of that name, NAME__mypyc.cpython-311-..., and nothing of mypy.
    r"numpy|pytest|hypothesis|setuptools|Cython|mypy(?!c\.)|babel|tkinter|pygame/(tests|examples|docs)|/test_"
)
# What a desktop has and the build therefore does not bring: the C library and the screen's own.
OF_THE_SYSTEM = (
    "libc.so.6", "libz.so.1", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libutil.so.1",
    "libresolv.so.2", "libX11.so.6", "libXext.so.6", "libXcursor.so.1", "libXi.so.6", "libXrandr.so.2",
    "libXss.so.1", "libXrender.so.1", "libxcb.so.1", "libXau.so.6", "libXdmcp.so.6", "libbsd.so.0", "libmd.so.0",
    "libXfixes.so.3", "libnss_files.so.2",
)  # fmt: skip

pytestmark = pytest.mark.window


@dataclass(frozen=True, slots=True)
class System:
    """A system without Python: its root folder, and how its program is called from here."""

    root: Path
    command: tuple[str, ...]
    home: str

    def run(self, *words: str, seconds: float = 120) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.command, *words], env=BARE, capture_output=True, encoding="utf-8", check=False, timeout=seconds
        )


BARE = {"PATH": "/nowhere", "HOME": "/home", "LANG": "C.UTF-8"}


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    assert ARCHIVE.is_file(), "COMODIN_ARCHIVE names no archive"
    root = tmp_path_factory.mktemp("system")
    with tarfile.open(ARCHIVE) as packed:
        packed.extractall(root, filter="data")
    (root / "home").mkdir()
    if os.geteuid() != 0 or sys.platform != "linux":
        yield System(root, (str(root / "comodin" / "comodin"),), str(root / "home"))
        return
    for name in OF_THE_SYSTEM:
        bring(name, root)
    loader = next(Path("/lib64").glob("ld-linux*"))
    put(loader, root / "lib64" / loader.name)
    for folder in ("tmp", "dev", "usr/share/fonts"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for device in ("null", "urandom", "shm"):
        (root / "dev" / device).touch()
    bound = [device for device in ("null", "urandom") if mounted(root / "dev" / device, f"/dev/{device}")]
    chroot = shutil.which("chroot", path="/usr/sbin:/sbin:/usr/bin:/bin")
    assert chroot is not None
    yield System(root, (chroot, str(root), "/comodin/comodin"), "/home")
    for device in bound:
        subprocess.run(["/bin/umount", str(root / "dev" / device)], check=True)


def bring(name: str, root: Path) -> None:
    """Copy a library of this system to the same place there."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, encoding="utf-8", check=True).stdout
    for line in listed.splitlines():
        if line.split()[:1] == [name] and "x86-64" in line:
            put(Path(line.split("=> ")[1]), root / "lib" / "x86_64-linux-gnu" / name)
            return


def put(file: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(file.resolve(), place)


def mounted(place: Path, device: str) -> bool:
    return subprocess.run(["/bin/mount", "--bind", device, str(place)], check=False).returncode == 0


def test_the_system_has_no_python_and_the_build_nothing_unasked(system: System) -> None:
    files = [path.relative_to(system.root).as_posix() for path in system.root.rglob("*") if path.is_file()]
    assert not [name for name in files if re.search(r"bin/python|usr/lib/python", name)]
    assert not [name for name in files if UNASKED.search(name)]
    whole = sum(path.lstat().st_size for path in (system.root / "comodin").rglob("*") if path.is_file())
    assert whole < MAX_MB * 1_000_000
    assert (system.root / "comodin" / "licences" / "pygame-ce").is_dir()


def test_it_tells_its_version_and_has_the_compiled_cores(system: System) -> None:
    done = system.run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("comodin ")
    assert list((system.root / "comodin").rglob("dead_hand/native*"))
    assert list((system.root / "comodin").rglob("open_table/native*"))


@pytest.mark.parametrize("how", ["swiss", "round_robin"])
def test_it_runs_a_clubs_tournament_with_the_libraries_it_brings(system: System, how: str) -> None:
    file = f"{system.home}/{how}.club"
    new = ["--new", "Friday", "--format", how, "--join", *"ABCDEFGH"]
    results = [word for table in "1234" for word in ("--result", table, "9", "5")]
    for words in (new, ["--pair"], results, ["--pair"], [*results, "--ratings"]):
        done = system.run("club", file, *words)
        assert (done.returncode, done.stderr) == (0, "")
    assert "Rating" in done.stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_bots_play_in_processes_of_their_own(system: System, jobs: str) -> None:
    words = ("arena", "--game", "rummy", "--bots", "hard,medium", "--deals", "2", "--jobs", jobs, "--seed", jobs)
    done = system.run(*words, "--home", system.home, "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["deals"] == 2
    # The plain cores need some fifty times as long as this.
    assert said["time"]["micros_a_move"]["hard"][0] < 500_000


def test_it_hosts_and_joins(system: System) -> None:
    common = ("--headless", "--interface", "127.0.0.1", "--stop-after", "40")
    begun = []

    def start(*words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*system.command, *words, *common],
            env=BARE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        begun.append(process)
        return process

    try:
        table = ("--game", "rummikub", "--seats", "2")
        host = start("host", *table, "--print-address", "--home", f"{system.home}/host")
        assert host.stdout is not None
        address = host.stdout.readline().strip()
        for name in ("ana", "bea"):
            start("join", address, "--player", "bot:easy", "--name", name, "--home", f"{system.home}/{name}")
        said = [json.loads(one.communicate(timeout=120)[0].splitlines()[-1]) for one in begun]
    finally:
        for process in begun:
            process.kill()
            process.communicate()
    assert {one["ended"] for one in said} == {"stopped"}
    assert len({one["match"] for one in said}) == 1


def test_the_first_picture_comes_soon_and_a_round_of_every_game_is_played_by_mouse(system: System) -> None:
    home = system.root / "home"
    for game in (*DEAD_HAND, *OPEN_TABLE):
        leave_at_home(near_the_end(game), home)
    past_the_first_start(home)
    with screen() as display:
        times = []
        for _start in range(3):
            start = monotonic()
            with started(system.command, display, Path(system.home), system.root, **BARE):
                times.append(monotonic() - start)
        assert min(times) < FIRST_PICTURE, times
        print(f"first picture after {min(times):.2f} s")
        with started(system.command, display, Path(system.home), system.root, **BARE) as window:
            window.scene("title")
            before = OPEN_TABLE[-1]
            for game in (*DEAD_HAND, *OPEN_TABLE):
                Mouse().open_match(window, game, before)
                play_to_the_end(window, Mouse(), game)
                before = game
            assert window.quit() == 0
