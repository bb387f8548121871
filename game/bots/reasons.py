"""The closed list of reasons that bots give for their moves, each with what its arguments are, for sentences.

Arguments come in the order told here; `tiles` stands for any number of tile ids.
"""

from __future__ import annotations

REASONS: dict[str, tuple[str, ...]] = {
    # dead-hand games: the draw
    "start_draw": (),
    "keep_useful": ("tile",),
    "redraw_useless": ("tile",),
    "draw": ("tiles on the pile",),
    "draw_pile_poor": ("tiles on the pile",),
    "take_to_lay": ("tiles on the pile", "tiles"),
    "take_to_keep": ("tiles on the pile",),
    "stop_ahead": ("tiles on the pile",),
    "stop_no_use": ("tiles on the pile",),
    "stop_nothing_left": (),
    # dead-hand games: what is laid, the tiles of the rack and then how long the set is
    "two_goes_home": ("tiles", "length"),
    "canasta_pure": ("tiles", "length"),
    "canasta_dirty": ("tiles", "length"),
    "extend": ("tiles", "length"),
    "extend_canasta": ("tiles", "length"),
    "lay_run": ("tiles", "length"),
    "lay_group": ("tiles", "length"),
    "lay_to_dead_hand": ("tiles", "length"),
    "lay_to_go_out": ("tiles", "length"),
    # dead-hand games: what is thrown
    "discard_alone": ("tile",),
    "discard_safe": ("tile",),
    "discard_wanted": ("tile",),
    "discard_to_dead_hand": ("tile",),
    "discard_to_go_out": ("tile",),
    # open-table games
    "draw_first": ("tiles in the stock",),
    "draw_nothing_to_lay": ("tiles in the rack",),
    "pass_nothing_to_lay": ("tiles in the rack",),
    "open": ("tiles",),
    "lay_beside": ("tiles",),
    "lay_with_table": ("tiles",),
    "lay_all": ("tiles",),
    "close": ("tile",),
    # all games: what the rules do for a silent player
    "fallback": (),
}
