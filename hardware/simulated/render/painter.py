"""The painter: combines table, dice, shadows, cup and hand into one camera picture.

Static parts are cached: the empty table permanently, the table with dice until one of them moves. A picture without motion costs
one pass over the pixels (flicker and noise); otherwise only the parts around cup and hand are redrawn.
"""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from hardware.frame import Pixels
from hardware.simulated.render.arms import ArmPainter
from hardware.simulated.render.cup import CupPainter
from hardware.simulated.render.glass import draw_glass, glass_outline
from hardware.simulated.render.litter import draw_scrap
from hardware.simulated.render.optics import HEIGHT, WIDTH, hang_camera, hang_lamp
from hardware.simulated.render.painted_dice import FINE, Patch, draw_die, look_of_dice
from hardware.simulated.render.sensor import Sensor
from hardware.simulated.render.shadows import Shadows, cast_by_dice, darken, passer_outline
from hardware.simulated.render.surface import BAND, lay_table
from hardware.simulated.scene.die_body import DieBody, Where
from hardware.simulated.scene.stage import Stage

NOISE_FLOOR: Final = 10  # added to the noise so that it fits into bytes, subtracted afterwards


class Painter:
    """Paints the stage as seen by one camera, with one lamp and one sheet."""

    def __init__(self, sheet: Pixels, sheet_px_per_mm: float, *, seed: int, seats: int) -> None:
        self._rng = np.random.default_rng([seed, 1])
        self._sheet, self._scale = sheet, sheet_px_per_mm
        self.board = (sheet.shape[1] / sheet_px_per_mm, sheet.shape[0] / sheet_px_per_mm)
        self.lens = self._home = hang_camera(self.board, self._rng)
        self._lamp = hang_lamp(self.board, self._rng)
        self._look = look_of_dice(self._rng)
        self._wood = int(self._rng.integers(1 << 30))
        self._hide = int(self._rng.integers(1 << 30))
        self._arms_seed = int(self._rng.integers(1 << 30))
        self._seats = seats
        self._noise = _noise(self._rng)
        self._sensor = Sensor(np.random.default_rng([seed, 2]))
        self._pushed = (0.0, 0.0, 0.0)
        self._hang()

    def _hang(self) -> None:
        """Create everything that depends on the camera's place."""
        wood = np.random.default_rng(self._wood)
        self._empty = lay_table(self.lens, self._sheet, self._scale, self._lamp, wood)
        self._cup = CupPainter(self.lens, self._lamp, np.random.default_rng(self._hide))
        self._arms = ArmPainter(self.lens, self._lamp, self.board, self._seats, self._arms_seed)
        self._shadows = Shadows(self.lens, self._lamp)
        self._key: object = None
        self._calm = self._empty
        self._traced: dict[tuple[bytes, bytes, bool], Patch | None] = {}
        self._cup_key: tuple[float, ...] = ()
        self._cup_patch: Patch | None = None

    def paint(self, stage: Stage) -> Pixels:
        """Return the picture of the stage: shape (720, 1280, 3), BGR."""
        if stage.pushed != self._pushed:
            # Push the camera by millimetres along x, y and up.
            self._pushed = stage.pushed
            self.lens = replace(self._home, eye=self._home.eye + stage.pushed)
            self._hang()
        calm, cup, hand, around = self._still(stage), stage.cup, stage.hand, stage.around
        if cup.shown or hand.shown or around.passer is not None:
            calm = calm.copy()
            outline = self._cup.outline(cup.at)
            shapes = [outline] if cup.shown else []
            shapes += self._arms.outlines(hand) if hand.shown else []
            self._shadows.cast(calm, shapes, strength=0.62)
            if around.passer is not None:
                self._shadows.cast(calm, [passer_outline(around.passer)], around.passer_strength)
            if cup.shown:
                if cup.at[2] < 30:
                    darken(calm, self.lens.project(outline[:24]), 0.35, 5.0)
                key = tuple(float(coordinate) for coordinate in cup.at)
                if key != self._cup_key:
                    self._cup_key = key
                    self._cup_patch = self._cup.draw(cup.at, coarse=1 if cup.down else 3)
                draw_patch(calm, self._cup_patch)
            if hand.shown:
                self._arms.draw(calm, hand)
        # Add the lamp's mild flicker, the level of the light, and the sensor's noise.
        picture = self._sensor.see(calm, stage, self.lens)
        left, top = int(self._rng.integers(64)), int(self._rng.integers(64))
        noise = self._noise[int(self._rng.integers(len(self._noise)))]
        noise = noise[top : top + HEIGHT, left : left + WIDTH]
        gain, grain = stage.light * float(self._rng.normal(1.0, 0.003)), stage.around.grain
        return np.asarray(cv2.addWeighted(picture, gain, noise, grain, -NOISE_FLOOR * grain), np.uint8)

    def warm_up(self) -> None:
        """Draw every player's hand once, so that no picture has to wait for one."""
        self._arms.warm_up()

    def _still(self, stage: Stage) -> Pixels:
        """Return the table with dice, litter and glass, repainted only if one of them has changed."""
        lying = [die for die in stage.dice if die.where is Where.BOARD]
        litter, glass = stage.around.litter, stage.glass
        key = (glass, litter, stage.rattling, tuple(map(_place_of, lying)))
        if key == self._key:
            return self._calm
        self._key, self._calm = key, self._empty
        if not (lying or litter or glass):
            return self._calm
        self._calm = picture = self._empty.copy()
        for scrap in litter:
            draw_scrap(picture, self.lens, self._lamp, scrap)
        for die in lying:
            cast_by_dice(picture, self.lens, self._lamp, die)
        if glass is not None:
            self._shadows.cast(picture, [glass_outline(glass)], strength=0.45)
        for die in sorted(lying, key=lambda die: float(die.at[2])):
            draw_patch(picture, self._die(die, rough=stage.rattling))
        if glass is not None:
            draw_patch(picture, draw_glass(self.lens, self._lamp, glass))
        return picture

    def _die(self, die: DieBody, *, rough: bool) -> Patch | None:
        """Return the picture of a die, retraced only if it has moved."""
        key = (*_place_of(die), rough)
        if key not in self._traced:
            if len(self._traced) > 12:
                self._traced.clear()
            self._traced[key] = draw_die(self.lens, self._lamp, die, self._look, 1 if rough else FINE)
        return self._traced[key]


