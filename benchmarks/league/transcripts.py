"""Two transcripts: a cup with ties, as its tables and its desk send it, and a match day that both clubs confirm.

    python -m benchmarks.league.transcripts cup|match-day [--seed N] [--out FILE]

`cup`: a hub opens a knock-out, tables ask what they are to play and send their games, and whoever is level plays a decider; the first
seed from `--seed` on is taken with which a table and the final are level. `match-day`: four pubs, two matches, on a PostgreSQL of its own.
One away captain confirms, the other protests, and the federation decides. Everything is said through the service's own addresses.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

import click

from benchmarks.support.reports import out_option
from knobeltisch.commands.league.run_league import GUARD, is_signed
from knobeltisch.hub.hub import build_hub
from knobeltisch.hub.hub_config import HallConfig, HubConfig
from league.app import create_app
from league.calendar import WEEK, NewDivision
from league.cluster import Cluster
from league.database import Database, migrate
from league.example import PLAYERS, game, pushed
from league.federation.door import new_federation_key
from league.federation.seasons import make_division
from league.pages import Renderer
from league.registry import Names, invite
from tests.support.hub.small_tournament import Sender
from tests.tournament.running_tournament import ranked_result, some_result

if TYPE_CHECKING:
    from flask.testing import FlaskClient

FORM: Final = 'base = "knockout"\nstages = [{kind = "knockout", games = 3, advance = 2}]\n'
PEOPLE: Final = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fritzi", "Georg", "Hanna", "Ida", "Jan", "Kim", "Leo")
TABLES: Final = 3
SEEDS: Final = 200
PUBS: Final = ("Zum Anker", "Goldener Krug", "Alte Post", "Zur Linde")


class Transcript:
    """Lines of what happened, in their order."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, who: str, said: str) -> None:
        self.lines.append(f"{who:<16} {said}")


@click.command()
@click.argument("what", type=click.Choice(["cup", "match-day"]))
@click.option("--seed", default=1, show_default=True)
@out_option
def main(what: str, seed: int, out: Path | None) -> None:
    """Play it, and print what was said."""
    with tempfile.TemporaryDirectory(prefix="transcript-") as folder:
        Path(folder).chmod(0o755)
        title, lines = (
            _cup_with_a_tied_final(Path(folder), seed) if what == "cup" else _match_day(Path(folder), seed)
        )
    page = (
        f"# {title}\n\nMade by `python -m benchmarks.league.transcripts {what} --seed {seed}`.\n\n```text\n"
    )
    page += "\n".join(line.rstrip() for line in lines) + "\n```\n"
    print(page)
    if out is not None:
        out.write_text(page, encoding="utf-8")


# --- the cup


def _cup_with_a_tied_final(folder: Path, seed: int) -> tuple[str, list[str]]:
    for number in range(seed, seed + SEEDS):
        said, both = _play_cup(folder / f"{number}", number)
        if both:
            return f"A cup with ties, seed {number}", said.lines
    raise click.ClickException(f"No cup has both ties with the seeds {seed} to {seed + SEEDS - 1}.")


def _play_cup(folder: Path, seed: int) -> tuple[Transcript, bool]:
    """Play a whole cup; return what was said, and whether there was a tie before the final and in it."""
    say, chance, ties = Transcript(), Random(seed), Counter[bool]()
    folder.mkdir()
    names = tuple(f"pub/{number}" for number in range(1, TABLES + 1))
    hub = build_hub(HubConfig(hall=HallConfig(folder=folder, tables=names)))
    senders = {number: Sender(f"{number:016x}") for number in range(1, TABLES + 1)}
    for number, sender in senders.items():
        hub.service.ask({"table": sender.sender, "topic": f"pub/{number}"}, "192.0.2.7")
    hub.desk.open(title="Pokal", form=FORM, tables=TABLES, players="\n".join(PEOPLE))
    say("the landlord", f"opens a knock-out for {len(PEOPLE)} at {TABLES} tables, two of each table go on")
    while not hub.desk.shown("en")["podium"]:
        hub.desk.act({"do": "draw", "seed": seed})
        shown = hub.desk.shown("en")
        matches = shown["rounds"][-1]["matches"]
        say("the desk", f"draws round {shown['round']}")
        for match in matches:
            say(
                "", f"  table {match['table']}, match {match['match']}: {', '.join(_names(match['players']))}"
            )
        while any(tasks := {number: hub.service.task(number) for number in senders}.values()):
            for number, task in zip(senders, list(tasks), strict=True):
                if task is not None:
                    ties[len(matches) == 1] += task.get("decider") is not None
                    _play_task(say, hub, senders[number], number, task, chance)
            _say_deciders(say, hub)
    for place in hub.desk.shown("en")["podium"]:
        say("the desk", f"place {place['place']}: {place['name']}")
    hub.stop()
    return say, ties[False] > 0 < ties[True]


