"""The acts of all games, as frozen values and as JSON (ACTS.md "Acts")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from scorer.errors import Refused, short

Dice: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """What a leader fixes when he passes: ones 1 or 100, sixes 6 or 60, direction "high" or "low".

    Whether it may be declared is the variant's to say, when it is played.
    """

    ones: int
    sixes: int
    direction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOff:
    """A throw for the lead: one die, in Schocken three."""

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """The cup was lifted: these are the free dice."""

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """These of the free dice are put aside, the rest goes back into the cup."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Turn:
    """Sixes are turned to ones, as many as the variant allows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Held dice go back into the cup (TSC-6)."""

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """The turn ends; the leader of a declaring variant says how it counts."""

    declare: Declare | None = None


@dataclass(frozen=True, slots=True)
class Cover:
    """Schocken: the last throw is made and stays under the cup."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """Schocken: the covered dice are shown."""

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class OffBoard:
    """Chic: a die left the board; `floor` when it fell to the floor."""

    floor: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Schocken: the last loser calls or cancels a special."""

    special: str
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLoser:
    """Drinking: the thrower names who loses the round."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul:
    """Drinking: somebody broke the table's rules."""

    player: str
    kind: str


@dataclass(frozen=True, slots=True)
class Filled:
    """Drinking: the one who must fill has filled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A player leaves; in the drinking game somebody may take his three for him."""

    player: str
    redeemed_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """A new player sits down to the left of `after` (TBL-4)."""

    player: str
    after: str


Act: TypeAlias = (
    RollOff
    | Throw
    | Hold
    | Turn
    | TakeBack
    | Pass
    | Cover
    | Reveal
    | OffBoard
    | Call
    | NameLoser
    | Foul
    | Filled
    | Leave
    | Join
)

_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "roll_off": ("dice",),
    "throw": ("dice",),
    "hold": ("dice",),
    "turn": (),
    "take_back": ("dice",),
    "pass": (),
    "cover": (),
    "reveal": ("dice",),
    "off_board": ("floor",),
    "call": ("special", "on"),
    "name_loser": ("player",),
    "foul": ("player", "kind"),
    "filled": (),
    "leave": ("player",),
    "join": ("player", "after"),
}
_OPTIONAL: Final[dict[str, str]] = {"pass": "declare", "leave": "redeemed_by"}
_WITH_DICE: Final[dict[str, type[RollOff | Throw | Hold | TakeBack | Reveal]]] = {
    "roll_off": RollOff,
    "throw": Throw,
    "hold": Hold,
    "take_back": TakeBack,
    "reveal": Reveal,
}
_BARE: Final[dict[str, type[Turn | Cover | Filled]]] = {"turn": Turn, "cover": Cover, "filled": Filled}

SPECIALS: Final = ("jule", "flotter_dreier")
FOULS: Final = ("spill", "unfilled", "not_emptied", "foreign_body")


def act_from_json(raw: object) -> Act:
    """Read an act. Raises Refused `bad_act` for its form."""
    if not isinstance(raw, dict):
        raise _bad("An act is an object with 'act', its name.")
    name = raw.get("act")
    if not isinstance(name, str) or name not in _FIELDS:
        raise _bad(f"There is no act {short(name)}; there are {', '.join(_FIELDS)}.")
    _check_fields(name, raw)
    if name in _WITH_DICE:
        return _WITH_DICE[name](dice=_dice(name, raw["dice"]))
    if name in _BARE:
        return _BARE[name]()
    return _other(name, raw)


def _check_fields(name: str, raw: dict[object, object]) -> None:
    given = set(raw) - {"act"}
    needed = set(_FIELDS[name])
    missing = needed - given
    if missing:
        raise _bad(f"The act '{name}' lacks {', '.join(sorted(map(repr, missing)))}.")
    unknown = given - needed - {_OPTIONAL.get(name)}
    if unknown:
        raise _bad(f"The act '{name}' has no field {short(min(map(str, unknown)))}.")


def _other(name: str, raw: dict[object, object]) -> Act:  # noqa: PLR0911 - one line an act reads best
    match name:
        case "pass":
            return Pass(declare=_declare(raw["declare"])) if "declare" in raw else Pass()
        case "off_board":
            return OffBoard(floor=_yes_no("floor", raw["floor"]))
        case "call":
            return Call(special=_word("special", raw["special"], SPECIALS), on=_yes_no("on", raw["on"]))
        case "name_loser":
            return NameLoser(player=_name("player", raw["player"]))
        case "foul":
            return Foul(player=_name("player", raw["player"]), kind=_word("kind", raw["kind"], FOULS))
        case "join":
            return Join(player=_name("player", raw["player"]), after=_name("after", raw["after"]))
        case _:
            return _leave(raw)


