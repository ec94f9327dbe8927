"""Acts of any game as JSON (ACTS.md "Acts"). A journal is read so, act by act, without knowing which game it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from scorer.acts import Act
from scorer.errors import Refused, short
from scorer.games.families import FAMILIES
from scorer.games.poker.acts import PokerAct
from scorer.json_forms.codec import Malformed, form_of

if TYPE_CHECKING:
    from scorer.json_forms.codec import Form, Json

GameAct: TypeAlias = Act | PokerAct
"""An act of whatever game."""


def act_from_json(raw: object) -> GameAct:
    """Return the act that an object tells. Raises Refused `bad_act` for its form.

    Where two games have acts of one name, the fields say which is meant.
    """
    if not isinstance(raw, dict):
        raise _bad("An act is an object with 'act', its name.")
    name = raw.get("act")
    forms = _forms_named(name) if isinstance(name, str) else []
    try:
        for form in forms:
            if form.fits(raw):
                act: GameAct = form.read_fitting(raw)
                return act
    except Malformed as malformed:
        raise _bad(str(malformed)) from malformed
    if not forms:
        every = dict.fromkeys(known for family in FAMILIES.values() for known in family.forms)
        raise _bad(f"There is no act {short(name)}; there are {', '.join(every)}.")
    raise _misfit(forms[0], raw)


def dice_act_from_json(raw: object) -> Act:
    """Return the act of a game of dice that an object tells. Raises Refused `bad_act` for its form."""
    act = act_from_json(raw)
    if not isinstance(act, Act):
        raise _bad(f"'{act.NAME}' is no act of a game of dice in this form.")
    return act


def act_to_json(act: GameAct) -> Json:
    """Return an act as ACTS.md writes it."""
    return {"act": act.NAME, **form_of(type(act)).write(act)}


def act_schema() -> Json:
    """Return the JSON Schema of an act of any game."""
    forms = dict.fromkeys(form for family in FAMILIES.values() for form in family.forms.values())
    return {"anyOf": [form.schema("act", closed=True) for form in forms]}


def _misfit(form: Form[Any], raw: Json) -> Refused:
    """Return the refusal of an act that lacks a field, or has one too many."""
    name, given = raw["act"], set(raw) - {"act"}
    if missing := form.required - given:
        return _bad(f"The act '{name}' lacks {', '.join(sorted(map(repr, missing)))}.")
    unknown = given - form.required - form.optional
    return _bad(f"The act '{name}' has no field {short(min(map(str, unknown)))}.")


def _bad(sentence: str) -> Refused:
    """Return the refusal of an act that is malformed."""
    return Refused("bad_act", sentence)


def _forms_named(name: str) -> list[Form[Any]]:
    return [family.forms[name] for family in FAMILIES.values() if name in family.forms]
