"""A frozen value with other fields, at the price of copying one dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace as changed
else:

    def changed(state: object, **changes: object) -> object:
        """Return the same state with other values: `dataclasses.replace`, which the types see, without its price.

        For frozen dataclasses without slots, and without anything to do when one is made.
        """
        new = object.__new__(type(state))
        new.__dict__.update(state.__dict__, **changes)
        return new


__all__ = ("changed",)
