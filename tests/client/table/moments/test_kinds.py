"""What each kind of moment shows, and what calm and less motion leave of it: its words always, and an edge."""

from __future__ import annotations

import pygame
import pytest

from game.client.table.moments.kinds import CALM_LIMITS, REDUCED_LIMITS, USUAL_LIMITS, MomentKind, MomentLimits
from game.client.table.moments.moment import Moment
from game.client.table.moments.picture import MomentPicture, Scenery
from game.client.table.moments.queue import RunningMoment
from game.client.viewport import Viewport
from game.client.widgets.boxes import Box
from game.client.widgets.look import Look
from game.client.words import phrase
from game.table.tiles import Tile

# Of a moment of one's own side: as usual, with less motion, calm. An edge around what is praised is there in each.
SHOWN = {
    MomentKind.FEW: ("rings", "", ""),
    MomentKind.SIX: ("lamp rings", "lamp", ""),
    MomentKind.SEVENTH: ("lamp rings 8", "lamp 3", ""),
    MomentKind.PILE: ("veil lamp rings ribbon", "veil lamp ribbon", "ribbon"),
    MomentKind.OPENED: ("veil lamp rings 16 ribbon", "veil lamp 5 ribbon", "ribbon"),
    MomentKind.JOKER: ("lamp rings 12 ribbon", "lamp 4 ribbon", "ribbon"),
    MomentKind.REBUILT: ("veil lamp rings 24 ribbon", "veil lamp 8 ribbon", "ribbon"),
    MomentKind.IMPURE: ("veil lamp rings 24 ribbon", "veil lamp 8 ribbon", "ribbon"),
    MomentKind.PURE: ("veil lamp rays rings 46 cap ribbon", "veil lamp 15 ribbon", "ribbon"),
    MomentKind.DEAD_HAND: ("veil lamp rings 16 ribbon", "veil lamp 5 ribbon", "ribbon"),
    MomentKind.OUT: ("veil lamp rays rings 30 cap ribbon", "veil lamp 10 ribbon", "ribbon"),
    MomentKind.ENDED: ("veil lamp rays rings 30 ribbon", "veil lamp 10 ribbon", "ribbon"),
    MomentKind.ROUND: ("lamp rings 16 ribbon", "lamp 5 ribbon", "ribbon"),
    MomentKind.LEAD: ("lamp rings 20 ribbon", "lamp 7 ribbon", "ribbon"),
    MomentKind.RECORD: ("lamp rings 24 ribbon", "lamp 8 ribbon", "ribbon"),
    MomentKind.COMEBACK: ("lamp rings 46 ribbon", "lamp 15 ribbon", "ribbon"),
}
RULES = (USUAL_LIMITS, REDUCED_LIMITS, CALM_LIMITS)


def made(kind: MomentKind, limits: MomentLimits) -> MomentPicture:
    """Return the picture of a moment of one's own side, with all its parts."""
    tiles = tuple(Tile(at) for at in range(7))
    moment = Moment(kind, 0, ours=True, tiles=tiles, title=phrase("moment.pure"), why=phrase("moment.pure.run"))
    dims = kind.spec.veil > 0 and limits.veil
    running = RunningMoment(moment, 0.0, 1.0, ribbon=kind.spec.ribbon, limits=limits, dims=dims)
    felt = Box(100, 100, 800, 400)
    scenery = Scenery(Box(300, 200, 280, 60), (), (), felt, None, felt.centre)
    picture = MomentPicture(running, Look(Viewport((1280, 720))), scenery, (), as_cards=False)
    picture.prepare(running.begins)
    while picture._owed:
        picture.prepare(running.burst_time)
    return picture


def parts(picture: MomentPicture) -> str:
    """Name the parts of a picture; a number is that of its pieces."""
    pieces = sum(len(one.burst.sparks) for one in picture._sparks)
    named = {
        "veil": picture._veil, "lamp": picture._lamp, "rays": picture._rays, "rings": picture._rings or None,
        str(pieces): pieces or None, "cap": picture._cap, "ribbon": picture._ribbon,
    }  # fmt: skip
    return " ".join(name for name, part in named.items() if part is not None)


@pytest.mark.parametrize("kind", MomentKind)
def test_each_wish_takes_of_each_kind_what_the_table_says_and_never_its_words(kind: MomentKind) -> None:
    pictures = [made(kind, limits) for limits in RULES]
    assert tuple(parts(one) for one in pictures) == SHOWN[kind]
    assert all(one._edges for one in pictures)
    ribbons = [pygame.image.tobytes(one._ribbon.surface, "RGBA") for one in pictures if one._ribbon is not None]
    assert len(ribbons) == (len(RULES) if kind.spec.ribbon else 0)
    assert len(set(ribbons)) <= 1


@pytest.mark.parametrize("kind", MomentKind)
def test_what_has_no_ribbon_says_with_light_what_lasts_and_no_kind_is_told_by_its_sound_alone(kind: MomentKind) -> None:
    lasting = {MomentKind.FEW, MomentKind.SIX, MomentKind.SEVENTH}  # the plate's words, the set's glow, the set itself
    assert kind.spec.ribbon or kind in lasting
    assert kind.spec.cue is None or kind.spec.ribbon or kind.lasts(0) > 0
