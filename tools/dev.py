"""The developer's commands: set the project up, then play it, test it or run a tool.

Laws: only the standard library is used; the file uses no grammar newer than Python 3.6, so that old Pythons reach the
sentence that says which Python is needed.
"""

import sys
from pathlib import Path

if not (3, 11) <= sys.version_info[:2] <= (3, 14):
    sys.exit(
        "This game needs Python 3.11 to 3.14, and this is Python {}.{}: install one of those from "
        "https://www.python.org/downloads/ and start this command with it, as in: python3.14 tools/dev.py play".format(
            *sys.version_info
        )
    )
if __name__ == "__main__":
    # A script's folder comes first on the path, and a tool may have the name of a standard module.
    here = Path(__file__).resolve().parent
    sys.path[:] = [str(here.parent), *(place for place in sys.path if Path(place).resolve() != here)]

import contextlib
import io
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NoReturn

from tools.cores import prepare_cores
from tools.environment import ENVIRONMENTS_FOLDER, SetUpError, environment_variables, folder_of, prepare, python_of

HELP = ("-h", "--help")
ROOT = Path(__file__).resolve().parent.parent
PEER = "peer"  # the extra with another maker's solver, some 0.3 GB; `test --peer` wants its tests too


@dataclass(frozen=True, slots=True)
class Command:
    """A command: the extras it installs, what it starts, its arguments, and its line in the help."""

    extras: tuple[str, ...]
    starts: tuple[str, ...]
    takes: str
    about: str


COMMANDS = {
    "play": Command(("native",), ("-P", "-m", "game", "play"), "[ARGS]", "play the game; ARGS go to `comodin play`"),
    "test": Command(("dev",), (), "[PYTEST ARGS]", "run every check; with arguments, only pytest with those"),
    "soak": Command(("dev", PEER), ("-m", "tools.soak"), "[NAME]", "run the long trials in full, or one alone"),
    "bench": Command(("dev",), ("-m", "tools.bench"), "[NAME]", "measure how fast things are, or only the one named"),
    "shape": Command(("dev",), ("-m", "tools.shape"), "[--all]", "count lines, classes, imports, beside their bounds"),
    "mutants": Command(
        ("dev",), ("-m", "tools.mutants"), "[ARGS]", "change one place at a time: would the tests notice?"
    ),
    "words": Command(("dev",), ("-m", "tools.words"), "", "bring the catalogues of the other languages up to date"),
    "pictures": Command(("dev",), ("-m", "tools.pictures"), "[ARGS]", "draw pictures of the screens into pictures/"),
    "package": Command(("package",), ("-m", "tools.package"), "[DIR]", "builds for players without a Python"),
    "run": Command(("dev",), ("-m", "tools.run"), "[TOOL ARGS]", "start any other tool; alone it lists them"),
}


Aside = Callable[[], tuple[int, str, float]]


@dataclass(frozen=True, slots=True)
class Step:
    """One check of `test`: its name, the arguments for Python, and whether it runs in parallel with others."""

    name: str
    arguments: tuple[str, ...]
    beside: bool = False


def run(command: Sequence[str], where: Path, variables: dict[str, str]) -> int:
    """Run a command in the foreground and return its exit code; on Ctrl+C wait for it to end."""
    interrupted = False
    with subprocess.Popen(command, cwd=where, env=variables) as child:
        try:
            while child.poll() is None:
                try:
                    child.wait()
                except KeyboardInterrupt:
                    interrupted = True
        finally:
            if child.poll() is None:
                child.terminate()
    if interrupted:
        raise KeyboardInterrupt
    return child.returncode


def become(command: Sequence[str], where: Path, variables: dict[str, str]) -> NoReturn:
    """Replace this process by a command, with its windows, signals and exit code; on Windows run it and then exit."""
    if os.name == "posix":
        os.chdir(where)
        # There is no shell to inject into: the arguments are a list, and replacing the process is intended.
        os.execve(command[0], list(command), variables)  # noqa: S606
    sys.exit(run(command, where, variables))


def steps(cores: int) -> tuple[Step, ...]:
    """Return the checks in the order they run, the quick ones first; mypy occupies one core for a minute."""
    # The tests of a file share expensive fixtures, such as the wheel or a gallery of scenes, so one worker runs all of
    # them. Tests of windows and processes mostly wait, so there is one more worker than cores.
    spread = ("-n", str(cores + 1), "--dist", "loadfile", "--no-loadscope-reorder")
    return (
        Step("ruff check", ("-m", "ruff", "check", ".")),
        Step("ruff format", ("-m", "ruff", "format", "--check", ".")),
        Step("mypy", ("-m", "mypy"), beside=True),
        Step("lint-imports", ("-c", "from importlinter.cli import lint_imports_command as lint; lint()")),
        Step("pytest", ("-m", "pytest", *spread)),
    )


