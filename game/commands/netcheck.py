"""`comodin netcheck`: whether tables on this network can be found and reached, and what to do if not."""

from __future__ import annotations

import os
from time import monotonic, sleep

from game.client.lan.check import NetCheck, firewall_words, heard_words, port_words
from game.client.words import say
from net.shell.bridge import Bridge

LOOK = 0.05  # seconds between two looks


def netcheck(interface: str | None) -> int:
    """Test the network and print what was found; 1 when no port opens or nothing at all is heard."""
    check = NetCheck(lambda: Bridge((interface,) if interface else ()), os.urandom, interface or "")
    check.find_addresses()
    while not check.found.over:
        check.step(monotonic())
        sleep(LOOK)
    found = check.found
    print(f"{say('netcheck.adapters')}: {', '.join(check.addresses) or say('netcheck.no_adapter')}")
    print(f"{say('netcheck.port')}: {port_words(found)}")
    for sentence in heard_words(found):
        print(f"{say('netcheck.heard')}: {sentence}")
    print(f"{say('netcheck.firewall')}: {firewall_words()}")
    return 0 if found.port and (found.own or found.others) else 1
