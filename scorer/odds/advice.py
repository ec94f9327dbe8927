"""Advice for any game that has odds."""

from scorer.errors import NoSuchDecision
from scorer.games.families import family_of
from scorer.games.family import AnyRules
from scorer.odds.weighed import Advice, Odds
from scorer.rules import Rules
from scorer.state import State


def odds_of(rules: AnyRules) -> Odds:
    """Return a game's odds. Raise NoSuchDecision if it has none."""
    found = family_of(rules).odds
    if found is None:
        raise NoSuchDecision(f"There are no odds of {rules.name}.")
    return found


def advise(state: State) -> Advice:
    """Return advice for the player in `to_act`: the choices, weighed. Raise NoSuchDecision if there are none."""
    return odds_of(state.rules).advise(state)


def warm_up(rules: Rules, players: int) -> None:
    """Precompute the odds for up to this many players, so that decisions take milliseconds; do nothing for a game without odds."""
    odds = family_of(rules).odds
    if odds is not None:
        odds.warm_up(rules, players)
