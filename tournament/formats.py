"""Formats as data: stages, tables, points and the order of tie-breaks. Presets are files in `presets/`."""

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal

import scorer
from scorer.errors import shorten
from scorer.file_formats import BadFile, read_toml
from scorer.json_forms.codec import Malformed, from_json
from tournament.errors import BadFormat

Criterion = Literal[
    "direct", "lost_games", "lost_halves", "three_ones", "early_ones", "first_places", "games", "seed", "lot"
]
"""What may decide between equal points: the games against each other, fewer lost games, fewer lost halves, more
Schock outs, more of them in the first throw, more first places, more games, the seeding list, the lot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """Groups in which everybody meets everybody: at one table if the group fits there, otherwise in as many rounds as needed.

    `size` is the number of people in a group, `games` the number of games in a match. The first `advance` of each group go on to
    the next stage; 0 if it is the last.
    """

    kind: Literal["groups"] = "groups"
    size: int = 4
    games: int = 1
    advance: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    """A number of rounds for everybody at newly drawn tables. Earlier versions drew them; now they are only read and counted."""

    kind: Literal["rounds"] = "rounds"
    rounds: int = 1
    games: int = 1
    pause_after: int = 0
    advance: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Knockout:
    """The first `advance` of each table go on and the others are out, until one table is left."""

    kind: Literal["knockout"] = "knockout"
    games: int = 1
    advance: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDay:
    """Two teams at two tables, with `each` players of each team at each table."""

    kind: Literal["match_day"] = "match_day"
    games: int = 10
    each: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """No draw: anyone may sit down and play, and every game counts."""

    kind: Literal["free"] = "free"


Stage = Groups | Rounds | Knockout | MatchDay | Free


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePoints:
    """The points for each place in a game with a given number of players."""

    players: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """The scoring. People who share places share their points.

    `places` is for tables of a size that `table_places` does not name; its last value stands for all later places. `lost_half`,
    `lost_final` and `lost_game` are added for each of these. `three_ones`: the points for three ones in the first, second, third
    throw. `bye` is the score of a round without a game; None takes the mean of the player's other rounds. An absentee gets the
    worst score that a game can bring, plus `absent`, and for a missed round a score no better than `missed`. `best_of`: how many
    of a player's best rounds count; 0 for all. `average`: rank by points per game, for formats in which people play different
    numbers of games. People with fewer than `least_games` games rank behind all others.
    """

    better: Literal["more", "fewer"] = "more"
    places: tuple[int, ...] = ()
    table_places: tuple[PlacePoints, ...] = ()
    lost_half: int = 0
    lost_final: int = 0
    lost_game: int = 0
    three_ones: tuple[int, int, int] = (0, 0, 0)
    bye: int | None = None
    missed: int = 0
    absent: int = 0
    best_of: int = 0
    average: bool = False
    least_games: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseOption:
    """An option of the game's house rules, locked for the whole tournament."""

    name: str
    value: str | int | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """The game, its stages and how they count. A table seats `least` to `most` people, members of one team apart if possible.

    `partners` is only read: in earlier versions the people of a team stayed together. `decider`: changes to `house` for the
    game that breaks a tie, so that two can play it quickly.
    """

    name: str
    variant: str
    stages: tuple[Stage, ...]
    house: tuple[HouseOption, ...] = ()
    least: int = 3
    most: int = 4
    partners: bool = False
    scoring: Scoring = Scoring()
    ties: tuple[Criterion, ...] = ()
    decider: tuple[HouseOption, ...] = ()

    def __post_init__(self) -> None:
        """Raise BadFormat if the format cannot be played."""
        try:
            rules = self.rules
            scorer.with_options(self.variant, self.decider_options)
        except scorer.BadVariant as error:
            raise BadFormat(str(error)) from error
        if not 2 <= self.least <= self.most:
            raise BadFormat(
                f"least is {self.least} and most {self.most}; a table seats at least 2 and at most most."
            )
        if self.least < rules.players_min or self.most > rules.players_max:
            raise BadFormat(
                f"Tables of {self.least} to {self.most}; {rules.name} is played by "
                f"{rules.players_min} to {rules.players_max}."
            )
        if not self.stages:
            raise BadFormat("stages is empty; write at least one.")
        for number, stage in enumerate(self.stages, start=1):
            _check_stage(self, number, stage)
        if self.scoring.best_of < 0:
            raise BadFormat(
                f"best_of is {self.scoring.best_of}; it must be 0 for all, or how many rounds count."
            )
        if len(set(self.ties)) != len(self.ties):
            raise BadFormat(f"ties is {shorten(self.ties)}; name each once.")

    @property
    def rules(self) -> scorer.GameRules:
        """The rules that apply at every table."""
        return _rules(self.variant, self.house)

    @property
    def house_options(self) -> dict[str, str | int | bool]:
        """The house options by name."""
        return {option.name: option.value for option in self.house}

    @property
    def decider_options(self) -> dict[str, str | int | bool]:
        """The options of a decider or a final of two: the house's with the decider's changes, `players_min` lowered to 2."""
        options = self.house_options | {option.name: option.value for option in self.decider}
        least = scorer.with_options(self.variant, options).players_min
        return {**options, "players_min": 2} if least > 2 else options


