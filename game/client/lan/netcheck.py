"""The test of the network as a page: addresses, port, announcements, and what to do about a firewall."""

from __future__ import annotations

import os
import sys
from threading import Thread
from typing import TYPE_CHECKING

from game.client.director import Pop
from game.client.draw.theme import ButtonKind
from game.client.lan.check import (
    FIREWALL_CODES,
    NetCheck,
    announcement_words,
    firewall_words,
    port_words,
    second_computer_words,
)
from game.client.lan.page import TwoColumnPage
from game.client.widgets.bar import Bar
from game.client.widgets.button import Button, IconButton
from game.client.widgets.label import Paragraph
from game.client.widgets.panel import Column, Panel
from game.client.words import phrase

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.client.lan.network import Lan

LEFT_SHARE = 0.55
SYSTEMS = (*FIREWALL_CODES, "linux")


class NetCheckPage(TwoColumnPage):
    """The page of the network test, which begins at once and again when asked to."""

    def __init__(self, context: AppContext, lan: Lan) -> None:
        self.lan = lan
        self._shown: object = None
        self._addresses = Paragraph("netcheck.addresses", "")
        self._port = Paragraph("netcheck.port", "")
        self._heard = Paragraph("netcheck.heard", "")
        again = Button(
            "netcheck.again", phrase("netcheck.again"), self._test, kind=ButtonKind.PRIMARY, icon="replay", key="Enter"
        )
        heard = Panel("netcheck.heard_panel", phrase("netcheck.heard"), self._heard)
        left = (
            Panel("netcheck.addresses_panel", phrase("netcheck.adapters"), self._addresses),
            Panel("netcheck.port_panel", phrase("netcheck.port"), self._port),
            heard,
        )
        hints = [Paragraph(f"netcheck.{name}", firewall_words(name)) for name in sorted(SYSTEMS, key=_is_other)]
        firewall = Panel("netcheck.firewall", phrase("netcheck.firewall"), Column("netcheck.hints", hints, 20.0))
        back = IconButton("netcheck.back", phrase("button.back"), "back", self._leave)
        bar = Bar("netcheck.bar", phrase("netcheck.title"), back)
        super().__init__(
            "lan_netcheck",
            context.preferences,
            bar,
            (left, (firewall, again)),
            LEFT_SHARE,
            again.name,
            level=(heard, firewall),
        )
        self._test()
        self.update_texts()

    def _test(self) -> Change | None:
        """Restart the test."""
        self._check = NetCheck(self.lan.new_bridge, os.urandom, self.lan.interface)
        Thread(target=self._check.find_addresses, name="comodin-addresses", daemon=True).start()
        self.rebuild()
        return None

    def update(self, now: float) -> Change | None:
        """Show the present results."""
        self._check.step(now)
        if (self._check.found, self._check.addresses) != self._shown:
            self.rebuild()
        return super().update(now)

    def update_texts(self) -> None:
        """Show the results in the current language."""
        found, addresses = self._check.found, self._check.addresses
        self._shown = (found, addresses)
        self._addresses.text = "\n".join(addresses) if addresses else phrase("netcheck.no_adapter")
        self._port.text = port_words(found)
        told = (*announcement_words(found), *(second_computer_words(self._check) if found.over else ()))
        self._heard.text = "\n".join(str(one) for one in told)

    def back(self) -> Change | None:
        """End the test."""
        return self._leave()

    def _leave(self) -> Change:
        self._check.close()
        return Pop()


def _is_other(system: str) -> bool:
    """Return whether this computer runs another system; the hint for its own system is shown first."""
    return system != (sys.platform if sys.platform in FIREWALL_CODES else "linux")
