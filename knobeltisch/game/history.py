"""The evening's entries, and the effects of changing one, so that the page can show them before anybody confirms.

It reads the evening's list of entries, which is replaced and never changed, so it needs neither a lock nor the table's thread.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Annotated, Final, Literal, NotRequired, TypeAlias, TypedDict

import scorer
from knobeltisch.errors import CommandError
from knobeltisch.game.evening import Evening, LiveEntry
from knobeltisch.game.events import Correct, Did, End, Start, Undo
from scorer import GameAct, GameState, State
from scorer.games.poker.poker_state import LastHand
from scorer.json_forms.act_forms import ActJson
from scorer.json_forms.codec import Json
from scorer.json_forms.text import Reason
from scorer.json_forms.written import to_json, write
from scorer.state import LastRound

MOST: Final = 200  # lines of the list at once


class Change(TypedDict):
    """A difference between two states; `what` is "game", "worst", "result", "out", or a key of the game's summary."""

    what: str
    player: str | None
    before: object
    after: object


class StartJson(TypedDict):
    """The start of a game: its variant, its players, and who was named to begin."""

    variant: str
    players: list[str]
    leader: str | None


class PlayedWith(TypedDict):
    """The variant, equipment and counter of the game that an entry belongs to; an evening may have several games."""

    variant: str
    played_with: Literal["dice", "cards"]
    counter: str | None


_From = TypedDict("_From", {"from": str})


class EntryJson(PlayedWith, _From):
    """A live entry: an act, the start of a game, or its end."""

    id: int
    at: float
    player: str | None
    round: int | str | None
    phase: int | str | None
    act: ActJson | None
    start: StartJson | None
    end: bool
    corrected: bool


class EndedRound(TypedDict):
    """The round or hand that an act ended, with its players from best to worst."""

    last: Annotated[Json, LastRound | LastHand] | None
    ranking: list[str]


class PastEntry(EntryJson):
    """A live entry, and the round that it ended, if any."""

    ended: NotRequired[EndedRound | None]


class UndoneJson(TypedDict):
    """What undoing an entry and all later ones would change."""

    entry: int
    count: int
    changes: list[Change]


class WayBack(UndoneJson):
    """The first later act that would not fit, and what undoing from there would change."""

    first: EntryJson


class Fitting(TypedDict):
    """An alternative act that fits (None if nothing happened), and what it would change."""

    act: ActJson | None
    ok: Literal[True]
    changes: list[Change]


class Unfitting(TypedDict):
    """An alternative act that does not fit, why not, and what must be undone to make room for it."""

    act: ActJson | None
    ok: Literal[False]
    error: Reason
    back: WayBack | None


Alternative: TypeAlias = Fitting | Unfitting


class Alternatives(PlayedWith):
    """An act that may be corrected, and the alternatives to it."""

    entry: int
    act: ActJson
    options: list[Alternative]


class EveningHistory:
    """Describes the live entries. Safe to call from any thread."""

    def __init__(self, live: Callable[[], Sequence[LiveEntry]]) -> None:
        self._live = live

    def acts(self, before: int | None, count: int) -> list[PastEntry]:
        """Return up to `count` entries (1 to 200) before entry `before` (None: the newest), oldest first, with games' starts."""
        live = self._live()
        upto = live if before is None else [entry for entry in live if entry.id < before]
        first = max(0, len(upto) - max(1, min(count, MOST)))
        return [
            {**act_line(entry, before), "ended": _ended_round_to_json(entry, before)}
            for before, entry in pairwise((None, *upto)[first:])
            if entry is not None
        ]

    def undone(self, entry: int) -> UndoneJson | None:
        """Return what undoing `entry` and all later ones would change; None if the entry is not live."""
        evening = Evening(live=tuple(self._live()))
        try:
            kept = evening.after(Undo(to=entry))
        except CommandError:
            return None
        after = kept[-1].state if kept else None
        return {
            "entry": entry,
            "count": len(evening.live) - len(kept),
            "changes": list_changes(evening.state, after),
        }

    def alternatives(self, entry: int) -> Alternatives | None:
        """Return the alternatives to an entry and what each would change; None unless the entry is a live act."""
        evening = Evening(live=tuple(self._live()))
        place = next((at for at, candidate in enumerate(evening.live) if candidate.id == entry), None)
        if place is None:
            return None
        old = evening.live[place].fact
        if not isinstance(old, Did):
            return None
        others = [
            act for act in scorer.alternatives_to(evening.live[place - 1].state, old.act) if act != old.act
        ]
        return {
            "entry": entry,
            "act": scorer.act_to_json(old.act),
            **_game_of(evening.live[place]),
            "options": [_alternative_to_json(evening, entry, other_act) for other_act in (*others, None)],
        }