@lru_cache(maxsize=64)
def _rules(variant: str, house: tuple[HouseOption, ...]) -> scorer.GameRules:
    """Return the rules; cached, because every match needs them and they are read from a file."""
    return scorer.with_options(variant, {option.name: option.value for option in house})


PRESETS: Final = ("league-day", "tschigg-evening", "groups", "knockout", "groups-knockout")


@cache
def load_format(name: str) -> Format:
    """Return a preset. Raise BadFormat if the name is unknown."""
    return read_format(f"base = {name!r}", name)


def read_format(text: str | bytes, name: str = "own") -> Format:
    """Parse a custom format: TOML that names its `base` preset and the differences.

    Raise BadFormat, naming the key, its value and the allowed values, if it is invalid.
    """
    try:
        said = read_toml(text)
    except BadFile as error:
        raise BadFormat(f"The format is not TOML ({error}); mend it there.") from error
    base = said.pop("base", None)
    if base not in PRESETS:
        raise BadFormat(f"base is {shorten(base)}; it must be one of {', '.join(PRESETS)}.")
    preset = files("tournament").joinpath("presets", f"{base}.toml").read_text(encoding="utf-8")
    options: dict[str, object] = {"name": name, **tomllib.loads(preset)}
    for key, value in said.items():
        before = options.get(key)
        options[key] = {**before, **value} if isinstance(value, dict) and isinstance(before, dict) else value
    for table in ("house", "decider"):
        own = options.get(table)
        if isinstance(own, dict):
            options[table] = [{"name": option, "value": value} for option, value in own.items()]
    try:
        form = from_json(Format, options)
    except Malformed as error:
        raise BadFormat(str(error)) from error
    if form.partners or any(isinstance(stage, Rounds) for stage in form.stages):
        raise BadFormat(
            "Rounds and partners are of an earlier version; take groups in which everybody meets everybody."
        )
    return form


def _check_stage(form: Format, number: int, stage: Stage) -> None:
    last = number == len(form.stages)
    numbers = {
        field: getattr(stage, field) for field in ("size", "games", "rounds", "each") if hasattr(stage, field)
    }
    wrong = next((field for field, value in numbers.items() if not 1 <= value <= 1000), None)
    if wrong is not None:
        raise BadFormat(f"Stage {number}: {wrong} is {numbers[wrong]}; it must be at least 1.")
    match stage:
        case Knockout():
            if not last or not 1 <= stage.advance < form.least:
                raise BadFormat(
                    f"Stage {number}: advance is {stage.advance}; it must be 1 to {form.least - 1} of each table, "
                    "and nothing follows a knock-out."
                )
        case MatchDay() | Free():
            if len(form.stages) > 1:
                raise BadFormat(
                    f"Stage {number}: {stage.kind} stands alone; nothing comes before or after it."
                )
            if isinstance(stage, MatchDay) and not form.least <= 2 * stage.each <= form.most:
                raise BadFormat(
                    f"Stage {number}: each is {stage.each}; a table seats {form.least} to {form.most}."
                )
        case Groups() | Rounds():
            if last != (stage.advance == 0) or stage.advance < 0:
                raise BadFormat(
                    f"Stage {number}: advance is {stage.advance}; it is 0 in the last stage and nowhere else."
                )
