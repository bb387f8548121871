"""What each moment must show stands beside its film, and every kind of moment has one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.table.moments.kinds import SCORE_SHEET_KINDS, MomentKind
from game.client.theatre.signs import highlights_by_move
from game.session.match_replay import replay_of
from tools.film import SCENES, SHEET_SHOWS, SHEETS
from tools.golden_pictures import golden_match

TAUGHT = (
    MomentKind.PURE, MomentKind.IMPURE, MomentKind.DEAD_HAND, MomentKind.PILE, MomentKind.JOKER, MomentKind.REBUILT,
)  # fmt: skip
HEARD_ELSEWHERE = {MomentKind.FEW, MomentKind.ENDED}  # the tension of few tiles; the fanfare of every round's end
MATCHES = ("burako-4", "rummikub-4")
# What its films say of a kind, and what its row must then hold.
SAID: dict[str, Callable[[MomentKind], bool]] = {
    "ring": lambda kind: kind.spec.ribbon or kind.spec.wave,
    "wave": lambda kind: kind.spec.wave,
    "cap": lambda kind: (
        kind.spec.medal == "cap" or kind.spec.cap or "no cap" in told(kind) or kind in SCORE_SHEET_KINDS
    ),
    "rays": lambda kind: kind.spec.rays or "no rays" in told(kind),
    "no ribbon": lambda kind: not kind.spec.ribbon,
    "crown": lambda kind: kind.spec.medal == "crown" or kind not in SCORE_SHEET_KINDS,
    "46 pieces": lambda kind: kind.spec.pieces == 46,
    "24 pieces": lambda kind: kind.spec.pieces == 24,
    "sound": lambda kind: kind.spec.cue is not None,
}


def told(kind: MomentKind) -> str:
    """Return what the films of a kind must show."""
    shows = [take.shows for take in SCENES.values() if take.kind is kind]
    return "; ".join([*shows, *(take.shows for take in SHEETS.values() if take.kind is kind)])


@pytest.mark.parametrize("kind", MomentKind)
def test_every_kind_is_filmed_and_is_made_of_what_its_film_must_show(kind: MomentKind) -> None:
    said = told(kind)
    assert said
    for word, holds in SAID.items():
        assert word not in said or holds(kind), word
    assert (kind.spec.cue is None) == (kind in HEARD_ELSEWHERE)


def test_a_matchs_end_is_filmed_won_and_lost() -> None:
    assert {"match-won", "match-lost"} <= set(SHEET_SHOWS)


def test_what_real_moments_bring_to_their_ribbons() -> None:
    found: set[MomentKind] = set()
    for name in MATCHES:
        replay = replay_of(golden_match(name).transcript)
        for one in (
            one
            for at in range(len(replay.rounds))
            for _made, moments in highlights_by_move(replay, at)
            for one in moments
        ):
            if one.kind not in found:
                found.add(one.kind)
                assert str(one.title)
                assert one.tiles
                if one.kind in (MomentKind.PURE, MomentKind.IMPURE):
                    assert len(one.praised) >= 7
                    assert one.points > 0
                if one.kind in TAUGHT:
                    assert one.rule
                    assert str(one.why)
                if one.kind in (
                    MomentKind.OPENED,
                    MomentKind.JOKER,
                    MomentKind.REBUILT,
                    MomentKind.PILE,
                    MomentKind.OUT,
                ):
                    assert one.praised
    assert {
        MomentKind.PURE,
        MomentKind.IMPURE,
        MomentKind.DEAD_HAND,
        MomentKind.OPENED,
        MomentKind.REBUILT,
        MomentKind.OUT,
    } <= found
