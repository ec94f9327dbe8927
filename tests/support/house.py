"""A running house whose camera says what the test says, for all who look at its page."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from knobeltisch.app import App
from knobeltisch.status import Device
from knobeltisch.storage.journal import Entry, open_journal
from knobeltisch.table.phones import Phones
from tests.support.sightings import picture_of, sighting
from vision.types import Moment, Scene
from web.security.authorization import Gate, gate_of


@dataclass
class House:
    """A running house; `send` does what a program in the house may do."""

    app: App
    path: Path
    pins: list[str] = field(default_factory=list)
    """What its console has shown."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.app.server.port}"

    @property
    def gate(self) -> Gate:
        """Who may do what: sessions, the PIN, and what guests are allowed."""
        return gate_of(self.app.server.app)

    @property
    def guests(self) -> Phones:
        assert self.gate.guests is not None
        return self.gate.guests

    def entries(self) -> list[Entry]:
        """Return what the journal holds, read from a copy: the table has the journal itself."""
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.sqlite"
            self.app.table.copy_journal(copy)
            journal = open_journal(copy)
            entries = list(journal.entries())
            journal.close()
        return entries

    @property
    def shown(self) -> dict[str, Any]:
        return self.app.table.board.snapshot()

    def send(self, command: dict[str, Any]):
        reply = self.app.table.commands.send(command)
        assert reply == {"ok": True}, reply

    def start(self, *players: str, variant: str = "bavarian", leader: str | None = None):
        self.send({"do": "start", "variant": variant, "players": list(players), "leader": leader})

    def act(self, *acts: dict[str, Any]):
        for act in acts:
            self.send({"do": "act", "act": act})

    def throw(self, *dice: int):
        self.act({"act": "throw", "dice": list(dice)})

    def hold(self, *dice: int):
        self.act({"act": "hold", "dice": list(dice)})

    # --- what the camera would say

    def camera_on(self):
        self.app.table.set_camera_state(Device(status="ok", name="test"))
        self.app.table.drain()

    def cup_down(self, *outside: int):
        self._scene(cup=True)
        self._see(Moment.CUP_DOWN, stayed=outside)

    def lift(self, *thrown: int, held: Sequence[int] = (), unsure: dict[int, tuple[int, ...]] | None = None):
        """The cup is lifted; `unsure`: a die's place among the thrown to what it may show."""
        self._scene(cup=False)
        self._see(Moment.LIFT, thrown=thrown, stayed=held, unsure=unsure or {})

    def _scene(self, *, cup: bool):
        self.app.table.put(Scene(at=0.0, cup=cup, hand=False, still=True))
        self.app.table.drain()

    def _see(self, moment: Moment, **seen: Any):
        self.app.table.put(sighting(moment, crop=lambda _place, value: picture_of(value), **seen))
        self.app.table.drain()

    def leave_it(self):
        """Press PASS, with the switches' declaration."""
        self.send({"do": "press", "button": "pass"})
