"""Recognises a camera whose pictures cannot be read: covered, dark, out of focus, or frozen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from knobeltisch.status import Device

if TYPE_CHECKING:
    from hardware.frame import Frame, Pixels

LOOK_S: Final = 1.0
LASTS_S: Final = 3.0  # a hand before the lens is gone sooner
FROZEN_S: Final = 20.0  # two pictures of a camera are never equal, unless it sends an old one again
DARK: Final = 40  # of 255: something is seen in a picture of which a thousandth is lighter
SIDE: Final = 320  # pixels of the longer side, to which a picture is reduced: that leaves no noise
AROUND: Final = 13  # of these pixels: as wide as the edge of a mark becomes out of focus
CONTRAST: Final = 30  # grey levels of an edge that counts
LEAST: Final = 0.002  # share of the picture that lies at such edges, where there is anything to see
SHARP: Final = 0.55  # least sharpness; a board in focus has 0.95, and at 0.6 no mark is found any more
BLIND: Final = Device(
    status="blind", message="The camera sees nothing: uncover the lens, or switch the light on."
)
BLURRED: Final = Device(
    status="blurred", message="The camera's picture is blurred: wipe the lens, or set its focus."
)
FROZEN: Final = Device(
    status="frozen", message="The camera sends one old picture again and again: switch it off and on."
)
RESTLESS: Final = Device(
    status="restless",
    message="Something in the picture never rests, so that no dice are read: a lamp that flickers, a screen, a curtain.",
)


class UselessPictures:
    """Checks one picture a second. `fault` is why the pictures have been useless for a while; None if they are not."""

    def __init__(self) -> None:
        self.fault: Device | None = None
        self._suspected: Device | None = None
        self._looked = self._since = self._changed = float("-inf")
        self._sample = b""

    def look(self, frame: Frame, *, board: bool) -> None:
        """Check the next picture. If `board` is set, something in it must be sharp; a bare table may be featureless."""
        if frame.at - self._looked < LOOK_S:
            return
        self._looked, few = frame.at, frame.pixels[::16, ::16]
        if (sample := few.tobytes()) != self._sample:
            self._sample, self._changed = sample, frame.at
        suspected = None
        if (few > DARK).mean() < 0.001:
            suspected = BLIND
        elif board and (sharp := measure_sharpness(frame.pixels)) < SHARP:
            suspected = BLURRED if sharp else BLIND
        if suspected != self._suspected:
            self._suspected, self._since = suspected, frame.at
        lasting = suspected if frame.at - self._since >= LASTS_S else None
        self.fault = lasting or (FROZEN if frame.at - self._changed >= FROZEN_S else None)


def measure_sharpness(picture: Pixels) -> float:
    """Return how steep the steepest edges are, 0 to 1: the share of their height within three pixels; 0 if there are no edges."""
    import cv2  # noqa: PLC0415 - the page must not wait for it
    import numpy as np  # noqa: PLC0415 - as above

    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    factor = min(1.0, SIDE / max(grey.shape))
    small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    height, rise = (
        cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((side, side), np.uint8)) for side in (AROUND, 3)
    )
    edges = height > CONTRAST
    return float(np.quantile(rise[edges] / height[edges], 0.99)) if edges.mean() > LEAST else 0.0
