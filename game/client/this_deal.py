"""The deal of a match that was played alone: its number and code, and buttons to play it again.

Law: a deal that several computers made together has no number and cannot be repeated.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from game.client.ask_deal import AskDeal
from game.client.director import Pop, Push, Replace
from game.client.draw.theme import ButtonKind
from game.client.scenes.message import Message
from game.client.setup import coded_header
from game.client.sides import LOCAL_CONTROLLER
from game.client.widgets.button import Button
from game.client.widgets.dialog import Dialog
from game.client.widgets.panel import Column
from game.client.words import phrase
from game.match.deal import OPEN_DEAL
from game.match.short_code import CodedDeal, code_of

if TYPE_CHECKING:
    from game.client.app_context import AppContext
    from game.client.director import Change
    from game.match.transcript import Header


def can_deal_again(context: AppContext, header: Header) -> bool:
    """Return whether the deal of a match can be repeated here."""
    return context.begin is not None and header.dealer == OPEN_DEAL


def with_swapped_seats(header: Header) -> Header:
    """Return a header with the seats of the person and of the next player swapped."""
    seats = list(header.seats)
    own = next((at for at, seat in enumerate(seats) if seat.controller.value == LOCAL_CONTROLLER), 0)
    other = (own + 1) % len(seats)
    seats[own], seats[other] = seats[other], seats[own]
    return replace(header, seats=tuple(seats))


def deal_page(context: AppContext, header: Header) -> Change:
    """Show the number of the deal, and the ways to play it again or another."""

    def play(other: Header) -> Change | None:
        return None if context.begin is None else Replace(context.table(context.begin(other)), all_of_them=True)

    def asked(wished: CodedDeal | int) -> Change | None:
        return play(replace(header, seed=wished) if isinstance(wished, int) else coded_header(wished, context.player))

    def copy() -> Change | None:
        with suppress(pygame.error):  # without a clipboard the code can still be read
            pygame.scrap.put_text(code)
            copied.label, copied.icon = phrase("again.copied"), "check"
        return None

    code = code_of(header)
    again = Button(
        "again.same", phrase("again.same"), lambda: play(header), kind=ButtonKind.PRIMARY, icon="replay", key="Enter"
    )
    copied = Button("again.copy", phrase("again.copy"), copy, icon="copy")
    ways = (
        Button("again.swap", phrase("again.swap"), lambda: play(with_swapped_seats(header)), icon="swap"),
        Button("again.ask", phrase("deal.title"), lambda: Push(AskDeal(context.preferences, asked)), icon="stack"),
        copied,
    )
    back = Button("again.back", phrase("button.back"), Pop, key="Esc")
    words = (phrase("again.title"), phrase("again.line", seed=str(header.seed), deal=code))
    return Push(
        Message(
            "this_deal", context.preferences, Dialog("again", *words, (back, again), Column("again.ways", ways, 8.0))
        )
    )