def _names(players: list[Any]) -> list[str]:
    return [player if isinstance(player, str) else player["name"] for player in players]


def _play_task(say: Transcript, hub: Any, sender: Sender, number: int, task: Any, chance: Random) -> None:
    """Play the game that a table is given, and send it."""
    players = list(task["players"])
    if task.get("decider"):
        chance.shuffle(players)
        result = ranked_result(*players)
        what = f"decider of match {task['match']}: {' before '.join(players)}"
    else:
        result = some_result(players, chance)
        halves = " and ".join(f"{part.loser} ({part.part})" for part in result.parts)
        out = "".join(f", Schock out {thrown.player} in throw {thrown.throw}" for thrown in result.ones)
        what = f"match {task['match']}, game {task['game']} of {task['games']}: lost by {halves}{out}"
    sent = sender.finished(f"{number}-{len(say.lines)}", result, ended=9e9)
    status, _ = hub.service.push(sender.push(sent))
    say(f"table {number}", f"{what} ({status})")


def _say_deciders(say: Transcript, hub: Any) -> None:
    for due in hub.desk.shown("en")["deciders"]:
        line = f"level in match {due['match']}: {', '.join(due['players'])} play for {due['places']} place(s) at table {due['table']}"
        if not say.lines or line not in "\n".join(say.lines):
            say("the desk", line)


# --- the match day


class Browser:
    """Somebody at the league's pages."""

    def __init__(self, page: FlaskClient, key: str = "") -> None:
        self._page, self._headers = page, {"Authorization": f"Bearer {key}"} if key else {}

    def ask(self, method: str, path: str, **words: Any) -> Any:
        return self._page.open(path, method=method, headers=self._headers, **words)

    def hidden(self, path: str) -> list[dict[str, str]]:
        """Return the hidden fields of each form of a page."""
        text = self.ask("GET", path).text
        return [
            dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
            for form in re.findall(r"<form.*?</form>", text, re.DOTALL)
        ]


def _match_day(folder: Path, seed: int) -> tuple[str, list[str]]:
    cluster = Cluster(folder / "postgres", lasting=False)
    cluster.start()
    try:
        with closing(Database(cluster.create("league"))) as database:
            migrate(database)
            return f"A match day that both clubs confirm, seed {seed}", _LeagueDay(database, seed).play()
    finally:
        cluster.stop()


