"""Where a program of the LAN listens, as text: `name:port`, `192.168.1.5:47815`, `[fe80::1]:47815`, or a table's code.

A long code is the four letters of a host's key and where he is, for networks that announce nothing. It is as short as
the address allows, a few letters more on most home networks; a wrong letter is nearly always found out.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from hashlib import blake2b
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import Final

from net.discovery import CODE_LENGTH, CODE_LETTERS

DEFAULT_PORT = 47_815
# The environment variable with the one address at which tables are looked for and offered, instead of every adapter.
INTERFACE_VARIABLE = "COMODIN_LAN_INTERFACE"
MAX_PORT = 65_535
# The networks of homes and offices, the commonest first: with the usual port an address there takes few letters.
HOME_NETWORKS: Final = (IPv4Network("192.168.0.0/16"), IPv4Network("172.16.0.0/12"), IPv4Network("10.0.0.0/8"))
PORT_COUNT: Final = MAX_PORT + 1
# Announced in place of a game by a program that only tests the network; lists of tables leave it out.
NETCHECK_GAME: Final = "netcheck"
_BRACKETED = re.compile(r"\[([0-9A-Fa-f:.%a-z]+)\](?::([0-9]{1,5}))?")
_PLAIN = re.compile(r"([^\s:\[\]]+)(?::([0-9]{1,5}))?")


def own_interface(asked: str | None = None) -> str:
    """Return the one address to use: the one asked for, or the environment's; empty for every adapter."""
    return asked or os.environ.get(INTERFACE_VARIABLE, "")


def read_address(text: str) -> tuple[str, int]:
    """Return host and port, by default the usual one; raise ValueError with a readable message for anything else."""
    if text.count(":") > 1 and not text.startswith("["):
        return text, DEFAULT_PORT  # a bare IPv6 address
    found = _BRACKETED.fullmatch(text) or _PLAIN.fullmatch(text)
    port = int(found[2] or DEFAULT_PORT) if found else 0
    if found is None or not 1 <= port <= MAX_PORT:
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


def shorten_written(address: str) -> str:
    """Return a written address as somebody would type it; a text that is no address stays as it is."""
    try:
        return short_address(*read_address(address))
    except ValueError:
        return address


# Codes


@dataclass(frozen=True, slots=True)
class TableCode:
    """What a code says: the letters of the table and, of a long one, where it is."""

    letters: str
    host: str = ""
    port: int = 0


def write_code(letters: str, host: str, port: int) -> str:
    """Return the long code of a table; only its letters if the address is not IPv4."""
    try:
        where = _number_of(IPv4Address(host), port)
    except AddressValueError:
        return letters
    said = _letters_of(where)
    return f"{letters}-{said}{_check_letter(letters + said)}"


def read_code(text: str) -> TableCode | None:
    """Read a typed code, in upper or lower case and with blanks or hyphens anywhere; None if it is no code."""
    typed = "".join(sign for sign in text.upper() if sign not in " -")
    if len(typed) < CODE_LENGTH or not set(typed) <= set(CODE_LETTERS):
        return None
    letters, where = typed[:CODE_LENGTH], typed[CODE_LENGTH:]
    if not where:
        return TableCode(letters)
    said, check = where[:-1], where[-1]
    found = _address_of(said) if said and check == _check_letter(letters + said) else None
    return None if found is None else TableCode(letters, str(found[0]), found[1])


def _number_of(address: IPv4Address, port: int) -> int:
    """Return the number of an address and port; those of home networks with the usual port come first."""
    first = 0
    for home in HOME_NETWORKS:
        if address in home and port == DEFAULT_PORT:
            return first + int(address) - int(home.network_address)
        first += home.num_addresses
    return first + int(address) * PORT_COUNT + port


def _address_of(said: str) -> tuple[IPv4Address, int] | None:
    number = 0
    for letter in said:
        number = number * len(CODE_LETTERS) + CODE_LETTERS.index(letter)
    if _letters_of(number) != said:
        return None  # it has leading letters that stand for zeros
    for home in HOME_NETWORKS:
        if number < home.num_addresses:
            return home[number], DEFAULT_PORT
        number -= home.num_addresses
    address, port = divmod(number, PORT_COUNT)
    return (IPv4Address(address), port) if address < 2**32 and port else None


def _letters_of(number: int) -> str:
    said = ""
    while number or not said:
        number, rest = divmod(number, len(CODE_LETTERS))
        said = CODE_LETTERS[rest] + said
    return said


def _check_letter(said: str) -> str:
    drawn = blake2b(b"comodin long code\0" + said.encode(), digest_size=2).digest()
    return CODE_LETTERS[int.from_bytes(drawn, "big") % len(CODE_LETTERS)]
