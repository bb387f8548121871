"""Orders on a hall's standard input: a word a line, and the end of the input is the end of the hall."""

from __future__ import annotations

from threading import Event

from game.commands.hall.orders import STOP_ORDER, HallOrders


def test_words_come_in_order_and_the_end_of_the_input_is_the_word_to_stop() -> None:
    read = Event()

    def lines() -> object:
        yield "start\n"
        yield "pause\n"
        read.set()

    orders = HallOrders(lines())  # type: ignore[arg-type] # lines of text
    assert read.wait(60)
    heard: list[str] = []
    while STOP_ORDER not in heard:
        heard += orders.take_new()
    assert heard == ["start", "pause", STOP_ORDER]
    assert orders.take_new() == []
