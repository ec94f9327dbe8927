"""What the camera's pictures are used for. Separate from the tests, so that the frame loop need not load OpenCV."""

from enum import Enum


class CameraUse(Enum):
    """What the camera's pictures are used for."""

    GAME = "game"
    DICE_TEST = "dice test"  # dice are read, but they do not belong to the game
    LENS_TEST = "lens test"  # somebody holds the board: nothing is read
