"""The main scenes look as they did: each beside its golden picture, and both side by side where they part.

`python -m tools.golden_pictures` writes them anew, for whoever has looked at the difference and meant it.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tools.golden_pictures import FOLDER, SIZE, draw_all

SIDE_BY_SIDE = Path(__file__).resolve().parents[2] / "pictures" / "golden"
STEP = 24  # of 255: how far a channel may be off where an edge is rounded otherwise
FEW = 40  # pixels that may be further off


def strange(drawn: pygame.Surface, golden: pygame.Surface) -> pygame.mask.Mask:
    """Return where two pictures of one size differ by more than a step."""
    same = pygame.mask.from_threshold(drawn, (0, 0, 0), (STEP, STEP, STEP, 255), golden)
    same.invert()
    return same


def side_by_side(name: str, drawn: pygame.Surface, golden: pygame.Surface) -> Path:
    """Write the golden picture, the one drawn now, and where they differ."""
    sheet = pygame.Surface((SIZE[0] * 2, SIZE[1] * 2))
    sheet.blit(golden, (0, 0))
    sheet.blit(drawn, (SIZE[0], 0))
    strange(drawn, golden).to_surface(
        sheet, setcolor=(255, 80, 80), unsetcolor=(20, 20, 20), dest=(SIZE[0] // 2, SIZE[1])
    )
    SIDE_BY_SIDE.mkdir(parents=True, exist_ok=True)
    path = SIDE_BY_SIDE / f"{name}.png"
    pygame.image.save(sheet, path)
    return path


@pytest.mark.skipif(not FOLDER.exists(), reason=f"no golden pictures of pygame-ce {pygame.version.ver} are kept")
def test_the_main_scenes_look_as_they_did() -> None:
    told, names = [], set()
    for name, drawn in draw_all():
        names.add(f"{name}.png")
        golden = pygame.image.load(FOLDER / f"{name}.png").convert(drawn)
        off = strange(drawn, golden).count()
        if off > FEW:
            told.append(f"{name}: {off} pixels differ, see {side_by_side(name, drawn, golden)}")
    assert told == []
    assert names == {path.name for path in FOLDER.glob("*.png")}


def test_a_moved_button_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "SIDE_BY_SIDE", tmp_path)
    one, other = pygame.Surface(SIZE), pygame.Surface(SIZE)
    one.fill((200, 160, 40), (100, 100, 60, 30))
    other.fill((200, 160, 40), (104, 100, 60, 30))
    assert strange(one, other).count() == 2 * 4 * 30
    assert strange(one, one).count() == 0
    sheet = pygame.image.load(side_by_side("moved", one, other))
    assert sheet.get_at((SIZE[0] // 2 + 101, SIZE[1] + 110))[:3] == (255, 80, 80)
