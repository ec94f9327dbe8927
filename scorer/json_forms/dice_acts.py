"""How the acts of the dice games are written (ACTS.md "Acts")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from scorer.acts import (
    FOULS,
    SPECIALS,
    Call,
    Cover,
    Declare,
    Filled,
    Foul,
    Hold,
    Join,
    Leave,
    NameLoser,
    OffBoard,
    Pass,
    Reveal,
    RollOff,
    TakeBack,
    Throw,
    Turn,
)
from scorer.errors import short
from scorer.json_forms.act_form import Form, bad, player_name, word_of, yes_or_no

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorer.acts import Dice

D = TypeVar("D", RollOff, Throw, Hold, TakeBack, Reveal)


def _with_dice(of: type[D]) -> Form[D]:
    return Form(
        of=of,
        fields=("dice",),
        from_json=lambda raw: of(dice=_dice(of.NAME, raw["dice"])),
        to_json=lambda act: {"dice": list(act.dice)},
    )


def _dice(name: str, raw: object) -> Dice:
    # `type is int`, because true is an int to Python and no die to anybody.
    if not isinstance(raw, list) or not all(type(die) is int for die in raw):
        raise bad(f"The dice of '{name}' are a list of whole numbers.")
    return tuple(sorted(raw))


# --- pass


def _pass(raw: Mapping[str, Any]) -> Pass:
    return Pass(declare=_declare(raw["declare"])) if "declare" in raw else Pass()


def _declare(raw: object) -> Declare:
    if not isinstance(raw, dict):
        raise bad("'declare' is an object with 'ones', 'sixes' and 'direction'.")
    for key, kind in _DECLARED.items():
        # `type is`, because true is an int to Python and no count to anybody.
        if key in raw and type(raw[key]) is not kind:
            raise bad("In 'declare', 'ones' and 'sixes' are whole numbers and 'direction' is a word.")
    if set(raw) != set(_DECLARED):
        return UNFIT
    return Declare(ones=raw["ones"], sixes=raw["sixes"], direction=raw["direction"])


_DECLARED: Final[dict[str, type]] = {"ones": int, "sixes": int, "direction": str}
UNFIT: Final = Declare(ones=0, sixes=0, direction="")
"""Stands for a declaration that lacks a key or has one too many: refused like any other that cannot be declared,
but only after everything that comes before it (ACTS.md: form, game over, ..., state)."""


def _pass_to_json(act: Pass) -> dict[str, object]:
    said = act.declare
    if said is None:
        return {}
    return {"declare": {"ones": said.ones, "sixes": said.sixes, "direction": said.direction}}


# --- the rest


def _call(raw: Mapping[str, Any]) -> Call:
    return Call(special=word_of("special", raw["special"], SPECIALS), on=yes_or_no("on", raw["on"]))


def _foul(raw: Mapping[str, Any]) -> Foul:
    return Foul(player=player_name("player", raw["player"]), kind=word_of("kind", raw["kind"], FOULS))


def _leave(raw: Mapping[str, Any]) -> Leave:
    player = player_name("player", raw["player"])
    if "redeemed_by" not in raw:
        return Leave(player=player)
    redeemer = player_name("redeemed_by", raw["redeemed_by"])
    if redeemer == player:
        raise bad(
            f"{short(player)} cannot take the three glasses for himself: 'redeemed_by' names another player."
        )
    return Leave(player=player, redeemed_by=redeemer)


def _leave_to_json(act: Leave) -> dict[str, object]:
    redeemed = {} if act.redeemed_by is None else {"redeemed_by": act.redeemed_by}
    return {"player": act.player, **redeemed}


def _join(raw: Mapping[str, Any]) -> Join:
    return Join(player=player_name("player", raw["player"]), after=player_name("after", raw["after"]))


_EVERY: Final[tuple[Form[Any], ...]] = (
    _with_dice(RollOff),
    _with_dice(Throw),
    _with_dice(Hold),
    Form(of=Turn, from_json=lambda _: Turn()),
    _with_dice(TakeBack),
    Form(of=Pass, optional=("declare",), from_json=_pass, to_json=_pass_to_json),
    Form(of=Cover, from_json=lambda _: Cover()),
    _with_dice(Reveal),
    Form(
        of=OffBoard,
        fields=("floor",),
        from_json=lambda raw: OffBoard(floor=yes_or_no("floor", raw["floor"])),
        to_json=lambda act: {"floor": act.floor},
    ),
    Form(
        of=Call,
        fields=("special", "on"),
        from_json=_call,
        to_json=lambda act: {"special": act.special, "on": act.on},
    ),
    Form(
        of=NameLoser,
        fields=("player",),
        from_json=lambda raw: NameLoser(player=player_name("player", raw["player"])),
        to_json=lambda act: {"player": act.player},
    ),
    Form(
        of=Foul,
        fields=("player", "kind"),
        from_json=_foul,
        to_json=lambda act: {"player": act.player, "kind": act.kind},
    ),
    Form(of=Filled, from_json=lambda _: Filled()),
    Form(of=Leave, fields=("player",), optional=("redeemed_by",), from_json=_leave, to_json=_leave_to_json),
    Form(
        of=Join,
        fields=("player", "after"),
        from_json=_join,
        to_json=lambda act: {"player": act.player, "after": act.after},
    ),
)
DICE_FORMS: Final[Mapping[str, Form[Any]]] = {form.of.NAME: form for form in _EVERY}
"""By name: every dice game knows all of them, whether its variant has a use for them or not."""
