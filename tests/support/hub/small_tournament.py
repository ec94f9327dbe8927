"""A table of a tournament, as the hub hears it: what it pushes, and again when nobody answered."""

import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import tournament as t
from knobeltisch.hub.cup.kept_tournament import KeptTournament
from knobeltisch.hub.hall_file import KEPT_IN, HallFile
from scorer.json_forms.codec import to_json
from tournament.results import players_with_handicap

PEOPLE = ("Anna", "Ben", "Cem", "Dora", "Emil", "Fritzi", "Georg", "Hanna")
Word = dict[str, Any]


def result_of(
    players: Sequence[str], *, loser: str | None = None, handicap: Mapping[str, int] | None = None
) -> t.GameResult:
    """A game of Schocken that one of them lost in both halves."""
    loser = loser or players[-1]
    return t.GameResult(
        variant="schocken",
        players=tuple(players),
        places=tuple(
            t.Place(player=player, place=len(players) if player == loser else 1) for player in players
        ),
        parts=(t.PartLost(part="half1", loser=loser), t.PartLost(part="half2", loser=loser)),
        loser=loser,
        handicap=players_with_handicap(players, handicap or {}),
    )


def played_tournament(folder: Path):
    """Keep in a hub's folder a tournament of one table whose only game is over: its report waits for who signs it."""
    file = HallFile(folder / KEPT_IN)
    tournament = KeptTournament(file)
    form = t.read_format('base = "groups"\n[house]\nfinal = false\n')
    tournament.open("Pokal", form, 1, [t.Player(name=name) for name in PEOPLE[:4]])
    tournament.draw(seed=1)
    (match,) = tournament.state.matches.values() if tournament.state else ()
    for game in range(1, match.games + 1):
        result = result_of(match.players)
        tournament.take([t.Reported(id=f"told-{game}", table=1, match=match.id, game=game, result=result)])
    file.close()


def losers(state: t.State) -> dict[tuple[str, int], str | None]:
    """Return who lost each game that counts, by match and number."""
    return {
        (match, number): game.result.loser
        for match in state.matches
        for number, game in t.counted_games(state, match).items()
    }


class Sender:
    def __init__(self, table: str):
        self.sender, self.box, self.seq = table, secrets.token_hex(8), 0
        self.kept: list[Word] = []

    def new_box(self):
        self.box, self.seq = secrets.token_hex(8), 0

    def finished(self, game: str, result: t.GameResult, *, ended: float = 2000.0) -> Word:
        body = {"game": to_json(result), "began": ended - 100, "ended": ended, "rules": {}, "evening": 1}
        return {"game": game, "revision": 1, "kind": "finished", "result": body}

    def taken_back(self, game: str) -> Word:
        return {"game": game, "revision": 1, "kind": "taken_back", "result": None}

    def push(self, *words: Word, first: int | None = None) -> dict[str, Any]:
        begins = self.seq + 1 if first is None else first
        numbered = [{**word, "seq": seq} for seq, word in enumerate(words, start=begins)]
        if first is None:
            self.seq += len(words)
        return {"table": self.sender, "box": self.box, "entries": numbered}

    def keep(self, word: Word):
        self.kept.append(word)

    def some(self, chance: random.Random) -> Iterator[dict[str, Any]]:
        """Send the next few entries, sometimes with some that were sent already, as after a lost answer."""
        words = self.kept[self.seq : self.seq + chance.randint(0, 3)]
        begins = self.seq + 1
        push = self.push(*words)
        yield push
        if chance.random() < 0.5:
            yield push
        if begins > 1 and chance.random() < 0.3:
            yield self.push(*self.kept[: begins - 1], first=1)

    def all(self) -> Iterator[dict[str, Any]]:
        yield self.push(*self.kept[self.seq :])
