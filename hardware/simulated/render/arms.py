"""The players' arms in the picture: which hand comes from where, and its sprite turned and scaled to fit."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from hardware.frame import Pixels
from hardware.simulated.render.hand import PX_PER_MM, REACH, Arm, Pose, Sprite, draw_arm
from hardware.simulated.render.optics import HEIGHT, WIDTH, Array, Lamp, SimulatedLens, above
from hardware.simulated.scene.stage import HandBody

_SKIN: Final = [(0.22, 0.33, 0.58), (0.17, 0.27, 0.50), (0.26, 0.37, 0.62), (0.08, 0.13, 0.26)]
_CLOTH: Final = [
    (0.16, 0.07, 0.04),
    (0.05, 0.05, 0.22),
    (0.05, 0.10, 0.05),
    (0.04, 0.04, 0.045),
    (0.18, 0.19, 0.2),
]


def seat_side(seat: int, seats: int) -> Array:
    """Return the unit vector from the table's middle to a seat: 0 is at the picture's lower edge, the others follow clockwise."""
    turn = np.pi / 2 + 2 * np.pi * seat / seats
    return np.array([np.cos(turn), np.sin(turn)])


class ArmPainter:
    """Draws any player's hand; sprites are created on first use."""

    def __init__(
        self, lens: SimulatedLens, lamp: Lamp, board: tuple[float, float], seats: int, seed: int
    ) -> None:
        self._lens, self._lamp, self._seats, self._seed = lens, lamp, seats, seed
        self._middle = np.array(board) / 2
        rng = np.random.default_rng(seed)
        self._arms = [
            Arm(
                skin=_SKIN[int(rng.integers(len(_SKIN)))],
                cloth=_CLOTH[int(rng.integers(len(_CLOTH)))],
                stripe=float(rng.choice([0.0, 0.0, 0.55])),
            )
            for _ in range(seats)
        ]
        self._sprites: dict[tuple[int, Pose], Sprite] = {}

    def forward(self, hand: HandBody) -> Array:
        """Return the unit vector (x, y) in which the fingers point: away from the shoulder, which stays at the player's seat."""
        shoulder = self._middle + seat_side(hand.seat, self._seats) * (760, 640)
        ahead = hand.at[:2] - shoulder
        return np.asarray(ahead / np.hypot(*ahead))

    def draw(self, picture: Pixels, hand: HandBody) -> None:
        """Draw the hand into the picture."""
        sprite = self._sprite(hand.seat, hand.pose)
        ahead = self.forward(hand)
        # the sprite is flat: it takes the scale of the height its back is at
        at = hand.at + above(22.0)
        here, there = self._lens.project(np.stack([at, at + np.append(ahead * 10, 0)]))
        u = (there - here) / 10 / PX_PER_MM
        v = np.array([-u[1], u[0]])
        turned = np.column_stack([v, -u])
        shift = here - turned @ np.array(sprite.origin)
        turned = np.column_stack([turned, shift])
        corners = np.array([[0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]], float)
        corners[:, :2] *= (sprite.pixels.shape[1], sprite.pixels.shape[0])
        seen = corners @ turned.T
        left, top = np.maximum(np.floor(seen.min(0)).astype(int), 0)
        right, low = np.minimum(np.ceil(seen.max(0)).astype(int) + 1, (WIDTH, HEIGHT))
        if right <= left or low <= top:
            return
        turned[:, 2] -= (left, top)
        size = (int(right - left), int(low - top))
        warped = cv2.warpAffine(sprite.pixels, turned, size, flags=cv2.INTER_LINEAR)
        cover = cv2.extractChannel(warped, 3).astype(np.float32) * np.float32(1 / 255)
        box = picture[top:low, left:right]
        bare = cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR)
        box[:] = cv2.blendLinear(bare, np.ascontiguousarray(box), cover, 1 - cover)

    def warm_up(self) -> None:
        """Draw all sprites, which takes about a seventh of a second each."""
        for seat in range(self._seats):
            for pose in Pose:
                self._sprite(seat, pose)

    def outlines(self, hand: HandBody) -> list[Array]:
        """Return the two bodies, each (n, 3), that cast the hand's shadow: palm with fingers, and sleeve."""
        ahead = self.forward(hand)
        across = np.array([-ahead[1], ahead[0]])

        def ring(points: Sequence[tuple[float, float, float]]) -> Array:
            flat = [hand.at[:2] + u * ahead + v * across for u, v, _ in points]
            return np.column_stack([flat, [hand.at[2] + h for _, _, h in points]])

        shift = 60 if hand.pose is Pose.GRIP else 0
        palm = [(u + shift, v, h) for u, v, h in [(0, -12, 8), (0, 12, 8), (-40, 44, 20), (-40, -48, 20)]]
        wrist = [(u + shift, v, h) for u, v, h in [(-150, 30, 30), (-150, -30, 30)]]
        sleeve = [(-150.0 + shift, 38.0, 35.0), (-150.0 + shift, -38.0, 35.0)]
        elbow = [(-REACH, 60.0, 60.0), (-REACH, -60.0, 60.0)]
        return [ring(palm + wrist), ring(sleeve + elbow)]

    def _sprite(self, seat: int, pose: Pose) -> Sprite:
        if (seat, pose) not in self._sprites:
            ahead = -seat_side(seat, self._seats) * (760, 640)
            ahead /= np.hypot(*ahead)
            lamp = self._lamp.direction(np.array([*self._middle, 40.0]))
            along, across = float(lamp[:2] @ ahead), float(lamp[0] * -ahead[1] + lamp[1] * ahead[0])
            light = (along, across, float(lamp[2]))
            self._sprites[seat, pose] = draw_arm(pose, self._arms[seat], light, self._seed + seat)
        return self._sprites[seat, pose]
