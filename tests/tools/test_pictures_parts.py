from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tests.slices import some
from tools import pictures_parts


@pytest.mark.parametrize("name", some(pictures_parts.SHEETS, 2))
def test_a_sheet_is_drawn_at_two_sizes(name: str, tmp_path: Path) -> None:
    assert pictures_parts.main([str(tmp_path), name]) == 0
    small, large = (pygame.image.load(tmp_path / f"{name}-{scale}.png") for scale in ("1", "1.5"))
    assert large.get_width() == round(small.get_width() * 1.5)
    colours = {tuple(small.get_at((x, y))) for x in range(0, small.get_width(), 7) for y in range(0, 700, 7)}
    assert len(colours) > 200


def test_without_a_folder_it_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert pictures_parts.main([]) == 2
    assert "usage" in capsys.readouterr().out


def test_faces_are_read_as_the_notation_writes_them() -> None:
    assert [str(face) for face in pictures_parts.read_faces("R5 K13 * ?")] == ["R5", "K13", "*", "?"]
