"""A simulated pub table, seen through a camera: for the demo, tests, and developers without a table.

    table = SimulatedTable(sheet=picture_of_the_board, sheet_px_per_mm=6.0, seed=1)
    table.do(PutDown(dice_in_cup=(0, 1, 2), seat=1), Lift(seat=1), Wait(seconds=1.0))
    camera = SimulatedCamera(table, realtime=False, on_tick=players_think)
    camera.open()
    while (frame := camera.read()) is not None: ...

The sheet is the caller's picture of the printed board, lying on a wooden table; world millimetres are the sheet's own, with x to
the right and y down from its top left corner. At the start the dice (three by default) are in the cup, a player has the cup, and
the board is empty. Moves (see `moves`) are queued with `do` and made as time passes; `busy` is true until all are done. The truth
is in `dice` (what lies where now) and `throws` (one record for each lift, in the table's time, with the value of each die). The
seed determines where camera and lamp are, how dice and arms look, and all throws, which do not depend on the frame rate. Throws
come from the table's own generator unless a Lift specifies them.

Buttons: `TableFactory(clock)` provides gpiozero mock pins whose long presses are timed by the table; `Fingers` presses the
buttons and reads the lamps. Call `fingers.tick(now)` from `on_tick`.
"""

from hardware.simulated.actions.moves import Bump as Bump
from hardware.simulated.actions.moves import Candle as Candle
from hardware.simulated.actions.moves import Clear as Clear
from hardware.simulated.actions.moves import Drop as Drop
from hardware.simulated.actions.moves import Give as Give
from hardware.simulated.actions.moves import Glass as Glass
from hardware.simulated.actions.moves import Glow as Glow
from hardware.simulated.actions.moves import Grain as Grain
from hardware.simulated.actions.moves import Knock as Knock
from hardware.simulated.actions.moves import Lift as Lift
from hardware.simulated.actions.moves import Light as Light
from hardware.simulated.actions.moves import Litter as Litter
from hardware.simulated.actions.moves import Mains as Mains
from hardware.simulated.actions.moves import Move as Move
from hardware.simulated.actions.moves import Nudge as Nudge
from hardware.simulated.actions.moves import Passer as Passer
from hardware.simulated.actions.moves import Peek as Peek
from hardware.simulated.actions.moves import PutDown as PutDown
from hardware.simulated.actions.moves import Reach as Reach
from hardware.simulated.actions.moves import SetAside as SetAside
from hardware.simulated.actions.moves import Straighten as Straighten
from hardware.simulated.actions.moves import Take as Take
from hardware.simulated.actions.moves import Wait as Wait
from hardware.simulated.camera import SimulatedCamera as SimulatedCamera
from hardware.simulated.controls import Fingers as Fingers
from hardware.simulated.controls import TableFactory as TableFactory
from hardware.simulated.scene.die_body import Where as Where
from hardware.simulated.scene.placement import Places as Places
from hardware.simulated.scene.stage import Thing as Thing
from hardware.simulated.simulated_table import DieTruth as DieTruth
from hardware.simulated.simulated_table import SimulatedTable as SimulatedTable
from hardware.simulated.simulated_table import Throw as Throw