def check(todo: Sequence[Step], python: Path, where: Path, variables: dict[str, str]) -> int:
    """Run every step even if one fails, and print one line for each; return 1 if any failed."""
    ended = {}
    with contextlib.ExitStack() as stack:
        aside = [
            (step, stack.enter_context(running_aside([str(python), *step.arguments], where, variables)))
            for step in todo
            if step.beside
        ]
        for step in todo:
            if not step.beside:
                print(f"---- {step.name}")
                began = time.monotonic()
                code = run([str(python), *step.arguments], where, variables)
                ended[step.name] = (code != 0, time.monotonic() - began)
        for step, finish in aside:
            code, said, took = finish()
            print(f"---- {step.name}", said, sep="\n", end="")
            ended[step.name] = (code != 0, took)
    print("----")
    for step in todo:
        failed, took = ended[step.name]
        print(f"{step.name:14}{'FAILED' if failed else 'ok':8}{took:7.1f} s")
    return int(any(failed for failed, _ in ended.values()))


@contextlib.contextmanager
def running_aside(command: Sequence[str], where: Path, variables: dict[str, str]) -> Iterator[Aside]:
    """Run a command in the background; yield a function that waits for it and returns exit code, output and seconds."""
    began = time.monotonic()
    took = []
    with subprocess.Popen(
        command, cwd=where, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as child:

        def listen() -> str:
            said = child.communicate()[0].decode("utf-8", "replace")
            took.append(time.monotonic() - began)
            return said

        with ThreadPoolExecutor(1) as listener:  # its output is read as it is written, so that it never blocks
            words = listener.submit(listen)

            def finish() -> tuple[int, str, float]:
                said = words.result()
                return child.returncode, said, took[0]

            try:
                yield finish
            finally:
                if child.poll() is None:
                    child.terminate()


def usage() -> str:
    """Return the help."""
    rows = "\n".join(
        f"  python3 tools/dev.py {f'{name} {command.takes}':22}{command.about}" for name, command in COMMANDS.items()
    )
    return f"""\
Comodín from its source. Type one line; whatever it needs is set up first:

{rows}

`test --peer` also compares with another maker's solver, which takes 0.3 GB.

On Windows type  py  instead of  python3.

The first start needs a network and a minute or two: it makes a virtual environment in {ENVIRONMENTS_FOLDER}/
beside the project and installs there what the game needs. Nothing else on this computer is changed,
and deleting that folder undoes it. Later starts set up again only if the project or Python changed.
"""


def start(name: str, arguments: Sequence[str]) -> int:
    """Carry out one command and return its exit code."""
    command = COMMANDS[name]
    if any(one in HELP for one in arguments) and not python_of(folder_of(ROOT)).exists():
        print(usage(), end="")  # help alone sets up no environment; with one, the tool itself answers
        return 0
    extras = command.extras
    if name == "test" and arguments[:1] == [f"--{PEER}"]:
        extras, arguments = (*extras, PEER), arguments[1:]
    env = prepare(ROOT, extras)
    python, variables = python_of(env), environment_variables(env, dict(os.environ))
    prepare_cores(ROOT, env, variables)
    if command.starts:
        # A player's arguments may name files in the current folder; the tools write into the project.
        where = Path.cwd() if name == "play" else ROOT
        become([str(python), *command.starts, *arguments], where, variables)
    if arguments:
        return run([str(python), "-m", "pytest", *arguments], ROOT, variables)
    return check(steps(min(os.cpu_count() or 1, 2)), python, ROOT, variables)


def main(arguments: Sequence[str]) -> int:
    """Run the command line, and report every error as a sentence."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace", line_buffering=True)
    # On SIGTERM unwind, so that child processes are stopped too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if not arguments or arguments[0] in (*HELP, "help"):
        print(usage(), end="")
        return 0
    if arguments[0] not in COMMANDS:
        print(f"There is no command '{arguments[0]}'; there are: {', '.join(COMMANDS)}.", file=sys.stderr)
        return 2
    try:
        return start(arguments[0], arguments[1:])
    except SetUpError as fault:
        print(fault, file=sys.stderr)
    except OSError as fault:
        print(f"The set-up could not be done: {fault}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
