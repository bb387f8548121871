"""A table's options as one frozen value: every option of the game by name, sorted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

OptionValue = int | bool | str


@dataclass(frozen=True, slots=True)
class Options:
    """The chosen value of each option of a game.

    `items` is sorted by name, so equal choices are equal values. Ask with the reader of the option's type; an unknown
    name is a KeyError and a wrong type a TypeError; either is a bug.
    """

    items: tuple[tuple[str, OptionValue], ...]
    _by_name: Mapping[str, OptionValue] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = [name for name, _value in self.items]
        if names != sorted(set(names)):
            raise ValueError(f"options come once each and sorted by name, not {names}")
        object.__setattr__(self, "_by_name", MappingProxyType(dict(self.items)))

    @classmethod
    def of(cls, chosen: Mapping[str, OptionValue]) -> Options:
        """Make options from a mapping."""
        return cls(tuple(sorted(chosen.items())))

    def number(self, name: str) -> int:
        """Return the value of a whole-number option."""
        value = self._by_name[name]
        if type(value) is not int:
            raise TypeError(f"option {name} is no number: {value!r}")
        return value

    def flag(self, name: str) -> bool:
        """Return the value of an on/off option."""
        value = self._by_name[name]
        if type(value) is not bool:
            raise TypeError(f"option {name} is not on or off: {value!r}")
        return value

    def word(self, name: str) -> str:
        """Return the value of an option chosen from named values."""
        value = self._by_name[name]
        if type(value) is not str:
            raise TypeError(f"option {name} is no word: {value!r}")
        return value