def _alternative_to_json(evening: Evening, entry: int, act: GameAct | None) -> Alternative:
    said = None if act is None else scorer.act_to_json(act)
    try:
        mended = evening.apply_correction(Correct(entry=entry, act=act))
    except CommandError as error:
        return {"act": said, "ok": False, "error": _error_to_json(error, error.code), "back": None}
    if mended.error is not None and mended.misfit is not None:
        place = next(at for at, entry in enumerate(evening.live) if entry.id == mended.misfit.id)
        back: WayBack = {
            "entry": mended.misfit.id,
            "count": len(evening.live) - place,
            "first": act_line(mended.misfit, evening.live[place - 1]),
            "changes": list_changes(evening.live[place - 1].state, mended.live[-1].state),
        }
        return {"act": said, "ok": False, "error": _error_to_json(mended.error, "does_not_fit"), "back": back}
    return {"act": said, "ok": True, "changes": list_changes(evening.state, mended.live[-1].state)}


def _error_to_json(error: CommandError, code: str) -> Reason:
    return {"code": code, "message": str(error), "rule": error.rule}


def act_lines(live: Sequence[LiveEntry], count: int) -> list[EntryJson]:
    """Return up to `count` of the newest live entries as JSON for the page, oldest first."""
    shown = range(max(0, len(live) - count), len(live))
    return [act_line(live[at], live[at - 1] if at else None) for at in shown]


def act_line(entry: LiveEntry, before: LiveEntry | None) -> EntryJson:
    """Return a live entry as JSON for the page; `before` is the one before it, if any."""
    fresh = before is None or isinstance(entry.fact, Start)
    place = scorer.summary(entry.state if fresh or before is None else before.state)
    return write(
        EntryJson,
        entry,
        round=place.number,
        phase=place.phase,
        act=scorer.act_to_json(entry.fact.act) if isinstance(entry.fact, Did) else None,
        start=write(StartJson, entry.fact) if isinstance(entry.fact, Start) else None,
        end=isinstance(entry.fact, End),
        **{"from": entry.source},
        **_game_of(entry),
    )


def _game_of(entry: LiveEntry) -> PlayedWith:
    rules = entry.state.rules
    return {
        "variant": rules.name,
        "played_with": "dice" if rules.name in scorer.DICE_VARIANTS else "cards",
        "counter": scorer.own_counter(rules.name),
    }


def _ended_round_to_json(entry: LiveEntry, before: LiveEntry | None) -> EndedRound | None:
    if (
        before is None
        or not isinstance(entry.fact, Did)
        or _last_part(entry.state) is _last_part(before.state)
    ):
        return None
    ranking = [result.player for result in scorer.rank_last_round(entry.state)]
    return {"last": to_json(_last_part(entry.state)), "ranking": ranking}


def _last_part(state: GameState) -> object:
    return state.last_hand if isinstance(state, scorer.PokerState) else state.last_round


def list_changes(before: GameState | None, after: GameState | None) -> list[Change]:
    """Return the changes between two states, the most important first."""
    if before is None or after is None or before.players != after.players or before.rules != after.rules:
        return [] if before == after else [_change("game", _describe_game(before), _describe_game(after))]
    changes: list[Change] = []
    was, now = scorer.dice_state(before), scorer.dice_state(after)
    if was is not None and now is not None:
        lost, loses = was.last_round, now.last_round
        if lost is not None and loses is not None and lost.round == loses.round and lost.worst != loses.worst:
            changes.append(_change("worst", lost.worst, loses.worst))
        had, has = _results_by_round(was), _results_by_round(now)
        changes += [
            _change("result", had.get(key), has.get(key), key[1])
            for key in dict.fromkeys((*had, *has))
            if had.get(key) != has.get(key)
        ]
    old, new = scorer.summary(before), scorer.summary(after)
    counted = [(what, counts, new.count(what), 0) for what, counts in old.counts.items()]
    for what, counts, count, none in (*counted[:1], ("out", before.out, after.out, None), *counted[1:]):
        changes += [
            _change(what, counts.get(player, none), count.get(player, none), player)
            for player in before.players
            if counts.get(player, none) != count.get(player, none)
        ]
    changes += [
        _change(what, course, new.course[what])
        for what, course in old.course.items()
        if course != new.course[what]
    ]
    return changes


def _results_by_round(state: State) -> dict[tuple[int, str], object]:
    results = [(state.round, result) for result in state.results]
    if state.last_round is not None:
        results = [(state.last_round.round, result) for result in state.last_round.results] + results
    return {(number, result.player): scorer.result_to_json(result) for number, result in results}


def _change(what: str, before: object, after: object, player: str | None = None) -> Change:
    return {"what": what, "player": player, "before": before, "after": after}


def _describe_game(state: GameState | None) -> object:
    return None if state is None else {"variant": state.rules.name, "players": list(state.players)}
