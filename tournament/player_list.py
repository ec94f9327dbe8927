"""Players and teams, and their lists: one name per line, or CSV."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import scorer
from scorer.errors import BadName, shorten
from scorer.file_formats import BadFile, decode_text, read_table
from scorer.json_forms.codec import Label, Malformed
from scorer.naming import LONGEST_NAME, LOST_LETTER, name_keys, read_name, sound_key
from tournament.errors import BadEntry, BadPlayerList
from tournament.formats import Format, HouseOption

LONGEST_KEPT: Final = 40
"""The most letters of a name that an older list accepted."""
MOST_PLAYERS: Final = 1000
MOST_PEOPLE: Final = 6
"""The most people who may play as one entrant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """An entrant. `seed` is the place on the seeding list, 1 for the strongest; None if unknown.

    Members of a `team` add up their points in the team standings; the draw only keeps members of a `club` apart. `handicap` is
    the number of mats at the start of each game (HCP-1). `people`: those who share this name and take turns to throw (TEAM-2).
    """

    name: str
    team: str | None = None
    club: str | None = None
    seed: int | None = None
    handicap: int = 0
    people: tuple[str, ...] = ()


NOBODY: Final = "-" * (LONGEST_KEPT + 1)
"""A placeholder in a trial game, longer than any name."""
COLUMNS: Final = {
    head: column
    for column, heads in {
        "name": "name player spieler spielerin",
        "first": "vorname firstname",
        "last": "nachname familienname lastname surname",
        "team": "team mannschaft paar pair",
        "club": "club verein kneipe pub",
        "seed": "seed setzplatz setzliste",
        "handicap": "handicap vorgabe",
        "people": "people personen",
    }.items()
    for head in heads.split()
}
"""The possible headers of each column, in lower case."""


def read_player_list(said: str | bytes) -> tuple[tuple[Player, ...], tuple[str, ...]]:
    """Parse a list of players; return them, and the headers of ignored columns.

    Raise BadPlayerList, with the line at fault if there is one, if the list is empty, too long or invalid, or repeats a name or
    seed.
    """
    try:
        text = decode_text(said)
        table = read_table(text, COLUMNS, lambda heads: not {"name", "people", "last"}.isdisjoint(heads))
    except BadFile as error:
        where = f"Line {error.line}" if error.line else "The list"
        raise BadPlayerList(f"{where}: {error}.", error.line) from error
    rows = _plain_names(text) if table is None else table.rows
    found = [(line, _player(line, cells)) for line, cells in rows]
    if not found:
        raise BadPlayerList("The list has no players; write a name on each line.")
    if len(found) > MOST_PLAYERS:
        raise BadPlayerList(f"The list has {len(found)} players; there may be {MOST_PLAYERS}.")
    names: dict[tuple[str, str], tuple[int, str]] = {}
    seeds: dict[int, int] = {}
    for line, player in found:
        for called in (player.name, *player.people):
            own = name_keys(called)
            if twin := next((names[key] for key in own & names.keys()), None):
                before, name = twin
                alike = (
                    "stands on" if sound_key(name) == sound_key(called) else f"looks like {shorten(name)} on"
                )
                raise BadPlayerList(
                    f"Line {line}: {shorten(called)} {alike} line {before} already; give one of them another name.",
                    line,
                )
            names |= dict.fromkeys(own, (line, called))
        if player.seed is not None and (first := seeds.setdefault(player.seed, line)) != line:
            raise BadPlayerList(f"Line {line}: the seed {player.seed} stands on line {first} already.", line)
    return tuple(player for _, player in found), () if table is None else table.unknown


def check_new(player: Player) -> Player:
    """Return a new entrant as stored. Raise BadEntry if the entry is invalid or a name does not follow PUB-11."""
    try:
        people = tuple(map(read_name, player.people))
        new = normalize_player(replace(player, name=read_name(player.name), people=people))
    except BadName as error:
        raise BadEntry(str(error)) from error
    lost = next((said for said in (new.team, new.club) if LOST_LETTER in (said or "")), None)
    if lost is not None:
        raise BadEntry(f"{shorten(lost)} has lost a letter; write it again.")
    return new