def _place_of(die: DieBody) -> tuple[bytes, bytes]:
    return die.at.tobytes(), die.turn.tobytes()


def draw_patch(picture: Pixels, patch: Patch | None) -> None:
    """Draw a patch, if there is one, into the picture, clipped at the picture's edges."""
    if patch is None:
        return
    high, wide = patch.cover.shape
    left, top = max(patch.left, 0), max(patch.top, 0)
    right, low = min(patch.left + wide, WIDTH), min(patch.top + high, HEIGHT)
    if right <= left or low <= top:
        return
    cut = np.s_[top - patch.top : low - patch.top, left - patch.left : right - patch.left]
    cover = np.ascontiguousarray(patch.cover[cut])
    under = picture[top:low, left:right]
    over = np.ascontiguousarray(patch.colour[cut])
    under[:] = cv2.blendLinear(over, np.ascontiguousarray(under), cover, 1 - cover)


def _noise(rng: np.random.Generator) -> list[Pixels]:
    """Create a pool of sensor noise: slight colour noise with a deviation of about 2 grey levels."""
    pool: list[Pixels] = []
    for _ in range(3):
        drawn = np.empty((HEIGHT + 64, WIDTH + 64, 3), np.uint8)
        for top in range(0, len(drawn), BAND):
            band = drawn[top : top + BAND]
            grain = rng.standard_normal(band.shape, dtype=np.float32) * 2.2 + NOISE_FLOOR
            band[:] = np.clip(np.rint(grain), 0, 2 * NOISE_FLOOR)
        pool.append(drawn)
    return pool
