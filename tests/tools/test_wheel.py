"""What the wheel holds, and the program installed from it in an environment that knows no checkout."""

import json
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.wheel import ROOT, Installed, pip


def test_the_packages_come_from_the_wheel(installed: Installed) -> None:
    asked = "import comodin, assets, game, json, net; print(json.dumps([assets.__file__, game.__file__, net.__file__]))"
    told = installed.run("python", "-c", asked)
    places = [Path(place) for place in json.loads(told.stdout)]
    assert all(place.is_relative_to(installed.env) for place in places), places
    assert [place.parent.name for place in places] == ["assets", "game", "net"]
    assert {place.parent.parent.name for place in places} == {"comodin"}


def test_the_wheel_holds_the_game_and_nothing_beside_it(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        names = set(wheel.namelist())
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {"comodin"}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    for package in ("assets", "game", "net"):
        ours = {
            f"comodin/{file.relative_to(ROOT).as_posix()}"
            for file in (ROOT / package).rglob("*")
            if file.is_file() and "__pycache__" not in file.parts and not is_compiled(file)
        }
        assert ours <= names, f"missing: {sorted(ours - names)}"


def is_compiled(file: Path) -> bool:
    """Tell whether a file is a compiled core that tools/dev.py put there; a wheel has its own."""
    return file.stem.partition(".")[0] == "native" and file.suffix in {".so", ".pyd"}


def test_the_wheel_says_what_it_is_made_for(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        cores = [name for name in wheel.namelist() if is_compiled(Path(name))]
    pure = installed.wheel.name.endswith("-py3-none-any.whl")
    assert pure != bool(cores)
    assert (
        pure
        or f"-cp311-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}.whl" in installed.wheel.name
    )
    told = installed.run(
        "python", "-c", "import comodin; from game.playout.native import compiled; print(compiled('dead_hand'))"
    )
    assert ("None" in told.stdout) == pure, told


@pytest.mark.whole  # the wheel of this system: above
def test_a_wheel_without_compiled_cores_is_for_every_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMODIN_PURE", "1")
    pip("wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, ROOT)
    (wheel,) = tmp_path.iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as found:
        assert not [name for name in found.namelist() if is_compiled(Path(name))]


def test_assets_are_read_through_the_package(installed: Installed) -> None:
    asked = "import comodin, sys; from importlib.resources import files; print((files('assets') / sys.argv[1])"
    asked += ".read_text('utf-8'))"
    for name in ("rules/en.md", "CREDITS.md"):
        told = installed.run("python", "-X", "utf8", "-c", asked, name)
        assert told.stdout == (ROOT / "assets" / name).read_text(encoding="utf-8") + "\n"


def test_the_command_explains_itself(installed: Installed) -> None:
    told = installed.run("comodin", "--help")
    assert told.returncode == 0, told.stderr
    assert all(command in told.stdout for command in ("play", "demo", "replay", "judge"))


def test_a_whole_match_is_played_and_its_file_holds(installed: Installed) -> None:
    deal = ("--game", "burako", "--seats", "4", "--seed", "7", "--option", "target=100")
    told = installed.run("comodin", "demo", "--headless", *deal, "--transcript", "match.txt")
    assert told.returncode == 0, told.stdout + told.stderr
    assert (installed.folder / "match.txt").stat().st_size > 0
    told = installed.run("comodin", "replay", "match.txt", "--check")
    assert told.returncode == 0, told.stdout + told.stderr
    assert [file.name for file in installed.folder.iterdir()] == ["match.txt"], "nothing else is left lying about"


def test_none_of_our_names_is_in_sight_of_other_programs(installed: Installed) -> None:
    for package in ("game", "net", "assets"):
        assert f"No module named '{package}'" in installed.run("python", "-c", f"import {package}").stderr


def test_it_is_called_by_its_module_too(installed: Installed) -> None:
    told = installed.run("python", "-m", "comodin", "--version")
    assert (told.stdout, told.stderr) == (installed.run("comodin", "--version").stdout, "")


@pytest.mark.whole  # tests/bots/test_pool
def test_it_plays_in_several_processes(installed: Installed) -> None:
    cell = ("--game", "burraco", "--bots", "medium,easy")
    told = installed.run("comodin", "arena", *cell, "--deals", "2", "--jobs", "2")
    assert told.returncode == 0, told.stderr
    assert "2 deals" in told.stdout


def test_a_system_finds_its_icon_its_entry_and_its_manual(installed: Installed) -> None:
    share = installed.env / "share"
    assert (share / "applications" / "comodin.desktop").is_file()
    assert (share / "icons" / "hicolor" / "256x256" / "apps" / "comodin.png").is_file()
    assert (share / "man" / "man1" / "comodin.1").is_file()


def test_its_page_points_nowhere_that_is_not_there(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        (name,) = [name for name in wheel.namelist() if name.endswith("/METADATA")]
        page = wheel.read(name).decode()
    assert "# Comodín" in page
    assert re.findall(r"\]\((?!https?:|#)[^)]*\)", page) == []
    assert "Project-URL" not in page


def test_the_sources_are_whole(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as packed:
        there = {name.partition("/")[2] for name in packed.getnames()}
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout  # noqa: S607
    left_out = {name for name in listed.splitlines() if name not in there}
    assert {name.partition("/")[0] for name in left_out} <= {".ci", ".gitattributes"}
