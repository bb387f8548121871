"""The manual page, made from the command line: `tools/dev.py run manual` writes tools/packaging/comodin.1 anew."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from game import __version__
from game.arguments import make_parser

PAGE = Path(__file__).resolve().parent / "packaging" / "comodin.1"
_ENVIRONMENT = {
    "COMODIN_HOME": "The folder where everything is kept, where no --home is given.",
    "COMODIN_LAN_INTERFACE": "The one address whose adapter is used for tables on the network.",
}
_EXITS = {
    "0": "It is done.",
    "1": "What was tested does not hold: tables that differ, somebody cheated, a network that does not work.",
    "2": "A wrong word, or a file that cannot be used; a sentence says why.",
    "3, 4": "verify: unfinished, not signed. netcheck: 3, nothing is wrong as far as one computer can know.",
    "130": "Ctrl-C stopped it.",
}


def page() -> str:
    """Return the page in the language of man."""
    whole = make_parser()
    (commands,) = [one for one in whole._actions if isinstance(one, argparse._SubParsersAction)]  # noqa: SLF001
    lines = [
        f'.TH COMODIN 1 "" "Comodín {__version__}" "Games"',
        ".SH NAME",
        "comodin \\- five rummy-tile games at one table",
        ".SH SYNOPSIS",
        ".B comodin",
        "[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]",
        ".SH DESCRIPTION",
        _plain(whole.description or ""),
        ".SH COMMANDS",
    ]
    for name, one in commands.choices.items():
        lines += [f".SS comodin {name}", _plain(one.description or ""), *_options(one)]
    for title, rows in (("ENVIRONMENT", _ENVIRONMENT), ("EXIT STATUS", _EXITS)):
        lines.append(f".SH {title}")
        for name, about in rows.items():
            lines += [".TP", f".B {_plain(name)}", _plain(about)]
    return "\n".join(lines) + "\n"


def _options(one: argparse.ArgumentParser) -> Iterator[str]:
    for action in one._actions:  # noqa: SLF001 - argparse has no public way
        if action.dest == "help":
            continue
        value = str(action.metavar or ("" if action.nargs == 0 else "{%s}" % ",".join(action.choices or ())))  # noqa: UP031
        names = ", ".join(action.option_strings) or value
        after = f" \\fI{_plain(value)}\\fR" if action.option_strings and action.nargs != 0 else ""
        yield from (".TP", f"\\fB{_plain(names)}\\fR{after}", _plain(action.help or ""))


def _plain(text: str) -> str:
    """Escape text so that man does not read it as markup."""
    told = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{told}" if told.startswith((".", "'")) else told


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
