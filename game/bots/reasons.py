"""The closed list of reasons for bots' moves, each with the names of its arguments, for sentences.

Arguments are in the order given here. `tile` and `with` are tile ids, `tiles` several; `usual` is the code of another
reason with its own arguments; all others are counts.
"""

from __future__ import annotations

REASONS: dict[str, tuple[str, ...]] = {
    # dead-hand games: the draw
    "start_draw": (),
    "keep_wild": ("tile",),
    "keep_useful": ("tile", "with"),
    "keep_last": ("tile",),
    "redraw_useless": ("tile",),
    "draw_no_pile": ("tiles in the stock",),
    "draw_barred": ("tiles on the pile",),
    "draw_pile_poor": ("tiles on the pile", "tile"),
    "draw_habit": ("tiles on the pile", "tile"),
    "take_to_lay": ("tiles on the pile", "tiles"),
    "take_to_keep": ("tiles on the pile", "tile"),
    "take_to_deny": ("tiles on the pile", "tile"),
    "stop_ahead": ("tiles on the pile",),
    "stop_no_use": ("tiles on the pile",),
    "stop_nothing_left": (),
    # dead-hand games: what is laid, with the rack tiles last and the length of the resulting set first
    "two_goes_home": ("length",),
    "canasta_pure": ("length", "tiles"),
    "canasta_dirty": ("length", "tiles"),
    "extend": ("length", "tiles"),
    "extend_canasta": ("length", "tiles"),
    "lay_run": ("length", "tiles"),
    "lay_group": ("length", "tiles"),
    "lay_to_dead_hand": ("length", "tiles"),
    "lay_to_go_out": ("length", "tiles"),
    # dead-hand games: the discard
    "discard_alone": ("tile",),
    "discard_safe": ("tile", "with"),
    "discard_twin": ("tile",),
    "discard_scorned": ("tile",),
    "discard_wanted": ("tile",),
    "discard_wild": ("tile",),
    "discard_hasty": ("tile",),
    "discard_to_dead_hand": ("tile",),
    "discard_to_go_out": ("tile",),
    # dead-hand games: the better move found by looking ahead, and the reason of the usual one
    "take_ahead": ("ways", "more", "fewer", "tiles"),
    "ahead": ("ways", "more", "fewer", "usual"),
    "ahead_close": ("ways", "usual"),
    # open-table games
    "draw_first": ("tiles in the stock",),
    "draw_nothing_to_lay": ("tiles in the rack",),
    "pass_nothing_to_lay": ("tiles in the rack",),
    "open": ("tiles",),
    "lay_beside": ("tiles",),
    "lay_added": ("tiles",),
    "lay_with_table": ("tiles",),
    "lay_all": ("tiles",),
    "lay_part": ("tiles kept", "tiles"),
    "hold_back": ("tiles",),
    "close": ("tile",),
    # all games: the rules' move for a player who does not move
    "fallback": (),
}
