"""Measures that frame and panel of every table share, in logical px."""

from __future__ import annotations

MARGIN = 16.0
PANEL, WIDE_PANEL, WIDE_FROM = 236.0, 300.0, 1600.0
SIDE_GAP = 12.0
