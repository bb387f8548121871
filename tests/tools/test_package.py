"""What the builds for players are made of, as far as it can be told without building; the rest is `soak package`."""

from __future__ import annotations

import ast
import re
import shutil
import struct
import subprocess
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from game import __version__
from game.arguments import make_parser
from net.discovery import SERVICE_TYPE
from tools import icons, manual, package

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "tools" / "packaging"


def sections(path: Path) -> dict[str, str]:
    """Read the rows of a file of NAME=VALUE."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "=" in line]
    return dict(line.split("=", 1) for line in lines)


def test_an_icon_holds_the_same_picture_in_every_form() -> None:
    pictures = {px: icons.png(px) for px in icons.SIZES}
    for px, data in pictures.items():
        assert pygame.image.load(BytesIO(data), "icon.png").get_size() == (px, px)
    ico = icons.ico(pictures)
    _zero, kind, count = struct.unpack_from("<HHH", ico)
    assert (kind, count) == (1, len([px for px in pictures if px <= 256]))
    for at in range(count):
        px, _high, _colours, _none, _planes, _bits, size, start = struct.unpack_from("<BBBBHHII", ico, 6 + 16 * at)
        assert ico[start : start + size] == pictures[px or 256]
    icns = icons.icns(pictures)
    assert icns[:8] == b"icns" + struct.pack(">I", len(icns))
    at, found = 8, 0
    while at < len(icns):
        size = struct.unpack_from(">I", icns, at + 4)[0]
        found += icns[at + 8 : at + size] in pictures.values()
        at += size
    assert found == len(icons.ICNS)


def test_the_icon_in_the_sources_is_the_one_that_is_drawn() -> None:
    kept = pygame.image.load(PACKAGING / "comodin.png")
    drawn = pygame.image.load(BytesIO(icons.png(256)), "icon.png")
    assert pygame.image.tobytes(kept, "RGBA") == pygame.image.tobytes(drawn, "RGBA")


def test_the_manual_page_tells_of_every_command_and_is_up_to_date() -> None:
    page = manual.page()
    assert (PACKAGING / "comodin.1").read_text(encoding="utf-8") == page, "python3 tools/dev.py run manual"
    (commands,) = [
        one.choices for one in make_parser()._actions if hasattr(one, "choices") and isinstance(one.choices, dict)
    ]
    assert re.findall(r"^\.SS comodin (\w+)$", page, re.MULTILINE) == list(commands)
    assert f"Comodín {__version__}" in page


def test_the_desktop_entry_starts_the_game_in_every_language() -> None:
    entry = sections(PACKAGING / "comodin.desktop")
    assert entry["Exec"] == "comodin play"
    assert entry["StartupWMClass"] == "comodin"
    assert {f"Comment[{one}]" for one in ("es", "it", "pt")} <= set(entry)


def test_macos_is_told_of_the_service_that_tables_are_announced_by() -> None:
    spec = (PACKAGING / "comodin.spec").read_text(encoding="utf-8")
    ast.parse(spec)
    assert SERVICE_TYPE.removesuffix(".local.") in spec
    assert "NSLocalNetworkUsageDescription" in spec
    assert "_cffi_backend" in spec


def test_everything_that_is_inside_has_its_licence(tmp_path: Path) -> None:
    names = {name.lower() for name in package.needed("comodin")}
    assert {"pygame-ce", "msgpack", "pynacl", "zeroconf", "cryptography", "cffi", "caissify-pairings"} <= names
    assert not {"pytest", "mypy", "hypothesis", "pyinstaller"} & names
    package.write_licences(tmp_path)
    told = {path.name.lower() for path in tmp_path.iterdir()}
    assert {"pygame-ce", "pynacl", "zeroconf", "cryptography", "font-lato", "caissify-pairings"} <= told


def test_a_linux_tree_has_everything_where_its_system_looks(tmp_path: Path) -> None:
    folder = tmp_path / "comodin"
    package.put(folder / "comodin", b"#!/bin/sh\n")
    icons.write_icons(tmp_path / "icons")
    tree = package.debian_tree(tmp_path, folder, tmp_path / "icons")
    usr = tree / "usr"
    assert (usr / "bin" / "comodin").resolve() == (usr / "lib" / "comodin" / "comodin").resolve()
    wanted = (
        "applications/comodin.desktop", "icons/hicolor/256x256/apps/comodin.png", "man/man1/comodin.1.gz",
        "bash-completion/completions/comodin", "doc/comodin/copyright",
    )  # fmt: skip
    assert all((usr / "share" / one).is_file() for one in wanted)
    control = (tree / "DEBIAN" / "control").read_text(encoding="utf-8")
    assert f"Version: {__version__}\n" in control
    deb = shutil.which("dpkg-deb")
    if deb is None:
        pytest.skip("no dpkg-deb here")
    subprocess.run([deb, "--build", str(tree), str(tmp_path / "it.deb")], check=True, capture_output=True)


def test_the_workflow_builds_all_three_systems_with_commands_that_there_are() -> None:
    text = (ROOT / ".github" / "workflows" / "builds.yml").read_text(encoding="utf-8")
    assert all(system in text for system in ("ubuntu", "windows", "macos"))
    assert "tools/dev.py package dist" in text
    script = (PACKAGING / "comodin.iss").read_text(encoding="utf-8")
    assert "@VERSION@" in script
