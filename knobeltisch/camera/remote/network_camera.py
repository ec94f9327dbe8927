"""A network camera: a thread fetches its pictures, and retries with the usual backoff."""

from hardware.cameras.mjpeg import name_of, stream
from hardware.cameras.pushed import PushedCamera
from hardware.errors import HardwareError
from knobeltisch.device.retry import LATER_S, SOON_S, RetryingThread
from knobeltisch.errors import RetryLater


class NetworkCamera(RetryingThread):
    """Passes the pictures of the network camera at `url` on to `camera`, from `start` to `stop`."""

    def __init__(self, url: str) -> None:
        super().__init__("network camera")
        self._url = url
        name = name_of(url)
        self.camera = PushedCamera(
            name,
            absent=f"{name} has not answered yet; look at its address and its network.",
            silent=f"{name} sends no pictures; it is asked again.",
        )

    def attempt(self) -> None:
        """Read pictures until `stop`. Raise RetryLater if the camera stops sending or cannot be reached."""
        try:
            for picture in stream(self._url):
                if self.stopping.is_set():
                    return
                self.note_success()
                self.camera.offer(whole=picture)
        except HardwareError as error:
            self.camera.lose(str(error))
            raise RetryLater(str(error), pause=SOON_S, longest=LATER_S) from error
