"""Whole matches in virtual time, over the real cores: every game, with persons and bots."""

from __future__ import annotations

import json

import pytest

from game.bots.thinker import InlineThinker
from game.commands.lan_headless import Exit
from game.lan.verdict import audit_log
from game.match.lines import match_text, read_match
from game.rules.registry import GAMES
from game.table.options import OptionValue
from tests.lan.hall import LanHall, offered
from tests.slices import count, some
from tools.by_game import counts_of, short_match

SHORT: dict[str, dict[str, OptionValue]] = {
    key: {"players": 3 if 3 in counts_of(rules) else 2, **short_match(rules, fresh_rounds=count(1, 2))}
    for key, rules in GAMES.items()
}
NAMES = ("ana", "bea", "cid", "dan", "eva", "flo", "gus")


@pytest.mark.parametrize("game", some(SHORT, 1))
def test_a_whole_match_ends_alike_for_all(game: str) -> None:
    offer = offered(game, **SHORT[game])
    hall = LanHall(offer, NAMES[: offer.options.number("players")], thinker=InlineThinker)
    hall.play_out()
    assert {seat.headless.exit for seat in hall.up()} == {Exit.OVER}, hall.told()
    assert len(hall.heads()) == len(hall.digests()) == 1
    for seat in hall.up():
        said = json.loads(seat.headless.line())
        assert said["over"]
        text = match_text(seat.story.match).encode()
        reading = read_match(text)
        assert reading.damage is None
        assert reading.match.transcript.head == seat.story.match.transcript.head
    log = hall.up()[0].story.match.transcript
    verdict = audit_log(log, 2)
    assert (verdict.wrongs, verdict.breaches) == ((), ())
    assert verdict.opened == len(hall.up()[0].story.standing.results)


def test_a_guest_says_ready_once_however_long_the_host_takes_to_hear_it() -> None:
    hall = LanHall(offered("rummy", players=2), ("ana", "bea"))
    guest = hall.seats["bea"].headless
    said: list[int] = []
    say = guest.table.set_ready

    def count(now: int, *, ready: bool = True) -> None:
        said.append(now)
        say(now, ready=ready)

    guest.table.set_ready = count  # type: ignore[method-assign]
    hall.until(lambda: guest.table.party.room is not None)
    for _ in range(1_000):
        guest.step(hall.now)
    assert len(said) == 1, "each word more delays the entries behind it"
    hall.until(lambda: guest.session is not None)
    assert len(said) == 1


def test_a_host_that_stands_still_is_called_again_and_given_up_with_a_sentence() -> None:
    hall = LanHall(offered("rummy", players=2), ("ana", "bea"))
    hall.stopped.add("ana")
    hall.wait(6_000)
    assert hall.seats["bea"].headless.exit is None
    hall.stopped.clear()
    hall.until(lambda: hall.seats["bea"].headless.session is not None, 20_000)
    late = LanHall(offered("rummy", players=2), ("ana", "bea"))
    late.stopped.add("ana")
    late.until(lambda: late.seats["bea"].headless.exit is not None, 60_000)
    assert late.seats["bea"].headless.exit is Exit.REFUSED
    assert "Nobody answers" in late.seats["bea"].headless.sentence
