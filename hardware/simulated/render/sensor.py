"""The effects of light and vibration on a picture: additional lamps, mains flicker, a candle, a knock."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.frame import Pixels
from hardware.simulated.render.optics import HEIGHT, WIDTH, SimulatedLens
from hardware.simulated.render.surface import table_points
from hardware.simulated.scene.stage import Stage

Light = npt.NDArray[np.float64]

COARSE: Final = 8
READOUT_S: Final = 0.025  # from the first to the last row of a rolling shutter
SWING_S: Final = 1.6
UNIT: Final = 128.0  # light in a byte: no more than twice as bright as before


class Sensor:
    """Applies the current light to the painted picture."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._phases = rng.uniform(0, 2 * np.pi, 4)
        self._places: tuple[SimulatedLens, Light] | None = None

    def see(self, picture: Pixels, stage: Stage, lens: SimulatedLens) -> Pixels:
        """Return the picture in the current light and shaken; the same array if nothing changes."""
        around = stage.around
        if around.shake != (0.0, 0.0):
            place = np.array([[1, 0, around.shake[0]], [0, 1, around.shake[1]]], dtype=np.float64)
            moved = cv2.warpAffine(picture, place, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
            picture = np.asarray(moved, np.uint8)
        if not (around.shines or around.mains[0] or around.candle):
            return picture
        light = np.ones((HEIGHT // COARSE, WIDTH // COARSE, 3))
        if self._places is None or self._places[0] is not lens:
            self._places = (lens, table_points(lens, COARSE))
        for shine in around.shines.values():
            swing = shine.swing * np.sin(2 * np.pi * stage.now / SWING_S)
            away = self._places[1] - (shine.at[0] + swing, shine.at[1])
            fall = shine.level / (1 + (away**2).sum(-1) / shine.reach**2) ** 1.5
            light += fall[..., None] * np.array(shine.colour)
        depth, hz = around.mains
        rows = stage.now + np.linspace(0, READOUT_S, HEIGHT // COARSE)
        light *= (1 + depth * np.sin(2 * np.pi * hz * rows + self._phases[0]))[:, None, None]
        # a candle: a few slow waves without a common period, -1..1
        waves = np.sin(2 * np.pi * np.array([1.3, 2.9, 4.7, 7.1]) * stage.now + self._phases)
        light *= 1 + around.candle * float(waves @ np.array([0.4, 0.3, 0.2, 0.1]))
        coarse = np.clip(light * UNIT, 0, 255).astype(np.float32)
        fine = cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.multiply(picture, np.rint(fine).astype(np.uint8), scale=1 / UNIT), np.uint8)
