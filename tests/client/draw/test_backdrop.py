"""The backdrop: the same picture as if every part were drawn anew, and no more painted than changed."""

from __future__ import annotations

from pygame import Rect, Surface, image

from game.client.draw.backdrop import Backdrop, StaticPart, surface_part

SIZE = (60, 40)


class Painter:
    """Makes parts that are plain boxes and notes which of them were drawn."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def part(self, name: str, box: tuple[int, int, int, int], colour: str) -> StaticPart:
        def draw(target: Surface) -> None:
            self.drawn.append(name)
            target.fill(colour, box)

        return StaticPart(name, Rect(box), colour, draw)


def bytes_of(surface: Surface) -> bytes:
    return image.tobytes(surface, "RGB")


def test_only_what_changed_and_what_overlaps_it_is_painted_again() -> None:
    painter, backdrop, like = Painter(), Backdrop(), Surface(SIZE)
    ground = painter.part("ground", (0, 0, *SIZE), "darkgreen")
    left, right = painter.part("left", (2, 2, 10, 10), "red"), painter.part("right", (40, 2, 10, 10), "blue")
    over = painter.part("over", (8, 8, 10, 10), "gold")
    backdrop.picture_of([ground, left, right, over], SIZE, like)
    painter.drawn.clear()
    backdrop.picture_of([ground, left, right, over], SIZE, like)
    assert painter.drawn == []
    other = painter.part("left", (2, 2, 10, 10), "white")
    picture = backdrop.picture_of([ground, other, right, over], SIZE, like)
    assert painter.drawn == ["ground", "left", "over"]
    assert bytes_of(picture) == bytes_of(Backdrop().picture_of([ground, other, right, over], SIZE, like))


def test_what_moves_comes_or_goes_leaves_nothing_behind() -> None:
    painter, backdrop, like = Painter(), Backdrop(), Surface(SIZE)
    ground = painter.part("ground", (0, 0, *SIZE), "darkgreen")
    steps = [
        [ground, painter.part("a", (2, 2, 10, 10), "red")],
        [ground, painter.part("a", (20, 20, 10, 10), "red"), painter.part("b", (25, 25, 10, 10), "blue")],
        [ground, painter.part("b", (25, 25, 10, 10), "blue")],
        [ground],
    ]
    for parts in steps:
        assert bytes_of(backdrop.picture_of(parts, SIZE, like)) == bytes_of(Backdrop().picture_of(parts, SIZE, like))


def test_another_size_is_painted_anew() -> None:
    painter, backdrop, like = Painter(), Backdrop(), Surface(SIZE)
    backdrop.picture_of([painter.part("ground", (0, 0, *SIZE), "darkgreen")], SIZE, like)
    larger = painter.part("ground", (0, 0, 80, 50), "darkgreen")
    picture = backdrop.picture_of([larger], (80, 50), like)
    assert picture.get_size() == (80, 50)
    assert tuple(picture.get_at((79, 49))) == (0, 100, 0, 255)


def test_a_stamp_is_one_surface_at_its_place() -> None:
    small = Surface((4, 4))
    small.fill("red")
    part = surface_part("small", small, (5, 6))
    assert part.box == Rect(5, 6, 4, 4)
    picture = Backdrop().picture_of([part], SIZE, Surface(SIZE))
    assert tuple(picture.get_at((5, 6))) == (255, 0, 0, 255)
    assert tuple(picture.get_at((4, 6))) == (0, 0, 0, 255)
