"""What is possible with the draft of a dead-hand game: the effect of each drop.

Law: no rules here; every answer comes from trying a move on the draft, and is cached.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from game.bots.dead_hand_bot import legal_lays
from game.client.table.aims import Aim, Target
from game.client.table.dead_hand.drag import DropEffect, drop_effect
from game.client.table.dead_hand.outcome import MoveEnd, costs_points, move_end, outcome_words, points_laid
from game.client.table.dead_hand.words import Picks
from game.client.words.tell import NO_SET_CODES
from game.session.draft import Draft
from game.session.pile_gain import NO_GAIN, PileGain, pile_gain
from game.session.proposals import (
    additions,
    canasta_size,
    is_wild,
    leaves_only_the_last,
    new_sets,
    points_behind,
    useful_pile_tiles,
)
from game.table.moves import Discard, Extend, LayMeld
from game.table.refusals import Refusal
from game.table.state import Phase

if TYPE_CHECKING:
    from game.table.moves import Move
    from game.table.tiles import Tile


class DeadHandLegalMoves:
    """Cached answers about one draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._tiles: tuple[Tile, ...] = ()
        self._prospects: dict[tuple[Target, float | None], DropEffect] = {}
        self._told: tuple[Move, str] | None = None
        self._end: tuple[Move, MoveEnd] | None = None
        self._set: tuple[tuple[Tile, ...], bool] | None = None
        self._costs: dict[Move, bool] = {}
        self._takers: tuple[tuple[Tile, ...], tuple[Target, ...]] | None = None

    @property
    def can_play(self) -> bool:
        """Return whether sets may be laid and a tile discarded now."""
        return self.draft.view.must_decide and self.draft.view.phase is Phase.PLAY

    @cached_property
    def refusal_before_draw(self) -> Refusal | None:
        """Return why the player, whose turn it is, may not play any tile yet; None where tiles may be played."""
        view = self.draft.view
        if self.can_play or not (view.must_decide and view.rack):
            return None
        tried = self.draft.with_step(Discard(view.rack[0]))
        return tried if isinstance(tried, Refusal) else None

    def drop_effect(self, tiles: tuple[Tile, ...], target: Target, share: float | None = None) -> DropEffect:
        """Return the effect of dropping tiles on a target; cached for those tiles."""
        if self._tiles != tiles:
            self._tiles, self._prospects = tiles, {}
        known = self._prospects
        if (target, share) not in known:
            known[target, share] = drop_effect(self.draft, tiles, target, share)
        return known[target, share]

    def outcome(self, move: Move) -> str:
        """Describe the outcome of a move; cached for that move."""
        if self._told is None or self._told[0] != move:
            self._told = (move, outcome_words(self.draft, move))
        return self._told[1]

    def costs_points(self, move: Move) -> bool:
        """Return whether a move spoils a pure canasta, or lowers what lies on one's side; cached."""
        if move not in self._costs:
            self._costs[move] = costs_points(self.draft, move)
        return self._costs[move]

    def move_end(self, move: Move) -> MoveEnd:
        """Return what a move would end; cached for that move."""
        if self._end is None or self._end[0] != move:
            self._end = (move, move_end(self.draft, move))
        return self._end[1]

    def allows(self, move: Move) -> bool:
        """Return whether a move is allowed now."""
        return isinstance(self.draft.with_step(move), Draft)

    @cached_property
    def useful_pile_tiles(self) -> tuple[Tile, ...]:
        """Return the pile's tiles that fit a set or the rack, while one draws; none where it may not be taken."""
        view = self.draft.view
        return useful_pile_tiles(view) if view.must_decide and view.phase is Phase.DRAW else ()

    @cached_property
    def pile_gain(self) -> PileGain:
        """Return what taking the pile brings at once, while one draws."""
        return pile_gain(self.draft.view, legal_lays) if self.useful_pile_tiles else NO_GAIN

    @cached_property
    def nothing_to_lay(self) -> bool:
        """Rule 1.6: whether the rack holds no more than one tile to throw and the one that must stay."""
        rack = self.draft.view.rack
        if not self.can_play or len(rack) != 2 or not self.strands(Discard(rack[0])):
            return False
        return not any(self.allows(move) for move in legal_lays(self.draft.view))

    def strands(self, move: Move) -> bool:
        """Return whether a move leaves a rack that can only draw and throw until there is a canasta."""
        tried = self.draft.with_step(move)
        return isinstance(tried, Draft) and leaves_only_the_last(self.draft.view, tried.view)

    def sets_that_take(self, tiles: tuple[Tile, ...]) -> tuple[Target, ...]:
        """Return our sets that accept these tiles, the one that brings most first; cached for these tiles."""
        if self._takers is None or self._takers[0] != tiles:
            table = self.draft.view.table
            own = table.melds_of(table.side_of(self.draft.view.seat))
            every = [(target, self.drop_effect(tiles, target).move) for target in (Target(Aim.SET, one) for one in own)]
            taking = [(target, points_laid(self.draft, move)) for target, move in every if move is not None]
            best_first = sorted(taking, key=lambda one: -one[1])
            self._takers = (tiles, tuple(target for target, _points in best_first))
        return self._takers[1]

    def completes_canasta(self, tiles: tuple[Tile, ...]) -> bool:
        """Return whether one of our sets becomes a canasta when these tiles are added."""
        sets = [self.draft.view.table.melds[target.index] for target in self.sets_that_take(tiles)]
        return any(len(meld.tiles) < canasta_size() <= len(meld.tiles) + len(tiles) for meld in sets)

    def makes_a_set(self, tiles: tuple[Tile, ...]) -> bool:
        """Return whether these tiles make a new set by themselves; cached for those tiles."""
        if self._set is None or self._set[0] != tiles:
            self._set = (tiles, bool(new_sets(self.draft.view, tiles)))
        return self._set[1]

    def refusal_to_show(self, refusal: Refusal, tiles: tuple[Tile, ...], target: Target) -> Refusal:
        """Return the refusal to show for a drop: before the draw that it is missing, whatever the tiles.

        Tiles that are a set by themselves only missed the free area.
        """
        if self.refusal_before_draw is not None:
            return self.refusal_before_draw
        missed = target.aim is Aim.SET and refusal.code in NO_SET_CODES and len(tiles) > 2 and self.makes_a_set(tiles)
        return Refusal(refusal.code, cites="1.3") if missed else refusal

    def picks_state(self, picked: tuple[Tile, ...]) -> Picks:
        """Return what can be done with the picked tiles."""
        if not picked or not self.can_play:
            return Picks(len(picked), nothing_to_lay=self.nothing_to_lay, slides=not picked and self._slides)
        makes = len(picked) > 2 and self.makes_a_set(picked) and not self.completes_canasta(picked)
        takers = () if makes else self.sets_that_take(picked)
        if makes or takers:
            found = self.drop_effect(picked, Target(Aim.NEW_SET) if makes else takers[0])
        elif len(picked) == 2:
            return Picks(len(picked))
        else:
            found = self.drop_effect(picked, Target(Aim.PILE if len(picked) == 1 else Aim.NEW_SET))
        end = MoveEnd.NONE if found.move is None else self.move_end(found.move)
        strands = found.move is not None and self.strands(found.move)
        return Picks(
            len(picked),
            makes,
            len(takers),
            end,
            found.refusal,
            self.nothing_to_lay,
            strands=strands and (bool(self.draft.steps) or not self.nothing_to_lay),
            wild=len(picked) == 1 and is_wild(self.draft.view, picked[0]),
            behind=points_behind(self.draft.view, found.move) if found.move is not None and end is MoveEnd.OUT else 0,
        )

    @cached_property
    def _slides(self) -> bool:
        """Return whether the wild tile of the set laid or grown last may go to another place in it."""
        last = self.draft.moves[-1] if self.draft.steps and self.can_play else None
        at = len(self.draft.view.table.melds) - 1 if isinstance(last, LayMeld) else None
        at = last.index if isinstance(last, Extend) else at
        return at is not None and self.slide_of(Target(Aim.SET, at)) is not None

    def slide_of(self, target: Target) -> Move | None:
        """Return the move that shifts the wild tile of one of our sets to another place it may take."""
        if target.aim is not Aim.SET:
            return None
        return next((move for move in additions(self.draft.view, target.index, ()) if self.allows(move)), None)
