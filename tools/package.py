"""`tools/dev.py package [DIR]`: makes builds for players without Python, for the system it runs on.

A folder and an archive of it everywhere; on Linux also a tree as a .deb has it, and the .deb and the AppImage if
their tools are at hand; on Windows the script of an installer; on macOS the .app.
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path
from tempfile import TemporaryDirectory

import shtab

from game import __version__
from game.arguments import make_parser
from hatch_build import readme
from tools.icons import write_icons
from tools.manual import page

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "tools" / "packaging" / "comodin.spec"
MAX_MB = 90
EXTRAS = ("aloud", "club")  # that a build brings along
LICENCE_WORDS = ("licen", "lgpl", "copying", "notice", "ofl", "authors")  # in the names of licence files
ICON_SIZES = (16, 32, 48, 64, 128, 256, 512)
MACHINES = {"x86_64": "amd64", "AMD64": "amd64", "aarch64": "arm64"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Make all builds that this system supports."""
    reader = argparse.ArgumentParser(prog="package", description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("folder", nargs="?", default="dist", metavar="DIR", help="where the builds are put (dist)")
    out = Path(reader.parse_args(arguments).folder).resolve()
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as work:
        icons = Path(work) / "icons"
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # icons are drawn without a screen
        write_icons(icons)
        folder = built(out, Path(work), icons)
        for made in (*packed(out, folder), *further_packages(out, folder, icons, Path(work))):
            print(f"{megabytes(made):6.1f} MB  {made}")
    whole = megabytes(folder)
    if whole > MAX_MB:
        print(f"The folder has {whole:.0f} MB, and {MAX_MB} are the most.", file=sys.stderr)
        return 1
    return 0


def built(out: Path, work: Path, icons: Path) -> Path:
    """Make the folder with PyInstaller, add what it leaves out, and return it."""
    variables = {**os.environ, "COMODIN_ICONS": str(icons), "COMODIN_VERSION": __version__}
    command = [sys.executable, "-m", "PyInstaller", str(SPEC), "--noconfirm", "--log-level", "WARN"]
    subprocess.run([*command, "--distpath", str(out), "--workpath", str(work / "build")], env=variables, check=True)
    folder = out / "comodin"
    inside = folder / "_internal"
    for name in ("CHANGELOG.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder / name)
    for told in (ROOT / "README.md", *sorted((ROOT / "docs").glob("README.*.md"))):
        (folder / told.name).write_text(readme(told.relative_to(ROOT).as_posix()), encoding="utf-8")
    write_licences(folder / "licences")
    strip = shutil.which("strip") if sys.platform.startswith("linux") else None
    if strip is not None:  # only Python's own: the wheels' libraries were patched in ways that strip breaks
        own = [*inside.glob("libpython*"), *inside.glob("python3*/lib-dynload/*.so")]
        subprocess.run([strip, "--strip-unneeded", *map(str, own)], check=True)
    return folder


def write_licences(folder: Path) -> None:
    """Copy the licences of all contained distributions into the folder."""
    for name in sorted(needed("comodin")):
        found = distribution(name)
        for file in found.files or ():
            if any(part in file.name.lower() for part in LICENCE_WORDS) and not file.name.endswith((".py", ".pyc")):
                place = folder / name / file.name
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path(str(file.locate())), place)


def needed(name: str) -> set[str]:
    """Return the names of all distributions that one needs, including the extras of a build."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        asking = waiting.pop()
        for line in requires(asking) or ():
            extra = line.partition("extra ==")[2].strip(" '\"")
            one = "".join(sign if sign.isalnum() or sign in "-_." else " " for sign in line.split(";")[0]).split()[0]
            if one in found or (extra and (asking != name or extra not in EXTRAS)):
                continue
            try:
                distribution(one)
            except PackageNotFoundError:  # of another system
                continue
            found.add(one)
            waiting.append(one)
    return found


def megabytes(path: Path) -> float:
    """Return the size of a folder or file in MB."""
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file() and not one.is_symlink()]
    return sum(one.stat().st_size for one in files) / 1_000_000


def packed(out: Path, folder: Path) -> Iterator[Path]:
    """Pack the folder the way its system does, and yield what is made."""
    name = f"comodin-{__version__}-{system()}"
    if sys.platform == "darwin":
        app, archive = out / "Comodín.app", out / f"{name}.zip"
        yield app
        subprocess.run(["/usr/bin/ditto", "-c", "-k", "--keepParent", str(app), str(archive)], check=True)
        yield archive
        return
    yield folder
    kind = "zip" if sys.platform == "win32" else "gztar"
    yield Path(shutil.make_archive(str(out / name), kind, root_dir=out, base_dir="comodin"))


def system() -> str:
    """Return the system a build is for."""
    names = {"win32": "windows", "darwin": "macos"}
    return f"{names.get(sys.platform, 'linux')}-{platform.machine().lower()}"


def further_packages(out: Path, folder: Path, icons: Path, work: Path) -> Iterator[Path]:
    """Make the system's further packages, and yield them."""
    if sys.platform == "win32":
        yield installer(out)
    elif sys.platform.startswith("linux"):
        tree = debian_tree(out, folder, icons)
        yield tree
        deb = shutil.which("dpkg-deb")
        if deb is not None:
            package = out / f"comodin_{__version__}_{MACHINES.get(platform.machine(), platform.machine())}.deb"
            subprocess.run([deb, "--root-owner-group", "--build", str(tree), str(package)], check=True, stdout=2)
            yield package
        maker = shutil.which("appimagetool")
        if maker is None:
            print("There is no appimagetool here, so no AppImage is made.", file=sys.stderr)
        else:
            yield app_image(out, tree, work, maker)


def debian_tree(out: Path, folder: Path, icons: Path) -> Path:
    """Make a tree with everything in its Linux place."""
    tree = out / "deb"
    if tree.exists():
        shutil.rmtree(tree)
    usr = tree / "usr"
    shutil.copytree(folder, usr / "lib" / "comodin", symlinks=True)
    (usr / "bin").mkdir()
    (usr / "bin" / "comodin").symlink_to("../lib/comodin/comodin")
    put(
        usr / "share" / "applications" / "comodin.desktop",
        (ROOT / "tools" / "packaging" / "comodin.desktop").read_bytes(),
    )
    for px in ICON_SIZES:
        place = usr / "share" / "icons" / "hicolor" / f"{px}x{px}" / "apps" / "comodin.png"
        put(place, (icons / f"comodin-{px}.png").read_bytes())
    put(usr / "share" / "man" / "man1" / "comodin.1.gz", gzip.compress(page().encode(), mtime=0))
    bash, zsh = ("bash-completion", "completions", "comodin"), ("zsh", "site-functions", "_comodin")
    for shell, place_of in (("bash", bash), ("zsh", zsh)):
        put(usr.joinpath("share", *place_of), shtab.complete(make_parser(), shell).encode())
    put(usr / "share" / "doc" / "comodin" / "copyright", (ROOT / "LICENSE").read_bytes())
    control = {
        "Package": "comodin",
        "Version": __version__,
        "Architecture": MACHINES.get(platform.machine(), platform.machine()),
        "Maintainer": "The Comodín makers <nobody@localhost>",
        "Installed-Size": str(round(megabytes(usr) * 1_000)),
        "Depends": "libc6, zlib1g, libx11-6, libxext6",
        "Section": "games",
        "Priority": "optional",
        "Description": "Five rummy-tile games at one table\n"
        " eBurako, Burako, Rummy, Rummikub and Burraco, against bots or with others on your own network.",
    }
    put(tree / "DEBIAN" / "control", "".join(f"{name}: {told}\n" for name, told in control.items()).encode())
    return tree


def put(path: Path, data: bytes) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def app_image(out: Path, tree: Path, work: Path, maker: str) -> Path:
    """Make an AppImage of the tree."""
    place = work / "Comodin.AppDir"
    shutil.copytree(tree / "usr", place / "usr", symlinks=True)
    (place / "AppRun").symlink_to("usr/bin/comodin")
    shutil.copy2(place / "usr" / "share" / "applications" / "comodin.desktop", place / "comodin.desktop")
    shutil.copy2(place / "usr" / "share" / "icons" / "hicolor" / "256x256" / "apps" / "comodin.png", place)
    image = out / f"Comodin-{__version__}-{platform.machine()}.AppImage"
    subprocess.run([maker, str(place), str(image)], env={**os.environ, "ARCH": platform.machine()}, check=True)
    return image


def installer(out: Path) -> Path:
    """Write the script for Inno Setup, and run it if that is installed; return the installer, else the script."""
    script = out / "comodin.iss"
    text = (ROOT / "tools" / "packaging" / "comodin.iss").read_text(encoding="utf-8")
    script.write_text(text.replace("@VERSION@", __version__), encoding="utf-8-sig")
    maker = shutil.which("iscc")
    if maker is None:
        print("There is no Inno Setup here, so its script is written and not run.", file=sys.stderr)
        return script
    subprocess.run([maker, "/Q", str(script)], cwd=out, check=True)
    return out / f"comodin-{__version__}-setup.exe"


if __name__ == "__main__":
    sys.exit(main())
