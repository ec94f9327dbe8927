"""A simulated pub table, seen through a camera: for the demo, tests, and developers without a table.

    table = SimulatedTable(sheet=picture_of_the_board, sheet_px_per_mm=6.0, seed=1)
    table.do(PutDown(dice_in_cup=(0, 1, 2), seat=1), Lift(seat=1), Wait(seconds=1.0))
    camera = SimulatedCamera(table, realtime=False, on_tick=players_think)
    camera.open()
    while (frame := camera.read()) is not None: ...

The sheet is the caller's picture of the printed board, lying on a wooden table; world millimetres are the sheet's own, with x to
the right and y down from its top left corner. At the start a player has the cup with the dice (three by default), and the board
is empty. Moves (see `moves`) are queued with `do` and made as time passes; `busy` is true until all are done. The truth
is in `dice` (what lies where now) and `throws` (one record for each lift, in the table's time, with the value of each die). The
seed determines where camera and lamp are, how dice and arms look, and all throws, which do not depend on the frame rate. Throws
come from the table's own generator unless a Lift specifies them.

Buttons: `TableFactory(clock)` provides gpiozero mock pins whose long presses are timed by the table; `Fingers` presses the
buttons and reads the lamps. Call `fingers.tick(now)` from `on_tick`.
"""

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
    Wait,
)
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.controls import Fingers, TableFactory
from hardware.simulated.scene.die_body import Where
from hardware.simulated.scene.placement import Places
from hardware.simulated.scene.stage import Thing
from hardware.simulated.simulated_table import DieTruth, SimulatedTable, ThrowTruth
