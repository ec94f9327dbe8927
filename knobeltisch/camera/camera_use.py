"""What the pictures of the camera are for; apart from the tests, whose OpenCV the frame loop need not wait for."""

from enum import Enum


class CameraUse(Enum):
    """What the pictures of the camera are for."""

    GAME = "game"
    DICE_TEST = "dice test"  # dice are read, and none of them are the game's
    LENS_TEST = "lens test"  # the board is in somebody's hands: nothing is read
