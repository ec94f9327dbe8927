"""Tournaments and match days, pure: no clock, no I/O, and no chance but by a given seed."""

from tournament.corrections import Change, Effect, effect
from tournament.drawing.bracket import BracketRound, bracket
from tournament.drawing.deciders import Decider, deciders
from tournament.drawing.draw import is_over, next_round
from tournament.entrants import fitted
from tournament.entries import (
    Came,
    Corrected,
    Drawn,
    Ended,
    Entry,
    Match,
    Moved,
    Opened,
    Paused,
    Replayed,
    Reported,
    Ruled,
    Substituted,
    TableFailed,
    TakenBack,
    Undone,
    WalkedOver,
    WentHome,
    entry_from_json,
)
from tournament.errors import BadEntry, BadFormat, BadList, Broken, Refused, TournamentError
from tournament.fold import apply, can, replay
from tournament.formats import PRESETS, Format, load_format, read_format
from tournament.player_list import Player, read_players
from tournament.ranking.standings import groups_of, standings, team_standings
from tournament.ranking.ties import Row
from tournament.results import GameResult, Given, Mended, PartLost, Place, ThreeOnes
from tournament.state import State, Waiting, counted, handicaps_of, open_games, teams_of, waiting

__all__ = [
    "PRESETS",
    "BadEntry",
    "BadFormat",
    "BadList",
    "BracketRound",
    "Broken",
    "Came",
    "Change",
    "Corrected",
    "Decider",
    "Drawn",
    "Effect",
    "Ended",
    "Entry",
    "Format",
    "GameResult",
    "Given",
    "Match",
    "Mended",
    "Moved",
    "Opened",
    "PartLost",
    "Paused",
    "Place",
    "Player",
    "Refused",
    "Replayed",
    "Reported",
    "Row",
    "Ruled",
    "State",
    "Substituted",
    "TableFailed",
    "TakenBack",
    "ThreeOnes",
    "TournamentError",
    "Undone",
    "Waiting",
    "WalkedOver",
    "WentHome",
    "apply",
    "bracket",
    "can",
    "counted",
    "deciders",
    "effect",
    "entry_from_json",
    "fitted",
    "groups_of",
    "handicaps_of",
    "is_over",
    "load_format",
    "next_round",
    "open_games",
    "read_format",
    "read_players",
    "replay",
    "standings",
    "team_standings",
    "teams_of",
    "waiting",
]
