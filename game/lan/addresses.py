"""Where a program of the LAN listens, as text: `name:port`, `192.168.1.5:47815`, `[fe80::1]:47815`."""

from __future__ import annotations

import os
import re

DEFAULT_PORT = 47_815
# Where tables are looked for and offered: this one address instead of every adapter.
INTERFACE = "COMODIN_LAN_INTERFACE"
MOST_PORT = 65_535
_BRACKETED = re.compile(r"\[([0-9A-Fa-f:.%a-z]+)\](?::([0-9]{1,5}))?")
_PLAIN = re.compile(r"([^\s:\[\]]+)(?::([0-9]{1,5}))?")


def own_interface(asked: str | None = None) -> str:
    """Return the one address to use: the one asked for, or the environment's; empty for every adapter."""
    return asked or os.environ.get(INTERFACE, "")


def read_address(text: str) -> tuple[str, int]:
    """Return host and port; without a port the usual one. Raise ValueError with a sentence for anything else."""
    if text.count(":") > 1 and not text.startswith("["):
        return text, DEFAULT_PORT  # a bare IPv6 address
    found = _BRACKETED.fullmatch(text) or _PLAIN.fullmatch(text)
    port = int(found[2] or DEFAULT_PORT) if found else 0
    if found is None or not 1 <= port <= MOST_PORT:
        raise ValueError(
            f"'{text}' is no address; it is written like 192.168.1.5:{DEFAULT_PORT} or [fe80::1]:{DEFAULT_PORT}"
        )
    return found[1], port


def write_address(host: str, port: int) -> str:
    """Write an address."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def short_address(host: str, port: int) -> str:
    """Write an address as somebody types it: as little as will do."""
    return host if port == DEFAULT_PORT and ":" not in host else write_address(host, port)


def as_typed(address: str) -> str:
    """Return a written address as somebody would type it; what is none stays as it is."""
    try:
        return short_address(*read_address(address))
    except ValueError:
        return address
