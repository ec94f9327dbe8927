"""What the rules allow now: the names of the acts, and the player's decisions."""

from dataclasses import dataclass
from typing import Literal, overload

from scorer.acts import Act, Join, Leave, Reveal, RollOff, Throw
from scorer.games.families import family_of
from scorer.games.family import AnyState, Button, Step
from scorer.games.poker.poker_acts import PokerAct
from scorer.games.poker.poker_state import PokerState
from scorer.json_forms.act_forms import GameAct
from scorer.json_forms.codec import Word, form_of
from scorer.state import Dice, State


def legal(state: AnyState) -> tuple[GameAct, ...]:
    """Return every act that is legal now; each act with thrown dice, cards or a newcomer's name has one example."""
    return tuple(family_of(state.rules).legal(state))


def legal_acts(state: AnyState) -> tuple[str, ...]:
    """Return the names of the acts that are allowed now for some dice or some player; empty when the game is over."""
    return tuple(dict.fromkeys(act.NAME for act in legal(state)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An act that people may choose: the `key` of its label, the number `n` in that label, and the panel's `button` (or None).

    `rank`: "go" if all acts allowed in the turn are of one kind, otherwise "may"; "side" for an act outside the turn.
    """

    act: GameAct
    key: str
    n: int
    rank: Literal["go", "may", "side"]
    button: Button | None


def choices_of(state: AnyState) -> tuple[Choice, ...]:
    """Return the acts that people may choose now, in the order of `legal`.

    Acts that the camera sees (a throw), acts that need cards or a newcomer's name, and leaving at no cost are left out.
    """
    family, allowed = family_of(state.rules), legal(state)
    kinds = {act.NAME for act in allowed} - family.seen - family.beside
    found = []
    for act in allowed:
        decided = act.NAME in kinds
        free = isinstance(act, Leave) and not family.leaving_costs(state.rules)
        if getattr(act, "cards", None) or free or act.NAME in family.seen:
            continue
        key, n = _words_of(act)
        rank: Literal["go", "may", "side"] = "side" if not decided else "go" if len(kinds) == 1 else "may"
        found.append(Choice(act=act, key=key, n=n, rank=rank, button=family.buttons.get(key)))
    return tuple(found)


def _words_of(act: GameAct) -> tuple[str, int]:
    """Return the key of an act's words, which depends on its fields, and the number in them."""
    key, n = act.NAME, 0
    for field in form_of(type(act)).fields:
        value = getattr(act, field.key)
        if isinstance(value, int) and not isinstance(value, bool):
            n = value
        elif isinstance(value, tuple) and field.key == "dice":
            key, n = key if value else "again", len(value)
        elif isinstance(field.kind, Word) or (value is True and field.key != "on"):
            key = f"{key}.{field.key if value is True else value}"
    return key, n


def next_step(state: AnyState) -> Step | None:
    """Return the next step according to the rules; None when the game is over."""
    if state.stage == "over":
        return None
    step: Step = family_of(state.rules).next_step(state, legal(state))
    return step


@overload
def decisions(state: State) -> tuple[Act, ...]: ...


@overload
def decisions(state: PokerState) -> tuple[PokerAct, ...]: ...


def decisions(state: State | PokerState) -> tuple[Act, ...] | tuple[PokerAct, ...]:
    """Return every decision that the player may make now: between throws (hold, turn, take back, stop), or in a card game.

    Selections of dice with the same faces are listed once.
    """
    decides = family_of(state.rules).decides
    return tuple(act for act in family_of(state.rules).legal(state) if act.NAME in decides)


def alternatives_to(state: State | PokerState, act: Act | PokerAct) -> tuple[Act | PokerAct, ...]:
    """Return the alternatives to an act: for a decision all decisions, otherwise acts of the same kind.

    The act itself may be among them. For joining or leaving there are none.
    """
    if isinstance(act, Join | Leave):
        return ()
    others = family_of(state.rules).instead(state, act)
    return decisions(state) if others is None else tuple(others)


def dice_expected(state: AnyState) -> int:
    """Return how many dice the next throw, roll-off or reveal takes; 0 if none is due."""
    due = (act for act in legal(state) if isinstance(act, RollOff | Throw | Reveal))
    return next((len(act.dice) for act in due), 0)


def throw_act(state: State, dice: Dice) -> Act:
    """Return the act for a throw of these dice now: a roll-off, a reveal or a throw."""
    match state.stage:
        case "roll_off":
            return RollOff(dice=dice)
        case "reveal":
            return Reveal(dice=dice)
        case _:
            return Throw(dice=dice)
