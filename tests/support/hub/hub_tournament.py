"""A hub with a knock-out of two tables, each of which sends its games."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import tournament as t
from knobeltisch.hub.cup.kept_tournament import KeptTournament
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from knobeltisch.hub.hub import Hub
from knobeltisch.hub.hub_config import HallConfig, HubConfig
from tests.support.hub.small_tournament import PEOPLE, Sender
from tests.tournament.running_tournament import ranked_result
from tournament.state import Counted

FORM = 'base = "knockout"\nstages = [{kind = "knockout", games = 2, advance = 2}]\n'


class HubTournament:
    """A hub with a knock-out of two tables, each of which sends its games."""

    def __init__(self, folder: Path, people: Sequence[str] = PEOPLE, tables: int = 3, *, begin: bool = True):
        self.folder = folder
        self.hub = Hub(HubConfig(hall=HallConfig(folder=folder, tables=("pub/1", "pub/2", "pub/3"))))
        self.senders = {number: Sender(f"{number:016x}") for number in (1, 2, 3)}
        for number, sender in self.senders.items():
            self.hub.service.ask({"table": sender.sender, "topic": f"pub/{number}"}, "192.0.2.7")
        if begin:
            self.hub.desk.open(title="Pokal", form=FORM, tables=tables, players="\n".join(people))
            self.act(do="draw")

    def act(self, **said: Any) -> Mapping[str, Any]:
        return self.hub.desk.act(said)

    def task(self, number: int) -> Any:
        return self.hub.service.task(number)

    def tell(
        self, number: int, result: t.GameResult, name: str, *, ticket: str | None = None, ended: float = 9e9
    ):
        sender = self.senders[number]
        word = sender.finished(name, result, ended=ended)
        word["result"] |= {"ticket": ticket} if ticket else {}
        sender.keep(word)
        assert self.hub.service.push(sender.push(word))[0] == 200

    def send_all_again(self, senders: Mapping[int, Sender]):
        """Send what these tables have sent to another hub, as to one that has lost something."""
        for sender in senders.values():
            sender.new_box()
            assert self.hub.service.push(sender.push(*sender.kept))[0] == 200

    def play_to_a_tie(self):
        """At each table second and third change places."""
        for number in (1, 2):
            one, two, three, four = self.task(number)["players"]
            for game, order in enumerate(((one, two, three, four), (one, three, two, four)), start=1):
                self.tell(number, ranked_result(*order), f"{number}{game}-{game}")

    def counted(self, match: str) -> Mapping[int, Counted]:
        """What counts of a match, by the hub's own file."""
        with closing(HallFile(self.folder / KEPT_IN)) as file:
            return t.counted_games(KeptTournament(file).require_state(), match)

    @property
    def shown(self) -> Any:
        return self.hub.desk.to_json("de")
