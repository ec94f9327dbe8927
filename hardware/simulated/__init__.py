"""A simulated pub table, seen through a camera: for the demo, tests, and developers without a table.

    table = SimulatedTable(sheet=picture_of_the_board, sheet_px_per_mm=6.0, seed=1)
    table.do(PutDown(dice_in_cup=(0, 1, 2), seat=1), Lift(seat=1), Wait(seconds=1.0))
    camera = SimulatedCamera(table, realtime=False, on_tick=players_think)
    camera.open()
    while (frame := camera.read()) is not None: ...

The sheet is the caller's picture of the printed board, lying on a wooden table; world millimetres are the sheet's own, x right, y
down from its top left corner. At the start the dice (three unless said) are in the cup and the cup is with a player: the board is
empty. Moves (see `moves`) are queued with `do` and made as time passes; `busy` until all are done. The truth: `dice` (what lies
where now) and `throws` (one record a lift, in the table's time, with the values by die). The seed determines the camera's and the
lamp's place, the look of the dice, the players' arms and all throws; the throws do not depend on frame rate. Throws come from the
table's own generator unless a Lift says otherwise.

Buttons: `TableFactory(clock)` gives gpiozero mock pins whose long presses are timed by the table; `Fingers` drives them
and reads the lamps. Call `fingers.tick(now)` from `on_tick`.
"""

from __future__ import annotations

from hardware.simulated.actions.moves import (
    Bump,
    Candle,
    Clear,
    Drop,
    Give,
    Glass,
    Glow,
    Grain,
    Knock,
    Lift,
    Light,
    Litter,
    Mains,
    Move,
    Nudge,
    Passer,
    Peek,
    PutDown,
    Reach,
    SetAside,
    Straighten,
    Take,
    Thing,
    Wait,
)
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.controls import Fingers, TableFactory
from hardware.simulated.scene.die_body import Where
from hardware.simulated.scene.placement import Places
from hardware.simulated.simulated_table import DieTruth, SimulatedTable, Throw

__all__ = [
    "Bump",
    "Candle",
    "Clear",
    "DieTruth",
    "Drop",
    "Fingers",
    "Give",
    "Glass",
    "Glow",
    "Grain",
    "Knock",
    "Lift",
    "Light",
    "Litter",
    "Mains",
    "Move",
    "Nudge",
    "Passer",
    "Peek",
    "Places",
    "PutDown",
    "Reach",
    "SetAside",
    "SimulatedCamera",
    "SimulatedTable",
    "Straighten",
    "TableFactory",
    "Take",
    "Thing",
    "Throw",
    "Wait",
    "Where",
]
