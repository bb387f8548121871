"""What makes a moment: each kind is found in matches of bots, says what and why, and names tiles that lie there."""

from __future__ import annotations

from functools import lru_cache

import pytest

from game.bots.thinker import InlineThinker
from game.client.table.moments.happened import moments_between
from game.client.table.moments.kinds import Occasion
from game.client.table.moments.moment import Moment
from game.commands.demo import bots_header, options_for
from game.match.match import Match
from game.rules.registry import rules_of
from game.session.local import LocalSession
from game.session.session import Moved, RoundOver
from game.store.matches import NoJournal

NAMES = ("Ana", "Tito", "Nora", "Vera")


@lru_cache(maxsize=4)
def told(game: str, seats: int, seed: int) -> tuple[tuple[Moved, Moment], ...]:
    """Return every moment of two rounds of bots, with the move that made it."""
    rules = rules_of(game)
    session = LocalSession(
        Match.new(bots_header(rules, options_for(rules, {"players": seats}), seed)), InlineThinker(), NoJournal()
    )
    found, now, rounds = [], 0.0, 0
    while not session.standing.over and rounds < 2:
        for event in session.poll(now):
            if isinstance(event, RoundOver):
                rounds += 1
                session.proceed()
            if isinstance(event, Moved):
                found += [(event, one) for one in moments_between(event.before, event.after, NAMES)]
        now += 1.0
    return tuple(found)


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("burako", Occasion.PURE), ("burako", Occasion.IMPURE), ("burako", Occasion.SIX),
        ("burako", Occasion.DEAD_HAND),
        ("burako", Occasion.FEW), ("rummikub", Occasion.OPENED), ("rummikub", Occasion.OUT), ("rummikub", Occasion.FEW),
    ],
)  # fmt: skip
def test_a_match_of_bots_has_it_and_it_is_told_in_words(game: str, kind: Occasion) -> None:
    of_kind = [(moved, one) for moved, one in told(game, 4, 7) if one.kind is kind]
    assert of_kind
    for moved, one in of_kind:
        assert str(one.title)
        assert one.why is None or str(one.why)
        lying = {tile for meld in moved.after.table.melds for tile in meld.tiles} | set(moved.after.table.pile)
        if kind.spec.ribbon and kind is not Occasion.DEAD_HAND:
            assert set(one.praised) <= lying


def test_a_canasta_comes_once_and_has_its_points_and_its_rule() -> None:
    canastas = [one for _moved, one in told("burako", 4, 7) if one.kind in (Occasion.PURE, Occasion.IMPURE)]
    assert len({one.tiles[:6] for one in canastas}) == len(canastas)
    assert {one.points for one in canastas} == {100, 200}
    assert {one.rule for one in canastas} == {"1.2"}


def test_nothing_happens_between_the_last_view_of_a_round_and_the_first_of_the_next() -> None:
    moves = [moved for moved, _one in told("burako", 4, 7)]
    first = moves[0]
    other = next(moved for moved in moves if moved.after.table.round != first.after.table.round)
    assert moments_between(first.after, other.after, NAMES) == ()


def test_the_watcher_is_spoken_to_and_others_are_named() -> None:
    dead = [one for _moved, one in told("burako", 4, 7) if one.kind is Occasion.DEAD_HAND]
    for one in dead:
        assert (str(one.title) == "The dead hand is yours!") is (one.seat == 0)
        assert one.seat == 0 or NAMES[one.seat] in str(one.title)
