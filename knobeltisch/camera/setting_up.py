"""How the landlord is setting up the camera; what the tests and the page mean for one picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.lens import Lens


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingUp:
    """How the landlord is setting up while one picture is taken.

    `watched`: the page is open or a test runs, and `check_due`: the start check waits for a board; small pictures would not do.
    `dice_test`: dice do not belong to the game. `lens_test`: somebody holds the board, so nothing is read. `lens` undistorts
    the picture; `notes` say what the start check found to be off.
    """

    watched: bool = False
    check_due: bool = False
    dice_test: bool = False
    lens_test: bool = False
    lens: Lens | None = None
    notes: tuple[str, ...] = ()