def _leave(raw: dict[object, object]) -> Leave:
    player = _name("player", raw["player"])
    if "redeemed_by" not in raw:
        return Leave(player=player)
    redeemer = _name("redeemed_by", raw["redeemed_by"])
    if redeemer == player:
        raise _bad(
            f"{short(player)} cannot take the three glasses for himself: 'redeemed_by' names another player."
        )
    return Leave(player=player, redeemed_by=redeemer)


def _declare(raw: object) -> Declare:
    if not isinstance(raw, dict):
        raise _bad("'declare' is an object with 'ones', 'sixes' and 'direction'.")
    for key, kind in _DECLARED.items():
        # `type is`, because true is an int to Python and no count to anybody.
        if key in raw and type(raw[key]) is not kind:
            raise _bad("In 'declare', 'ones' and 'sixes' are whole numbers and 'direction' is a word.")
    if set(raw) != set(_DECLARED):
        return UNFIT
    return Declare(ones=raw["ones"], sixes=raw["sixes"], direction=raw["direction"])


_DECLARED: Final[dict[str, type]] = {"ones": int, "sixes": int, "direction": str}
UNFIT: Final = Declare(ones=0, sixes=0, direction="")
"""Stands for a declaration that lacks a key or has one too many: refused like any other that cannot be declared,
but only after everything that comes before it (ACTS.md: form, game over, ..., state)."""


def _dice(name: str, raw: object) -> Dice:
    # `type is int`, because true is an int to Python and no die to anybody.
    if not isinstance(raw, list) or not all(type(one) is int for one in raw):
        raise _bad(f"The dice of '{name}' are a list of whole numbers.")
    return tuple(sorted(raw))


def _yes_no(key: str, raw: object) -> bool:
    if not isinstance(raw, bool):
        raise _bad(f"'{key}' is true or false, not {short(raw)}.")
    return raw


def _name(key: str, raw: object) -> str:
    if not isinstance(raw, str):
        raise _bad(f"'{key}' is a player's name, not {short(raw)}.")
    return raw


def _word(key: str, raw: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(raw, str) or raw not in allowed:
        raise _bad(f"'{key}' is one of {', '.join(allowed)}, not {short(raw)}.")
    return raw


def _bad(sentence: str) -> Refused:
    return Refused("bad_act", sentence)


def act_to_json(act: Act) -> dict[str, object]:  # noqa: PLR0911 - one line an act reads best
    """Give an act as ACTS.md writes it."""
    match act:
        case RollOff() | Throw() | Hold() | TakeBack() | Reveal():
            return {"act": act_name(act), "dice": list(act.dice)}
        case Turn() | Cover() | Filled():
            return {"act": act_name(act)}
        case Pass():
            return (
                {"act": "pass"} if act.declare is None else {"act": "pass", "declare": _declared(act.declare)}
            )
        case OffBoard():
            return {"act": "off_board", "floor": act.floor}
        case Call():
            return {"act": "call", "special": act.special, "on": act.on}
        case NameLoser():
            return {"act": "name_loser", "player": act.player}
        case Foul():
            return {"act": "foul", "player": act.player, "kind": act.kind}
        case Leave():
            redeemed = {} if act.redeemed_by is None else {"redeemed_by": act.redeemed_by}
            return {"act": "leave", "player": act.player, **redeemed}
        case Join():
            return {"act": "join", "player": act.player, "after": act.after}
    assert_never(act)


def _declared(one: Declare) -> dict[str, object]:
    return {"ones": one.ones, "sixes": one.sixes, "direction": one.direction}


_NAMES: Final[dict[type, str]] = {
    RollOff: "roll_off",
    Throw: "throw",
    Hold: "hold",
    Turn: "turn",
    TakeBack: "take_back",
    Pass: "pass",
    Cover: "cover",
    Reveal: "reveal",
    OffBoard: "off_board",
    Call: "call",
    NameLoser: "name_loser",
    Foul: "foul",
    Filled: "filled",
    Leave: "leave",
    Join: "join",
}


def act_name(act: Act) -> str:
    """Give the act's name as ACTS.md writes it."""
    return _NAMES[type(act)]
