"""`comodin netcheck`: what this computer can know of the network alone, and the rest with a second one."""

from __future__ import annotations

import os
from time import monotonic, sleep

from game.client.lan.check import NetCheck, firewall_words, heard_words, port_words, with_words
from game.client.words import say
from game.commands.files import CommandError
from game.lan.addresses import read_address
from net.shell.bridge import Bridge

LOOK = 0.05  # seconds between two looks
FAULT, UNTESTED = 1, 3


def netcheck(interface: str | None, other: str | None = None) -> int:
    """Test the network and print what was found.

    0 if everything was tested with a second computer and works, 1 if something does not, 3 if nothing is wrong as far
    as one computer can know.
    """
    check = NetCheck(
        lambda: Bridge((interface,) if interface else ()), os.urandom, interface or "", _read(other) if other else None
    )
    check.find_addresses()
    if other:
        print(f"{say('netcheck.adapters')}: {', '.join(check.addresses) or say('netcheck.no_adapter')}", flush=True)
    while not check.found.over:
        check.step(monotonic())
        sleep(LOOK)
    found = check.found
    if not other:
        print(f"{say('netcheck.adapters')}: {', '.join(check.addresses) or say('netcheck.no_adapter')}")
    print(f"{say('netcheck.port')}: {port_words(found)}")
    for sentence in heard_words(found):
        print(f"{say('netcheck.heard')}: {sentence}")
    for sentence in with_words(check):
        print(f"{say('netcheck.with')}: {sentence}")
    print(f"{say('netcheck.firewall')}: {firewall_words()}")
    if not check.addresses or not found.port or found.error or not (found.own or found.others):
        return FAULT
    if other:
        return 0 if found.all_well else FAULT
    return UNTESTED


def _read(address: str) -> tuple[str, int]:
    try:
        return read_address(address)
    except ValueError as error:
        raise CommandError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
