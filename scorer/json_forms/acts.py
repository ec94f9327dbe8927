"""Acts of any game as JSON (ACTS.md "Acts"). A journal is read so, act by act, without knowing which game it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from scorer.acts import Act
from scorer.errors import short
from scorer.games.families import FAMILIES
from scorer.games.poker.acts import PokerAct
from scorer.json_forms.act_form import bad, unfit

if TYPE_CHECKING:
    from scorer.json_forms.act_form import Form

GameAct: TypeAlias = Act | PokerAct
"""An act of whatever game."""


def act_from_json(raw: object) -> GameAct:
    """Return the act that an object tells. Raises Refused `bad_act` for its form.

    Where two games have acts of one name, the fields say which is meant.
    """
    if not isinstance(raw, dict):
        raise bad("An act is an object with 'act', its name.")
    name = raw.get("act")
    forms = _forms_named(name) if isinstance(name, str) else []
    for form in forms:
        if form.fits(raw):
            act: GameAct = form.from_json(raw)
            return act
    if not forms:
        every = dict.fromkeys(known for family in FAMILIES.values() for known in family.forms)
        raise bad(f"There is no act {short(name)}; there are {', '.join(every)}.")
    raise unfit(forms[0], raw)


def dice_act_from_json(raw: object) -> Act:
    """Return the act of a game of dice that an object tells. Raises Refused `bad_act` for its form."""
    act = act_from_json(raw)
    if not isinstance(act, Act):
        raise bad(f"'{act.NAME}' is no act of a game of dice in this form.")
    return act


def act_to_json(act: GameAct) -> dict[str, object]:
    """Return an act as ACTS.md writes it."""
    form = next(form for form in _forms_named(act.NAME) if form.of is type(act))
    return {"act": act.NAME, **form.to_json(act)}


def _forms_named(name: str) -> list[Form[Any]]:
    return [family.forms[name] for family in FAMILIES.values() if name in family.forms]