def normalize_player(player: Player) -> Player:
    """Return the player as stored; any name that older lists accepted is valid.

    Raise BadEntry for an invalid name, seed, handicap or number of people.
    """
    name = _name("name", player.name)
    team = None if player.team is None else _name("team", player.team)
    club = None if player.club is None else _name("club", player.club)
    if player.seed is not None and not 1 <= player.seed <= MOST_PLAYERS:
        raise BadEntry(f"seed is {player.seed}; it must be 1 to {MOST_PLAYERS}.")
    if player.handicap < 0:
        raise BadEntry(f"handicap is {player.handicap}; it must be a number from 0.")
    people = tuple(_name("people", person) for person in player.people)
    if len(people) == 1 or len(people) > MOST_PEOPLE:
        raise BadEntry(f"people are {len(people)}; 2 to {MOST_PEOPLE} play together, or write none.")
    return replace(player, name=name, team=team, club=club, people=people)


def _name(field: str, said: str) -> str:
    try:
        clean = " ".join(Label().read(field, said).split())
    except Malformed as error:
        raise BadEntry(str(error)) from error
    if not clean:
        raise BadEntry(f"{field} is empty; write one.")
    if len(clean) > LONGEST_KEPT:
        raise BadEntry(f"{field} is {shorten(clean)}; it must have at most {LONGEST_KEPT} letters.")
    return clean


def _plain_names(said: str) -> Iterator[tuple[int, dict[str, str]]]:
    for number, line in enumerate(said.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line.strip().casefold() in COLUMNS:
            raise BadPlayerList(
                f"Line {number}: {shorten(line)} is a column; one must be name or people.", number
            )
        if any(sign in line for sign in ";\t,"):
            raise BadPlayerList(
                f"Line {number}: {shorten(line)} has several columns; the first line must name them, such as name,team.",
                number,
            )
        yield number, {"name": line}


def _player(line: int, cells: dict[str, str]) -> Player:
    said = {column: cell for column, cell in cells.items() if cell.strip()}
    numbers = {}
    for column, least in (("seed", 1), ("handicap", 0)):
        written = said.get(column, "").strip()
        if written and not (written.isascii() and written.isdecimal() and len(written) < 10):
            raise BadPlayerList(
                f"Line {line}: the {column} is {shorten(written)}; it must be a number from {least}.", line
            )
        numbers[column] = int(written) if written else None
    people = tuple(part.strip() for part in said["people"].split("+")) if "people" in said else ()
    whole = " ".join(said[part].strip() for part in ("first", "last") if part in said)
    name = said.get("name") or whole
    if people and not name:  # such as "Anna & Cem", each part shortened if it is too long for a name
        name = " & ".join(people)
        if len(name) > LONGEST_NAME:
            each = (LONGEST_NAME - 3 * (len(people) - 1)) // len(people)
            name = " & ".join(person[:each].strip() for person in people)
    if not name:
        raise BadPlayerList(f"Line {line}: the name is empty; write one.", line)
    try:
        return check_new(
            Player(
                name=name,
                team=said.get("team"),
                club=said.get("club"),
                seed=numbers["seed"],
                handicap=numbers["handicap"] or 0,
                people=people,
            )
        )
    except BadEntry as error:
        raise BadPlayerList(f"Line {line}: {error}", line) from error


# --- what a list asks of the format


def fit_format(form: Format, players: Iterable[Player]) -> Format:
    """Return the format with rules that allow the list's handicaps and teams, unless the format sets these options itself.

    Raise BadFormat if the list needs handicaps or teams and the game allows none.
    """
    listed = tuple(players)
    asked: dict[str, int | bool] = {
        "handicap": max((player.handicap for player in listed), default=0),
        "teams": any(player.people for player in listed),
    }
    said = {option.name for option in form.house}
    more = [
        HouseOption(name=name, value=value) for name, value in asked.items() if value and name not in said
    ]
    return replace(form, house=(*form.house, *more)) if more else form


def check_entrants(form: Format, players: Iterable[Player]) -> None:
    """Raise BadEntry if some of the entrants could not play at one table: the rules forbid it, or handicaps take all mats."""
    asking = [player for player in players if player.handicap or player.people]
    asking.sort(key=lambda player: (-player.handicap, not player.people))
    rules = form.rules
    for size in range(rules.players_min, form.most + 1) if asking else ():
        named = asking[:size]
        seats = [
            *(player.name for player in named),
            *(f"{NOBODY}{place}" for place in range(size - len(named))),
        ]
        handicap = {player.name: player.handicap for player in named if player.handicap}
        teams = {player.name: player.people for player in named if player.people}
        try:
            scorer.new_game(rules, seats, handicap=handicap, teams=teams)
        except scorer.BadPlayers as error:
            raise BadEntry(f"With {size} at a table: {error}") from error
