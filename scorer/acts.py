"""The acts of the dice games (ACTS.md). Each is declared once; its JSON, its JSON Schema and its row in the documents follow."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final, TypeAlias, get_args

from scorer.errors import shorten
from scorer.json_forms.codec import Json, Kind, Malformed, PlayerName, Word, forms_of

SPECIALS: Final = ("jule", "flotter_dreier")
FOULS: Final = ("spill", "unfilled", "not_emptied", "foreign_body", "overthrown", "unannounced")


# --- how they are written


@dataclass(frozen=True, slots=True)
class DiceKind(Kind[tuple[int, ...]]):
    """Up to three dice, sorted. A wrong number or face is not malformed JSON: the game refuses it as `wrong_dice`."""

    owner: str = ""

    def read(self, key: str, raw: object) -> tuple[int, ...]:  # noqa: ARG002 - the message names the act
        """Parse and sort the dice. Raise Malformed unless they are a list of whole numbers."""
        # `type is int`, because True is an int in Python but not a die.
        if not isinstance(raw, list) or not all(type(die) is int for die in raw):
            raise Malformed(f"The dice of '{self.owner}' are a list of whole numbers.")
        return tuple(sorted(raw))

    def write(self, value: tuple[int, ...]) -> list[int]:
        """Return the dice as JSON."""
        return list(value)

    def schema(self) -> Json:
        """Return the JSON Schema of dice."""
        die = {"type": "integer", "minimum": 1, "maximum": 6}
        return {"type": "array", "description": "a list of up to three dice", "items": die, "maxItems": 3}

    def within(self, owner: str) -> "DiceKind":
        """Return this kind for the dice of the act `owner`, whose name its messages use."""
        return replace(self, owner=owner)


Dice: TypeAlias = Annotated[tuple[int, ...], DiceKind()]
Player: TypeAlias = Annotated[str, PlayerName()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """A leader's declaration on passing: ones 1 or 100, sixes 6 or 60, direction "high" or "low".

    Whether the variant allows it is checked when the act is played.
    """

    ones: int
    sixes: int
    direction: str


@dataclass(frozen=True, slots=True)
class DeclareKind(Kind[Declare]):
    """A declaration. One with missing or extra keys is refused like a declaration that the variant does not have."""

    def read(self, key: str, raw: object) -> Declare:  # noqa: ARG002 - there is one declaration
        """Parse a declaration. Return UNFIT if keys are missing or unknown. Raise Malformed if a type is wrong."""
        if not isinstance(raw, dict):
            raise Malformed("'declare' is an object with 'ones', 'sixes' and 'direction'.")
        for part, values in _DECLARED.items():
            # `type is`, because True is an int in Python but not a count.
            if part in raw and type(raw[part]) is not type(values[0]):
                raise Malformed(
                    "In 'declare', 'ones' and 'sixes' are whole numbers and 'direction' is a word."
                )
        return Declare(**raw) if raw.keys() == _DECLARED.keys() else UNFIT

    def write(self, value: Declare) -> Json:
        """Return the declaration as JSON."""
        return {part: getattr(value, part) for part in _DECLARED}

    def schema(self) -> Json:
        """Return the JSON Schema of a declaration."""
        parts = {part: {"enum": list(values)} for part, values in _DECLARED.items()}
        return {"type": "object", "required": [*parts], "properties": parts, "additionalProperties": False}


_DECLARED: Final = {"ones": (1, 100), "sixes": (6, 60), "direction": ("high", "low")}
UNFIT: Final = Declare(ones=0, sixes=0, direction="")
"""A declaration with missing or extra keys: it is refused only after all earlier checks (ACTS.md: form, game over, ..., state)."""


# --- the acts


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOff:
    """A throw for the lead: one die, or three in Schocken unless the house rules say one."""

    NAME: ClassVar = "roll_off"

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """The cup was lifted: these are the free dice."""

    NAME: ClassVar = "throw"

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """These free dice are put aside; the rest goes back into the cup."""

    NAME: ClassVar = "hold"

    dice: Dice


@dataclass(frozen=True, slots=True)
class Turn:
    """Sixes are turned to ones, as many as the variant allows."""

    NAME: ClassVar = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Held dice go back into the cup (TSC-6)."""

    NAME: ClassVar = "take_back"

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """The turn ends; the leader of a declaring variant declares how ones and sixes count, and high or low."""

    NAME: ClassVar = "pass"

    declare: Annotated[Declare | None, DeclareKind()] = None


@dataclass(frozen=True, slots=True)
class Cover:
    """Schocken: the last possible throw is made and stays covered."""

    NAME: ClassVar = "cover"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """Schocken: the player in `to_act` shows the covered dice."""

    NAME: ClassVar = "reveal"

    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class OffBoard:
    """Chic: a die left the board; with `floor`, it fell to the floor."""

    NAME: ClassVar = "off_board"

    floor: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Schocken: the last loser calls or cancels a special."""

    NAME: ClassVar = "call"

    special: Annotated[str, Word(SPECIALS)]
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLoser:
    """Drinking: the thrower names who loses the round."""

    NAME: ClassVar = "name_loser"

    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Foul:
    """Drinking: somebody broke the table's rules."""

    NAME: ClassVar = "foul"

    player: Player
    kind: Annotated[str, Word(FOULS)]


@dataclass(frozen=True, slots=True)
class Filled:
    """Drinking: the player in `to_fill` has filled the glass."""

    NAME: ClassVar = "filled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A player leaves. In the drinking game somebody may take over the leaver's three glasses."""

    NAME: ClassVar = "leave"

    player: Player
    redeemed_by: Annotated[str | None, PlayerName()] = None

    def contradiction(self) -> str | None:
        """Return why the two names do not fit together; None if they do."""
        if self.redeemed_by != self.player:
            return None
        return f"{shorten(self.player)} cannot take the three glasses for himself: 'redeemed_by' names another player."


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """A new player sits down to the left of `after` (TBL-4)."""

    NAME: ClassVar = "join"

    player: Player
    after: Player


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

DICE_FORMS: Final = forms_of(*get_args(Act))
"""By name: every dice game knows all of them, whether its variant uses them or not."""
