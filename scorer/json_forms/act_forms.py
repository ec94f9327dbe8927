"""Acts of any game as JSON (ACTS.md "Acts"). Journals are read this way, act by act, without knowing the game."""

from dataclasses import replace
from typing import Annotated, Any, TypeAlias, TypeVar, cast

from scorer.acts import Act
from scorer.errors import Refused, shorten
from scorer.games.families import FAMILIES
from scorer.games.poker.poker_acts import PokerAct
from scorer.json_forms.codec import Json, ListOf, Malformed, PlayerName, form_of

_T = TypeVar("_T")
GameAct: TypeAlias = Act | PokerAct
"""An act of any game."""
ActJson: TypeAlias = Annotated[dict[str, Any], "Act"]
"""Its JSON."""


def act_from_json(raw: object) -> GameAct:
    """Parse an act. Raise Refused `bad_act` if it is malformed.

    If two games have acts of the same name, the fields decide which one is meant.
    """
    if not isinstance(raw, dict):
        raise _bad_act("An act is an object with 'act', its name.")
    name = raw.get("act")
    forms = []
    if isinstance(name, str):
        forms = [family.forms[name] for family in FAMILIES.values() if name in family.forms]
    try:
        for form in forms:
            if form.fits(raw):
                act: GameAct = form.read_fitting(raw)
                return act
    except Malformed as malformed:
        raise _bad_act(str(malformed)) from malformed
    if not forms:
        every = dict.fromkeys(form_name for family in FAMILIES.values() for form_name in family.forms)
        raise _bad_act(f"There is no act {shorten(name)}; there are {', '.join(every)}.")
    known, given = forms[0], set(raw) - {"act"}
    if missing := known.required - given:
        raise _bad_act(f"The act '{name}' lacks {', '.join(sorted(map(repr, missing)))}.")
    unknown = given - known.required - known.optional
    raise _bad_act(f"The act '{name}' has no field {shorten(min(map(str, unknown)))}.")


def dice_act_from_json(raw: object) -> Act:
    """Parse an act of a dice game. Raise Refused `bad_act` if it is malformed or belongs to a card game."""
    act = act_from_json(raw)
    if not any(family.knows(act) for family in FAMILIES.values() if family.played_with == "dice"):
        raise _bad_act(f"'{act.NAME}' is no act of a game of dice in this form.")
    return cast("Act", act)


def act_to_json(act: GameAct) -> Json:
    """Return an act as JSON (ACTS.md)."""
    return {"act": act.NAME, **form_of(type(act)).write(act)}


def rename_in_act(act: _T, old: str, new: str) -> _T:
    """Return an act with the player `old` renamed to `new`."""
    found: dict[str, object] = {}
    for field in form_of(type(act)).fields:
        value = getattr(act, field.key)
        match field.kind:
            case PlayerName() if value == old:
                found[field.key] = new
            case ListOf(kind=PlayerName()) if old in value:
                found[field.key] = tuple(new if player == old else player for player in value)
            case _:
                pass
    return replace(act, **found) if found else act  # type: ignore[type-var]  # an act is a frozen dataclass


def act_schema() -> Json:
    """Return the JSON Schema of an act of any game."""
    forms = dict.fromkeys(form for family in FAMILIES.values() for form in family.forms.values())
    return {"anyOf": [form.schema("act", closed=True) for form in forms]}


def _bad_act(sentence: str) -> Refused:
    """Return the refusal of a malformed act."""
    return Refused("bad_act", sentence)
