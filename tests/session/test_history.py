"""One stack of deeds: what undo takes back redo does again, and a new deed forgets it."""

from game.session.history import History


def test_undo_takes_the_last_deed_and_redo_does_it_again() -> None:
    fresh: History[str] = History()
    done = fresh.with_step("a").with_step("b")
    assert done.past == ("a", "b")
    undone = done.undone("c")
    assert (undone.past, undone.future) == (("a",), ("c",))
    assert undone.redone("b") == done


def test_a_new_deed_forgets_what_was_undone() -> None:
    undone = History(("a",), ("c",))
    assert undone.with_step("d") == History(("a", "d"))


def test_deeds_of_which_nothing_is_left_are_forgotten_on_both_sides() -> None:
    history = History(("a", "b1"), ("b2", "c"))
    assert history.mapped(lambda deed: deed[1:] or None) == History(("1",), ("2",))