class _LeagueDay:
    """The match day: each step is said with the status of the service's answer."""

    def __init__(self, database: Database, seed: int) -> None:
        self._database, self._chance, self._say = database, Random(seed), Transcript()
        self._renderer = Renderer(database)
        self._app = create_app(database, self._renderer, Names(database), is_signed, GUARD)
        self._pubs = {name: self._registered(name) for name in PUBS}
        self._today = datetime.now(ZoneInfo("Europe/Berlin")).date()
        wanted = NewDivision(name="Bezirksliga", format="league-day", pubs=PUBS)
        make_division(database, "Saison 2026/27", wanted, first=self._today, every=WEEK, days=7)
        self._renderer.once()

    def _registered(self, name: str) -> Browser:
        told = {"invitation": invite(self._database, name), "name": name}
        answer = self._app.test_client().post("/api/v1/register", json=told)
        pub = Browser(self._app.test_client(), answer.get_json()["key"])
        for player in PLAYERS:
            listed = {"name": f"{player} ({name.rsplit(maxsplit=1)[-1]})", "member": True, "shown": True}
            pub.ask("PUT", "/api/v1/players", json=listed)
        self._say(name, f"registers and lists {len(PLAYERS)} people ({answer.status_code})")
        return pub

    def play(self) -> list[str]:
        """Play the first match day; return what was said."""
        first, second = [match for match in self._division()["matches"] if match["round"] == 1]
        for match in (first, second):
            self._push(match)
        self._show("provisional: in no table yet")
        captains = {match["away"]: self._captain(match["away"]) for match in (first, second)}
        home = self._captain(first["home"])
        self._act(first["home"], home, "confirmed", first)
        self._act(first["away"], captains[first["away"]], "confirmed", first)
        self._act(second["away"], captains[second["away"]], "protested", second, "Game 3 was played twice")
        self._show("confirmed: it stands; protested: it does not, past the deadline too")
        self._push(first, late=True)
        self._show("what is pushed afterwards changes nothing of what stands")
        self._rule(second)
        self._show("decided by the federation: both count")
        for match in self._division()["matches"]:
            for claim in match["claims"] if match["round"] == 1 else ():
                by = claim["pub"] or claim["what"]
                reason = f": {claim['reason']}" if claim["reason"] else ""
                score = " : ".join(f"{points:g}" for points in claim["score"])
                self._say(
                    "history",
                    f"{match['home']} - {match['away']}: {claim['what']} by {by} over {score}{reason}",
                )
        return self._say.lines

    def _division(self) -> Any:
        self._renderer.once()
        return json.loads(self._app.test_client().get("/d/1.json").data)

    def _push(self, match: Any, *, late: bool = False) -> None:
        sides = [
            [f"{player} ({pub.rsplit(maxsplit=1)[-1]})" for player in PLAYERS]
            for pub in (match["home"], match["away"])
        ]
        for table in (1, 2):
            seats = [name for side in sides for name in side[2 * table - 2 : 2 * table]]
            count = 1 if late else 10
            games = [game(self._today, place + 10 * late, self._chance, seats) for place in range(count)]
            name = f"table{table}{'-late' if late else ''}"
            answer = self._pubs[match["home"]].ask("POST", "/api/v1/push", data=pushed(name, "box", games))
            self._say(
                match["home"],
                f"table {table} sends {count} games against {match['away']} ({answer.status_code}, {answer.json})",
            )

    def _captain(self, pub: str) -> Browser:
        code = self._pubs[pub].ask("POST", "/api/v1/captain").json["code"]
        captain = Browser(self._app.test_client())
        answer = captain.ask(
            "POST", "/club/welcome", data={"code": code, "word": f"four long words of {pub}"}
        )
        self._say(pub, f"the captain takes the club's code and chooses a password ({answer.status_code})")
        return captain

    def _act(self, pub: str, captain: Browser, what: str, match: Any, reason: str = "") -> None:
        form = next(form for form in captain.hidden("/club") if form.get("fixture") == str(match["fixture"]))
        sent = {name: form[name] for name in ("token", "fixture", "sum")}
        answer = captain.ask("POST", "/club", data={**sent, "do": what, "reason": reason})
        said = {"confirmed": "confirms", "protested": "protests against"}[what]
        refused = "" if answer.status_code < 400 else ", refused: the home side cannot"
        self._say(
            pub,
            f"the captain {said} {match['home']} - {match['away']} ({answer.status_code}{refused}){reason and f': {reason}'}",
        )

    def _rule(self, match: Any) -> None:
        office = Browser(self._app.test_client())
        office.ask("POST", "/federation/enter", data={"key": new_federation_key(self._database)})
        form = next(form for form in office.hidden("/federation/d/1") if "token" in form)
        sent = {
            "do": "rule",
            "token": form["token"],
            "fixture": match["fixture"],
            "home": "30",
            "away": "24",
            "reason": "Game 3 counts once",
        }
        answer = office.ask("POST", "/federation/d/1", data=sent)
        self._say(
            "the federation",
            f"sets {match['home']} - {match['away']} to 30 : 24: Game 3 counts once ({answer.status_code})",
        )

    def _show(self, what: str) -> None:
        division = self._division()
        self._say("the page", what)
        for match in division["matches"]:
            if match["round"] == 1:
                score = " : ".join(f"{points:g}" for points in match["score"] or ())
                later = f", pushed later: {match['later']}" if match["later"] else ""
                ruled = ", set by the federation" if match["rulings"] else ""
                self._say("", f"  {match['home']} - {match['away']} {score} ({match['state']}{ruled}{later})")
        for line in division["table"]:
            self._say(
                "",
                f"  {line['place']}. {line['pub']}: {line['played']} played, {line['own']:g} : {line['others']:g}, {line['points']} points",
            )


if __name__ == "__main__":
    main()
