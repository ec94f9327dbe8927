"""A table's report of a finished game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from scorer.errors import shorten
from tournament.errors import BadEntry

Part = Literal["half1", "half2", "final"]
"""A part of a game of Schocken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLost:
    """A half or the final, with its loser."""

    part: Part
    loser: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeOnes:
    """A Schock out, a Chicago or a Chic: the number of its throw, and whether all three dice came from that throw ("aus der Hand")."""

    player: str
    throw: int
    in_one: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A player's place in a game. Equal players share a place, as in 1, 1, 3."""

    player: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """How often acts of a game were undone or corrected (`what`) while it was played, from one source (`by`): tablet, panel or phone."""

    what: Literal["undone", "corrected"]
    by: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The mats that a player has at the start of a game, as a handicap."""

    player: str
    mats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """The result of a finished game: the players in seat order, their places, and the parts lost.

    `ones` lists each Schock out, Chicago or Chic. `loser` pays the round; None if the rules name nobody. `stopped`: whether the
    table ended the game before its rules did. `left` lists the players who went home during the game. `handicap` lists who began
    with mats, in seat order. `mended` is ignored in comparisons.
    """

    variant: str
    players: tuple[str, ...]
    places: tuple[Place, ...]
    parts: tuple[PartLost, ...] = ()
    ones: tuple[ThreeOnes, ...] = ()
    loser: str | None = None
    stopped: bool = False
    left: tuple[str, ...] = ()
    handicap: tuple[Given, ...] = ()
    mended: tuple[Mended, ...] = field(default=(), compare=False)


def places_by(standings: Mapping[str, tuple[int, ...]]) -> tuple[Place, ...]:
    """Return each player's place by their value in `standings`, the lowest first; equal values share a place."""
    order = sorted(standings.values())
    return tuple(Place(player=player, place=order.index(own) + 1) for player, own in standings.items())


def players_with_handicap(players: Iterable[str], handicap: Mapping[str, int]) -> tuple[Given, ...]:
    """Return the mats of each player who began with some, in the order of `players`."""
    return tuple(Given(player=name, mats=handicap[name]) for name in players if handicap.get(name))


def check_result(result: GameResult) -> None:
    """Raise BadEntry if the result is impossible: its players, places, handicap, parts or throws."""
    here = set(result.players)
    if not 2 <= len(here) == len(result.players) <= 12:
        raise BadEntry(f"players is {shorten(result.players)}; they must be 2 to 12 different ones.")
    named = [
        *(part.loser for part in result.parts),
        *(schock.player for schock in result.ones),
        *result.left,
        *(granted.player for granted in result.handicap),
        *([] if result.loser is None else [result.loser]),
    ]
    stranger = next((name for name in named if name not in here), None)
    if stranger is not None:
        raise BadEntry(
            f"{shorten(stranger)} did not play; the result may name {', '.join(result.players)} alone."
        )
    if {place.player for place in result.places} != here or len(result.places) != len(here):
        raise BadEntry("places must name each player once.")
    ranks = sorted(place.place for place in result.places)
    if any(rank != ranks.index(rank) + 1 for rank in ranks):
        raise BadEntry(
            f"The places are {shorten(ranks)}; they must be 1, 2, 3 and so on, or shared as in 1, 1, 3."
        )
    begun = [granted.player for granted in result.handicap]
    if len(set(begun)) != len(begun) or any(granted.mats < 1 for granted in result.handicap):
        raise BadEntry("handicap must name each player once, and nobody with less than one mat.")
    parts = [part.part for part in result.parts]
    if len(set(parts)) != len(parts):
        raise BadEntry("A half or the final is lost twice; each is lost once.")
    late = next((schock for schock in result.ones if not 1 <= schock.throw <= 3), None)
    if late is not None:
        raise BadEntry(f"throw is {late.throw}; it must be 1, 2 or 3.")


def rename_players(result: GameResult, called: Callable[[str], str]) -> GameResult:
    """Return the result with every player renamed by `called`."""
    return replace(
        result,
        players=tuple(map(called, result.players)),
        places=tuple(replace(place, player=called(place.player)) for place in result.places),
        parts=tuple(replace(part, loser=called(part.loser)) for part in result.parts),
        ones=tuple(replace(schock, player=called(schock.player)) for schock in result.ones),
        loser=None if result.loser is None else called(result.loser),
        left=tuple(map(called, result.left)),
        handicap=tuple(replace(granted, player=called(granted.player)) for granted in result.handicap),
    )
