"""A house whose camera is a phone, at an address of the network and over https."""

from pathlib import Path
from typing import Any

from knobeltisch.app import NOBODY_THERE, Host
from knobeltisch.camera.remote.phone_door import phone_camera
from knobeltisch.config import PHONE
from knobeltisch.device.address import own_address
from tests.support.houses import Houses


class PhoneHouse:
    """The house, started; `stop` ends it."""

    def __init__(self, folder: Path, host: Host = NOBODY_THERE):
        phone: dict[str, Any] = {"address": own_address(), "device": PHONE, "camera": phone_camera()}
        self._houses = Houses(folder)
        self.app = self._houses(table="everyone", https="on", host=host, **phone)

    def stop(self):
        self._houses.end()

    def invite(self) -> str:
        """Return the address that a phone opens to become the eye."""
        assert self.app.door is not None
        return self.app.door.invite()

    @property
    def board(self) -> dict[str, Any]:
        return self.app.table.board.snapshot()

    @property
    def camera(self) -> dict[str, Any]:
        return dict(self.board["camera"])

    def send(self, command: dict[str, Any]):
        assert self.app.table.commands.send(command) == {"ok": True}

    def throws(self) -> list[list[int]]:
        """Return the dice of the throws and of the rolls for the lead that were written down."""
        acts = [entry["act"] for entry in self.board["acts"]]
        return [act["dice"] for act in acts if act and act["act"] in {"throw", "roll_off"}]
