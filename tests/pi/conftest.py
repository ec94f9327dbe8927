"""The real Picamera2 class over libcamera's virtual pipeline; `script/try picamera` makes the place where these run.

Three shims, here and not in the product, because the place is no Pi: a module `kms` (there is no screen), memory from
memfd (there are no dma-buf heaps), and no raw modes (there is no sensor).
"""

import mmap
import os
import sys
import types
from pathlib import Path
from unittest.mock import MagicMock

import pytest

VIRTUAL = os.environ.get("KNOBELTISCH_TEST_VIRTUAL_CAMERA") == "1"
SHARE = Path("/usr/share/libcamera/pipeline/virtual")
PICTURES = Path("/tmp/virtual-camera")  # in a root of its own
SIZE = (1280, 720)
SEED = 4

CAMERA = """\
"{name}":
  model: "{model}"
  location: "{location}"
  supported_formats:
  - width: 1280
    height: 720
    frame_rates: [30]
  - width: 640
    height: 360
    frame_rates: [30]
  frames:
    path: "{path}"
"""

collect_ignore = [] if VIRTUAL else ["test_real_picamera2.py", "test_sensor_scoring.py"]


def no_screen():
    """Stand in for the bindings to the kernel's display, which picamera2 imports and never uses here."""
    kms = types.ModuleType("kms")
    kms.__dict__["PixelFormats"] = MagicMock()
    sys.modules["kms"] = kms


def memory_without_heaps():
    """Take buffers from memfd: they need no syncing. The virtual pipeline wants each of NV12's two planes named."""
    import libcamera
    from picamera2 import picamera2
    from picamera2.allocators.allocator import Allocator
    from picamera2.allocators.dmaallocator import DmaAllocator

    def planes(fd, stream):
        bright = stream.stride * stream.size.height
        parts = [libcamera.FrameBuffer.Plane() for _ in range(2)]
        for part, offset, length in zip(
            parts, (0, bright), (bright, stream.frame_size - bright), strict=True
        ):
            part.fd, part.offset, part.length = fd, offset, length
        return parts

    class MemfdAllocator(DmaAllocator):
        def __init__(self):
            Allocator.__init__(self)
            self.dmaHeap = None
            self.mapped_buffers, self.mapped_buffers_used, self.frame_buffers = {}, {}, {}
            self.open_fds, self.libcamera_fds = [], []
            self.sync = NoSync

        def allocate(self, libcamera_config, _):
            self.libcamera_fds = []
            self.cleanup()
            for fd in self.open_fds:
                os.close(fd)
            self.open_fds, self.frame_buffers = [], {}
            for stream in libcamera_config:
                self.frame_buffers[stream.stream] = [self.one(stream) for _ in range(stream.buffer_count)]

        def one(self, stream):
            fd = os.memfd_create("virtual")
            os.ftruncate(fd, stream.frame_size)
            self.open_fds.append(fd)
            buffer = libcamera.FrameBuffer(planes(fd, stream))
            known_as = buffer.planes[0].fd  # libcamera keeps a copy of its own
            self.libcamera_fds.append(known_as)
            self.mapped_buffers_used[known_as] = False
            self.mapped_buffers[buffer] = mmap.mmap(fd, stream.frame_size)
            return buffer

    class NoSync(DmaAllocator.DmaSync):
        def __enter__(self):
            return self.get_buffer()

        def __exit__(self, *_):
            """Nothing to do: it is plain memory."""

    picamera2.DmaAllocator = MemfdAllocator


def no_raw_modes():
    """Say what a sensor would be; the virtual pipeline has none to ask."""
    from picamera2 import Picamera2

    from tests.support.cameras.sensors import SENSORS

    Picamera2._get_raw_modes = lambda _: SENSORS["imx708"]  # noqa: SLF001 - virtual cameras have no raw modes


def render_table(folder):
    """Render three dice that lie on the board, some pictures with each its own noise; give their values."""
    import cv2

    from hardware.simulated import Lift, PutDown, SimulatedTable, Wait
    from vision.board import draw_board

    table = SimulatedTable(sheet=draw_board(6.0), sheet_px_per_mm=6.0, seed=SEED, fps=10, cocked_share=0.0)
    table.do(PutDown(dice_in_cup=(0, 1, 2)), Lift(), Wait(seconds=1.0))
    while table.busy:
        table.advance(0.1)
    folder.mkdir(parents=True)
    for number in range(6):
        table.advance(0.1)
        cv2.imwrite(str(folder / f"{number}.jpg"), table.render(), [cv2.IMWRITE_JPEG_QUALITY, 95])
    return sorted(die.value for die in table.dice)


def render_grey(folder):
    """Draw another camera's view: a plain grey that no board is in."""
    import cv2
    import numpy as np

    folder.mkdir(parents=True)
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.jpg"), np.full((SIZE[1], SIZE[0], 3), 60 + 60 * number, np.uint8))


def pytest_configure(config):
    """Have the cameras ready before libcamera looks for them, which it does once."""
    if not VIRTUAL:
        return
    no_screen()
    config.dice = render_table(PICTURES / "table")
    render_grey(PICTURES / "grey")
    SHARE.mkdir(parents=True, exist_ok=True)
    (SHARE / "virtual.yaml").write_text(
        CAMERA.format(
            name="VirtualA", model="imx708_wide", location="CameraLocationFront", path=PICTURES / "table"
        )
        + CAMERA.format(
            name="VirtualB", model="imx477", location="CameraLocationBack", path=PICTURES / "grey"
        )
    )
    memory_without_heaps()
    no_raw_modes()


@pytest.fixture
def dice(request):
    """The values that really lie on the table."""
    return request.config.dice
