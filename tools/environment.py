"""The project's virtual environment: what it depends on, whether it is up to date, and how it is made.

Uses only the standard library. Laws: nothing outside `.venv-dev/` is written; an environment is ready only while its
stamp, written last and atomically, matches the project; setting up requires the lock.
"""

import contextlib
import errno
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ENVIRONMENTS_FOLDER = ".venv-dev"
STAMP_FILE = "comodin-stamp.json"

# Changes of these need a new environment; others only need pip again. They complete the sentence "... changed".
FOUNDATIONS = ("the Python version", "the place of Python", "the place of the project")

# Variables that would lead pip or Python out of the environment, and one that would make every start recompile.
STRAY_VARIABLES = {
    "PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_PYTHON", "__PYVENV_LAUNCHER__",
    "PYTHONDONTWRITEBYTECODE",
}  # fmt: skip

NO_NETWORK = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "Failed to establish a new connection",
    "Failed to connect to",
    "Network is unreachable",
    "getaddrinfo failed",
    "name resolution",
)

INSTALLERS = {
    "debian": "apt install python{v}-venv",
    "ubuntu": "apt install python{v}-venv",
    "fedora": "dnf install python3-pip",
    "rhel": "dnf install python3-pip",
    "suse": "zypper install python3-pip",
    "arch": "pacman -S python-pip",
    "alpine": "apk add py3-pip",
}


class SetUpError(Exception):
    """Why the set-up failed, in sentences for the user."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an environment was made from: the digest of each source, and its extras."""

    sources: dict[str, str]
    extras: tuple[str, ...]


# ---- what an environment is made of, and whether it is up to date


def sources_of(root: Path) -> dict[str, str]:
    """Return the digests of everything an environment depends on, by readable names."""
    files = [root / "pyproject.toml", root / "hatch_build.py", *sorted((root / "assets").rglob("*.po"))]
    digests = {
        file.relative_to(root).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
        if file.is_file()
    }
    return dict(zip(FOUNDATIONS, (sys.version, sys.base_prefix, str(root)), strict=True)) | digests


