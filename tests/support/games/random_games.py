"""Games played at random by the rules, with rare things more often than they come."""

import random
from collections.abc import Sequence
from typing import Final

import scorer
from scorer import (
    Act,
    Call,
    Filled,
    Foul,
    GameAct,
    GameState,
    Join,
    Leave,
    NameLoser,
    OffBoard,
    PokerState,
    Refused,
    Reveal,
    RollOff,
    State,
    Throw,
)
from scorer.acts import FOULS
from tests.support.games.random_poker import likely_act

WEIGHTS: Final = ((1, 1, 1, 1, 1, 1), (4, 1, 1, 1, 1, 4), (5, 1, 3, 1, 1, 5))
"""How often the faces 1 to 6 come, a row a game."""
RARELY: Final = {"off_board", "leave", "join", "foul", "call", "take_back"}
PLAYERS: Final = ("Anna", "Ben", "Cem", "Dora")


def some_game(variant: str, chance: random.Random, most: int = 400) -> list[GameAct]:
    """Play a game to its end, or for `most` acts; return its acts."""
    state = scorer.new_game(scorer.load_variant(variant), PLAYERS)
    weights = chance.choice(WEIGHTS)
    acts: list[GameAct] = []
    while state.stage != "over" and len(acts) < most:
        act = some_act(state, chance, weights)
        try:
            state = scorer.apply(state, act)
        except Refused:
            continue  # a foul of somebody who does not throw
        acts.append(act)
    return acts


def some_act(state: GameState, chance: random.Random, weights: tuple[int, ...] = WEIGHTS[0]) -> GameAct:
    """Choose an act that the rules allow, nearly always."""
    if isinstance(state, PokerState):
        return scorer.act_from_json(likely_act(scorer.state_to_json(state), chance))
    legal = scorer.legal_acts(state)
    usual = [name for name in legal if name not in RARELY]
    name = chance.choice(usual if usual and chance.random() < 0.95 else legal)
    return act_called(name, state, chance, weights)


def act_called(name: str, state: State, chance: random.Random, weights: Sequence[int]) -> Act:
    """Choose an act of this name that the rules list now; the game may still refuse it."""
    dice = tuple(sorted(chance.choices(range(1, 7), weights, k=scorer.dice_expected(state))))
    match name:
        case "roll_off" | "throw" | "reveal":
            return {"roll_off": RollOff, "throw": Throw, "reveal": Reveal}[name](dice=dice)
        case "off_board":
            return OffBoard(floor=chance.random() < 0.5)
        case "call":
            return Call(special=chance.choice(("jule", "flotter_dreier")), on=chance.random() < 0.7)
        case "filled" | "name_loser" | "foul" | "leave" | "join":
            return _at_the_bar(name, state, chance)
        case _:
            return chance.choice([decision for decision in scorer.decisions(state) if name == decision.NAME])


def _at_the_bar(name: str, state: State, chance: random.Random) -> Act:
    player, other = chance.sample(state.active, 2)
    match name:
        case "filled":
            return Filled()
        case "name_loser":
            return NameLoser(player=player)
        case "foul":
            return Foul(player=player, kind=chance.choice(FOULS))
        case "join":
            return Join(player=f"Gast {len(state.players)}", after=player)
        case _:
            redeemers = (None, other) if state.rules.counts_glasses else (None,)
            return Leave(player=player, redeemed_by=chance.choice(redeemers))
