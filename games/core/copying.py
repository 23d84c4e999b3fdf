"""Cheap copies of mutable objects, for computer players."""

from typing import ClassVar, Self


class Copyable:
    """An object with declared mutable attributes."""

    mutable: ClassVar[frozenset[str]] = frozenset()
    """The attributes that change in place. All others are replaced on change, so copies can share them."""

    def copy(self) -> Self:
        """Return an independent copy in the same state."""
        twin = object.__new__(type(self))
        state = twin.__dict__
        state.update(self.__dict__)
        for name in self.mutable:
            state[name] = state[name].copy()
        return twin