def read_stamp(env: Path) -> Stamp | None:
    """Read the stamp of a finished environment; None if there is none, or none that can be read."""
    try:
        read = json.loads((env / STAMP_FILE).read_text(encoding="utf-8"))
        sources = {str(name): str(digest) for name, digest in read["sources"].items()}
        return Stamp(sources, tuple(str(extra) for extra in read["extras"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write_stamp(env: Path, stamp: Stamp) -> None:
    """Write the stamp atomically, so that an interrupted set-up leaves none."""
    draft = env / (STAMP_FILE + ".new")
    with draft.open("w", encoding="utf-8") as out:
        json.dump(asdict(stamp), out, indent=1)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(env / STAMP_FILE)


def causes(stamp: Stamp | None, sources: dict[str, str], extras: tuple[str, ...]) -> tuple[str, ...]:
    """Return why an environment is not ready, as phrases; empty if it is ready."""
    if stamp is None:
        return ("there is none yet",)
    names = [*stamp.sources, *(name for name in sources if name not in stamp.sources)]
    changed = [name + " changed" for name in names if stamp.sources.get(name) != sources.get(name)]
    return (*changed, *(f"the tools of '{extra}' are wanted" for extra in extras if extra not in stamp.extras))


def from_scratch(stamp: Stamp | None, sources: dict[str, str]) -> bool:
    """Return whether the environment must be rebuilt; otherwise reinstalling is enough."""
    return stamp is None or any(stamp.sources.get(name) != sources[name] for name in FOUNDATIONS)


def folder_of(root: Path) -> Path:
    """Return the folder of this Python's environment: one for each Python version and system that use the checkout."""
    return root / ENVIRONMENTS_FOLDER / f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


def python_of(env: Path) -> Path:
    """Return the Python inside an environment."""
    scripts = Path(sysconfig.get_path("scripts", "venv", {"base": str(env)}))
    return scripts / ("python.exe" if os.name == "nt" else "python")


def succeeds(*command: str) -> bool:
    """Return whether a command succeeds; its output is dropped."""
    try:
        return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def environment_variables(env: Path, given: dict[str, str]) -> dict[str, str]:
    """Return the variables for processes in an environment: it is first on the path, and nothing leads out of it."""
    kept = {name: value for name, value in given.items() if name.upper() not in STRAY_VARIABLES}
    kept["VIRTUAL_ENV"] = str(env)
    kept["PATH"] = os.pathsep.join([str(python_of(env).parent), *filter(None, [kept.get("PATH")])])
    kept["PIP_USER"] = "0"
    if os.name == "nt":
        # Before 3.13 Windows reads .pth files in the local code page, while an editable install writes UTF-8.
        kept["PYTHONUTF8"] = "1"
    return kept


# ---- making an environment


def try_lock(descriptor: int, *, wait: bool) -> bool:
    """Take the lock of an open file; False if another process still has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        # Windows reports "deadlock" after ten seconds of waiting; it only means that the lock is not free yet.
        if fault.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            return False
        raise
    return True


@contextlib.contextmanager
def lock(path: Path, waiting: Callable[[], object]) -> Iterator[None]:
    """Hold a file's lock, which ends with the process at the latest; call `waiting` once if another process has it."""
    with path.open("a", encoding="utf-8") as held:
        if not try_lock(held.fileno(), wait=False):
            waiting()
            while not try_lock(held.fileno(), wait=True):
                pass
        yield


def has_module(module: str) -> bool:
    """Return whether this Python has a module; Debian packs venv and ensurepip apart from the rest."""
    spec = importlib.util.find_spec(module)
    return spec is not None and spec.origin is not None  # an empty folder of that name is no module


def pip_outside() -> tuple[str, ...]:
    """Return a pip outside the environment that can install into it (22.3 or newer), or nothing."""
    for pip in ((sys.executable, "-m", "pip"), ("pip3",), ("pip",)):
        if succeeds(*pip, "--python", sys.executable, "--version"):
            return pip
    return ()


def pip_for(env: Path) -> tuple[str, ...]:
    """Return the pip that installs into an environment: its own, or one from outside; nothing if there is neither."""
    inside = (str(python_of(env)), "-m", "pip")
    if succeeds(*inside, "--version"):
        return inside
    outside = pip_outside()
    return (*outside, "--python", str(env)) if outside else ()


def what_to_type(system: str, family: str, version: str, *, is_root: bool) -> str:
    """Return the command that installs what is missing; `family` is ID and ID_LIKE of a Linux system."""
    if system == "win32":
        return f"winget install Python.Python.{version}"
    if system == "darwin":
        return f"brew install python@{version}"
    for name in family.split():
        if name in INSTALLERS:
            return ("" if is_root else "sudo ") + INSTALLERS[name].format(v=version)
    return ""


def missing_venv() -> SetUpError:
    """Return the error for a Python without venv or ensurepip, if there is no other pip either."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        release = {}
    family = f"{release.get('ID', '')} {release.get('ID_LIKE', '')}"
    is_root = sys.platform != "win32" and os.geteuid() == 0
    command = what_to_type(sys.platform, family, "{}.{}".format(*sys.version_info), is_root=is_root)
    cure = f"type:  {command}" if command else "install your system's packages for Python's venv and pip"
    return SetUpError(f"This Python cannot make virtual environments; {cure}")


def pip_fault(output: str) -> SetUpError:
    """Return why pip failed: one sentence if it was the network, else its last lines."""
    if any(sign in output for sign in NO_NETWORK):
        return SetUpError("No network: what the game needs could not be fetched. Connect, and type the command again.")
    return SetUpError("pip could not install what the game needs; its last words:\n" + last_lines(output))


def last_lines(output: str) -> str:
    """Return the last lines of a program's output, indented."""
    return "\n".join("    " + line for line in output.strip().splitlines()[-15:])


def run_quietly(command: Sequence[str], where: Path, variables: dict[str, str]) -> tuple[bool, str]:
    """Run a command without showing its output; return whether it succeeded, and the output."""
    done = subprocess.run(
        command,
        cwd=where,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return done.returncode == 0, done.stdout


def venv_options() -> Iterator[tuple[str, ...]]:
    """Yield the options of `python -m venv` to try here, the best first."""
    if has_module("venv") and has_module("ensurepip"):
        yield ()
    if has_module("venv") and pip_outside():
        yield ("--without-pip",)


def make(env: Path) -> None:
    """Make an empty environment, replacing an old one."""
    said = ""
    for options in venv_options():
        if env.exists():
            shutil.rmtree(env)
        command = [sys.executable, "-m", "venv", *options, str(env)]
        well, said = run_quietly(command, env.parent, environment_variables(env, dict(os.environ)))
        if well:
            return
    if said:
        raise SetUpError("No virtual environment could be made; the last words were:\n" + last_lines(said))
    raise missing_venv()


def install(root: Path, env: Path, extras: tuple[str, ...]) -> None:
    """Install the project editable, with what it needs and what the extras name."""
    pip = pip_for(env)
    if not pip:
        raise missing_venv()
    project = f".[{','.join(extras)}]" if extras else "."
    options = ("--quiet", "--no-input", "--disable-pip-version-check", "--editable", project)
    variables = environment_variables(env, dict(os.environ))
    # pip's default of five retries per address makes a person without a network wait a minute.
    variables.setdefault("PIP_RETRIES", "2")
    well, output = run_quietly([*pip, "install", *options], root, variables)
    if not well:
        raise pip_fault(output)


def current_stamp(env: Path) -> Stamp | None:
    """Return the stamp of an environment whose Python still answers."""
    stamp = read_stamp(env)
    return stamp if stamp and succeeds(str(python_of(env)), "-c", "") else None


def set_up(root: Path, env: Path, extras: tuple[str, ...]) -> None:
    """Bring an environment up to date, if it is not; the caller holds the lock."""
    stamp, sources = current_stamp(env), sources_of(root)
    why = causes(stamp, sources, extras)
    if not why:
        return
    anew = from_scratch(stamp, sources)
    reason = f"again, because {', '.join(why)}" if not anew else f"once: packages into {env.relative_to(root)}"
    print(f"Setting up, {reason} (it may take a minute or two) ...")
    (env / STAMP_FILE).unlink(missing_ok=True)
    if anew:
        make(env)
    install(root, env, extras)
    write_stamp(env, Stamp(sources, extras))


def prepare(root: Path, extras: tuple[str, ...]) -> Path:
    """Return the environment, ready: at once if its stamp holds, else after setting it up."""
    env = folder_of(root)
    if causes(current_stamp(env), sources_of(root), extras):
        env.parent.mkdir(exist_ok=True)
        with lock(env.parent / "lock", lambda: print("Another set-up is under way here; waiting for it ...")):
            set_up(root, env, extras)
    return env
