"""The library at the door: ours is fit, and one that lets any class of false points through is told."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from nacl import bindings
from nacl.exceptions import UnavailableError

from net.deal import soundness
from net.deal.soundness import BAD_POINTS, NEEDED_FUNCTIONS, LibraryFault, accepted_bad_points, library_fault
from tests.commands.test_cli import one_sentence, run

EVERY = {name: getattr(bindings, name) for name in NEEDED_FUNCTIONS}
COMMANDS = (
    ("host", "--headless"),
    ("join", "--headless", "127.0.0.1:1", "--watch"),
    ("netcheck",),
    ("verify", "no such file"),
)


def fake(**changed: object) -> SimpleNamespace:
    """A library that does some things otherwise."""
    return SimpleNamespace(**{**EVERY, **changed})


def lets_pass(kind: str) -> SimpleNamespace:
    """A library whose check of a point takes one class for good."""

    def check(point: bytes) -> bool:
        return point in BAD_POINTS[kind] or bindings.crypto_core_ed25519_is_valid_point(point)

    return fake(crypto_core_ed25519_is_valid_point=check)


def multiplies(kind: str) -> SimpleNamespace:
    """A library that refuses a class where it is checked, and multiplies it all the same."""

    def times(scalar: bytes, point: bytes) -> bytes:
        return point if point in BAD_POINTS[kind] else bindings.crypto_scalarmult_ed25519_noclamp(scalar, point)

    return fake(crypto_scalarmult_ed25519_noclamp=times)


def test_the_library_of_this_installation_is_fit() -> None:
    assert library_fault() is None
    assert accepted_bad_points() == ()


@pytest.mark.parametrize("kind", BAD_POINTS)
def test_a_library_that_lets_a_class_of_points_pass_is_told(kind: str) -> None:
    for library in (lets_pass(kind), multiplies(kind)):
        assert accepted_bad_points(library) == (kind,)
        assert library_fault(library) is LibraryFault.ACCEPTS


@pytest.mark.parametrize("kind", BAD_POINTS)
def test_one_point_of_a_class_is_enough(kind: str) -> None:
    for point in BAD_POINTS[kind]:
        library = fake(
            crypto_core_ed25519_is_valid_point=lambda said, one=point: (
                said == one or bindings.crypto_core_ed25519_is_valid_point(said)
            )
        )
        assert accepted_bad_points(library) == (kind,)


@pytest.mark.parametrize("name", NEEDED_FUNCTIONS)
def test_a_function_that_is_not_there_is_told(name: str) -> None:
    library = fake()
    delattr(library, name)
    assert library_fault(library) is LibraryFault.MISSING


def test_a_function_that_the_linked_libsodium_lacks_is_told() -> None:
    def lacks(*_given: object) -> bytes:
        raise UnavailableError("not in this build")

    assert library_fault(fake(crypto_core_ed25519_from_uniform=lacks)) is LibraryFault.MISSING


def test_a_library_that_computes_otherwise_is_told() -> None:
    assert (
        library_fault(fake(crypto_core_ed25519_from_uniform=lambda _said: soundness.TWICE_GENERATOR))
        is LibraryFault.WRONG
    )


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_no_command_of_the_network_begins_with_an_unfit_library(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(soundness, "library_fault", lambda: LibraryFault.ACCEPTS)
    assert run(*words) == 2
    assert "install PyNaCl 1.6.2" in one_sentence(capsys)
