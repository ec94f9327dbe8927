"""Tournaments and match days, pure: no clock, no I/O, and no randomness except from a given seed."""

from tournament.corrections import Misfit, effect_of, find_misfits, referee_questions
from tournament.drawing.bracket import BracketRound, knockout_rounds
from tournament.drawing.deciders import Decider, deciders
from tournament.drawing.draw import draw_next_round, is_over
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
from tournament.errors import BadEntry, BadFormat, BadPlayerList, Refused, TournamentError
from tournament.fold import apply, can, replay
from tournament.formats import PRESETS, Format, load_format, read_format
from tournament.player_list import Player, fit_format, read_player_list
from tournament.ranking.standings import groups_of, standings, team_standings
from tournament.ranking.ties import Row
from tournament.results import GameResult, Given, Mended, PartLost, Place, ThreeOnes
from tournament.state import State, counted_games, handicaps_of, open_games, teams_of, waiting_reports
