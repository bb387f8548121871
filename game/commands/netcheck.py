"""`comodin netcheck`: tests the network, alone or with a second computer."""

from __future__ import annotations

import json
import os
from time import monotonic, sleep

from game.bots.spawning import ctrl_c_deferred
from game.client.lan.check import NetCheck, announcement_words, firewall_words, port_words, second_computer_words
from game.client.words import say
from game.commands.files import CommandError
from game.lan.addresses import read_address
from net.shell.bridge import Bridge

POLL_SECONDS = 0.05  # seconds between two polls
EXIT_FAULT, EXIT_UNTESTED = 1, 3


def netcheck(interface: str | None, other: str | None = None, *, as_json: bool = False) -> int:
    """Test the network and print the results; return the exit code.

    0 if everything works with a second computer, 1 if something does not, 3 if no fault was found but only this
    computer was tested.
    """
    address = _parse_address(other) if other else None
    with ctrl_c_deferred():
        check = NetCheck(lambda: Bridge((interface,) if interface else ()), os.urandom, interface or "", address)
    check.find_addresses()
    if other and not as_json:
        print(f"{say('netcheck.adapters')}: {', '.join(check.addresses) or say('netcheck.no_adapter')}", flush=True)
    while not check.found.over:
        check.step(monotonic())
        sleep(POLL_SECONDS)
    code = _exit_code(check, tested=bool(other))
    if as_json:
        print(json.dumps(_result_data(check, code), ensure_ascii=False))
    else:
        _tell(check, tested=bool(other))
    return code


def _exit_code(check: NetCheck, *, tested: bool) -> int:
    found = check.found
    if not check.addresses or not found.port or found.error or not (found.own or found.others):
        return EXIT_FAULT
    if tested:
        return 0 if found.all_well else EXIT_FAULT
    return EXIT_UNTESTED


def _tell(check: NetCheck, *, tested: bool) -> None:
    """Print the results; a test with another computer has printed the addresses already."""
    found = check.found
    if not tested:
        print(f"{say('netcheck.adapters')}: {', '.join(check.addresses) or say('netcheck.no_adapter')}")
    print(f"{say('netcheck.port')}: {port_words(found)}")
    for sentence in announcement_words(found):
        print(f"{say('netcheck.heard')}: {sentence}")
    for sentence in second_computer_words(check):
        print(f"{say('netcheck.with')}: {sentence}")
    print(f"{say('netcheck.firewall')}: {firewall_words()}")


def _result_data(check: NetCheck, code: int) -> dict[str, object]:
    """Return the results as data for JSON."""
    return {
        "code": code,
        "adapters": list(check.addresses),
        "port": str(port_words(check.found)),
        "heard": [str(sentence) for sentence in announcement_words(check.found)],
        "with": [str(sentence) for sentence in second_computer_words(check)],
        "firewall": str(firewall_words()),
    }


def _parse_address(address: str) -> tuple[str, int]:
    try:
        return read_address(address)
    except ValueError as error:
        raise CommandError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
