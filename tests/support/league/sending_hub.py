"""A hub's sender as a process that can be killed: `python -m tests.support.league.sending_hub FOLDER URL`.

It sends what is in FOLDER/reports.json, with the key in FOLDER/key and an outbox beside them.
"""

import json
import signal
import sys
from pathlib import Path

from knobeltisch.config import TargetConfig
from knobeltisch.outbox.outgoing_games import OutgoingGame
from knobeltisch.outbox.sender import Sender
from knobeltisch.table.scoreboard import Scoreboard


class ReportsInFile:
    """The source of what is sent: a body for each report, null for one that was taken back."""

    def __init__(self, path: Path):
        self._path = path

    def version(self) -> int:
        return self._path.stat().st_mtime_ns

    def games(self) -> list[OutgoingGame]:
        found = json.loads(self._path.read_text())
        return [OutgoingGame(id=name, body=body) for name, body in found.items()]


def main(folder: Path, url: str):
    source = ReportsInFile(folder / "reports.json")
    config = TargetConfig(url=url, key_file=folder / "key")
    Sender(
        "league",
        config,
        table=folder.name,
        source=source.games,
        path=folder / "outbox.sqlite",
        board=Scoreboard(),
        change=source.version,
    ).start()
    signal.pause()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
