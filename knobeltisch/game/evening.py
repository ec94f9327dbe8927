"""The evening: the state that results from replaying the journal's entries.

`with_entry` adds one entry, or refuses it before it is written. Undo reaches across turns, rounds and the end of a game into
the game before, but not into a past evening: those entries are dropped, so that years of them fit into memory.
"""

import gc
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Final, TypeAlias, TypeVar, assert_never

import scorer
from knobeltisch.errors import CommandError, UnfitJournal
from knobeltisch.game.events import (
    Correct,
    Did,
    End,
    Fact,
    LastOrders,
    Paid,
    Rename,
    Start,
    Undo,
    Unknown,
    Wish,
    fact_of,
)
from knobeltisch.game.running_time import goes_on, quiet_before
from knobeltisch.game.wishes import SideEvents, update_side_events
from knobeltisch.storage.journal import Entry, Journal
from scorer import GameAct, GameState, State

Undoable: TypeAlias = Start | Did | End
Restore: TypeAlias = tuple[Undoable | Undo | Correct, ...]
"""The facts that restore entries removed by an undo or a correction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEntry:
    """A journal entry that counts, and the state after it.

    `player` is the player who acted; None for a game's start, or its end by the table. A start also stores its game's number in this evening
    (`games`) and everybody who had played before it (`people`), because each act needs both.
    """

    id: int
    at: float
    source: str
    fact: Undoable
    player: str | None
    state: GameState
    corrected: bool = False
    games: int = 0
    people: tuple[str, ...] = ()


EVENING_GAP_S: Final = 6 * 3600.0
"""After a pause this long, a game begins another evening."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The live entries of the last evening, oldest first.

    `last` is the last fact, live or not, and `last_at` the time of its entry.
    """

    live: tuple[LiveEntry, ...] = ()
    last_at: float | None = None
    undone: tuple[Restore, ...] = ()
    """What undos and corrections have removed since the last other act, newest first, for redo."""
    beside: SideEvents = field(default_factory=SideEvents)
    last: Fact | None = None
    replaying: bool = False
    """The entries come from a journal."""

    @property
    def state(self) -> GameState | None:
        """The state of the current game; None before the first start."""
        return self.live[-1].state if self.live else None

    @property
    def dice(self) -> State | None:
        """The state if the game is played with dice, for camera and cup; otherwise None."""
        return scorer.dice_state(self.state)

    @property
    def start(self) -> Start | None:
        """The start of the current game; None before the first."""
        return next((entry.fact for entry in reversed(self.live) if isinstance(entry.fact, Start)), None)

    @property
    def games(self) -> int:
        """The number of games started this evening."""
        return next((entry.games for entry in reversed(self.live) if isinstance(entry.fact, Start)), 0)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who played this evening, in the order in which they came."""
        game = self.live[-len(self.acts()) - 1 :]
        came = (
            entry.state.players
            for entry in game
            if isinstance(entry.fact, Start)
            or (isinstance(entry.fact, Did) and isinstance(entry.fact.act, scorer.Join))
        )
        before = game[0].people if game else ()
        return tuple(dict.fromkeys(chain(before, *came)))

    def names(self) -> set[str]:
        """Return the names of everybody who played this evening: players, teams, and team members."""
        names = {player for entry in self.live for player in entry.state.players}
        teams = [entry.fact.teams for entry in self.live if isinstance(entry.fact, Start)]
        return names | {name for found in teams for _, people in found for name in people}

    def acts(self) -> list[LiveEntry]:
        """Return the acts of the current game, oldest first."""
        found: list[LiveEntry] = []
        for entry in reversed(self.live):
            if isinstance(entry.fact, Start):
                break
            found.append(entry)
        return found[::-1]

    def with_entry(self, entry: Entry, fact: Fact | None = None) -> "Evening":
        """Return the evening with one more entry; `fact` is its parsed body, if known.

        Raise CommandError if it does not fit, UnfitJournal if it cannot be read.
        """
        fact = fact_of(entry) if fact is None else fact
        # Only a new game ends an evening: a clock that jumps must not cut a game in two.
        is_first = isinstance(fact, Start) and begins_evening(entry.at, self.last_at, entry.body)
        before = Evening(replaying=self.replaying) if is_first else self
        live = before.after(fact, entry_id=entry.id, at=entry.at, source=entry.source)
        return Evening(
            live=live,
            last_at=entry.at,
            undone=_redoable_after(before, fact, live),
            beside=update_side_events(before.beside, fact),
            last=fact,
            replaying=before.replaying,
        )

    def after(
        self, fact: Fact, *, entry_id: int = -1, at: float = 0.0, source: str = ""
    ) -> tuple[LiveEntry, ...]:
        """Return the live entries after one more fact. Raise CommandError if it does not fit."""
        match fact:
            case Start() | Did() | End():
                player, state = _play(self.state, fact, kept=self.replaying)
                entry = LiveEntry(id=entry_id, at=at, source=source, fact=fact, player=player, state=state)
                if isinstance(fact, Start):
                    entry = replace(entry, games=self.games + 1, people=self.people)
                return (*self.live, entry)
            case Undo():
                return self.live[: self._index_of_entry(fact.to)]
            case Correct():
                mended = self.apply_correction(fact)
                if mended.error is not None:
                    raise CommandError(
                        "does_not_fit",
                        f"Later entries would not fit ({mended.error}); take them back first.",
                        mended.error.rule,
                    ) from mended.error
                return tuple(mended.live)
            case Rename() | Wish() | LastOrders() | Paid() | Unknown():
                return self._with_renamed_person(fact) if isinstance(fact, Rename) else self.live
        assert_never(fact)

    def _with_renamed_person(self, fact: Rename) -> tuple[LiveEntry, ...]:
        names, old, new = self.names(), fact.player, fact.name
        if old not in names:
            raise CommandError("unknown_player", f"Nobody here is called {old[:40]!r}.")
        if new in names:
            raise CommandError("name_twice", f"Two would be called {new[:40]!r}; take another name.")
        renamed: list[LiveEntry] = []
        for entry in self.live:
            called, before = rename_in_fact(entry.fact, old, new), renamed[-1].state if renamed else None
            player, state = _play(before, called, kept=True)
            people = tuple(new if name == old else name for name in entry.people)
            renamed.append(replace(entry, fact=called, player=player, state=state, people=people))
        return tuple(renamed)

    def _index_of_entry(self, entry_id: int) -> int:
        for place in range(len(self.live) - 1, -1, -1):
            if self.live[place].id == entry_id:
                return place
        raise CommandError(
            "unknown_entry",
            f"Entry {entry_id} does not count any more or is of an earlier evening; choose one from the list.",
        )

    def apply_correction(self, fact: Correct) -> "MendedEvening":
        """Return the live entries after a correction, up to the first later entry that no longer fits.

        Raise CommandError if the entry is unknown or is not an act, or if the corrected act itself does not fit.
        """
        place = self._index_of_entry(fact.entry)
        old = self.live[place]
        if not isinstance(old.fact, Did):
            raise CommandError(
                "not_an_act", f"Entry {fact.entry} starts or ends a game; only an act can be corrected."
            )
        kept = list(self.live[:place])
        if fact.act is not None:
            player, state = apply_act(kept[-1].state, fact.act)
            kept.append(replace(old, fact=Did(act=fact.act), player=player, state=state, corrected=True))
        for at, later in enumerate(self.live[place + 1 :], place + 1):
            if isinstance(later.fact, Start):
                return MendedEvening(live=[*kept, *self.live[at:]])  # other games are as they were
            try:
                player, state = _play(kept[-1].state, later.fact)
                kept.append(replace(later, player=player, state=state))
            except CommandError as error:
                return MendedEvening(live=kept, misfit=later, error=error)
        return MendedEvening(live=kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class MendedEvening:
    """The live entries after a correction, up to the first that no longer fits (`misfit`, because of `error`)."""

    live: list[LiveEntry]
    misfit: LiveEntry | None = None
    error: CommandError | None = None


def _redoable_after(before: Evening, fact: Fact, live: tuple[LiveEntry, ...]) -> tuple[Restore, ...]:
    """Return what redo can restore after a fact.

    Repeating an undone act by hand keeps the later ones redoable; any other act clears them.
    """
    if isinstance(fact, Undo):
        return (tuple(entry.fact for entry in before.live[len(live) :]), *before.undone)
    if isinstance(fact, Wish | LastOrders | Paid | Unknown):
        return before.undone
    if isinstance(fact, Rename):
        called = partial(rename_in_fact, old=fact.player, new=fact.name)
        return tuple(tuple(map(called, entry)) for entry in before.undone)
    if before.undone and before.undone[0][0] == fact:
        rest = before.undone[0][1:]
        return (rest, *before.undone[1:]) if rest else before.undone[1:]
    return _before_correction(before, fact, live) if isinstance(fact, Correct) else ()


def _before_correction(before: Evening, fact: Correct, live: tuple[LiveEntry, ...]) -> tuple[Restore, ...]:
    """Return what redo can restore after a correction: the original act, and acts undone just before the correction."""
    place = next(place for place, entry in enumerate(before.live) if entry.id == fact.entry)
    old, is_dropped = before.live[place].fact, False
    if isinstance(before.last, Undo):
        try:
            Evening(live=live).after(before.undone[0][0])
        except CommandError:
            is_dropped = True  # an entry that the correction dropped may not come next
    dropped: Restore = before.undone[0] if is_dropped else ()
    others = before.undone[1:] if is_dropped else before.undone
    if fact.act is not None:
        assert isinstance(old, Did)
        return ((Correct(entry=fact.entry, act=old.act), *dropped), *others)
    later = tuple(entry.fact for entry in before.live[place + 1 :])
    first = (Undo(to=live[place].id),) if later else ()
    return ((*first, old, *later, *dropped), *others)


def games_of(live: Iterable[LiveEntry]) -> list[list[LiveEntry]]:
    """Return the live entries of each game, its start first."""
    games: list[list[LiveEntry]] = []
    for entry in live:
        if isinstance(entry.fact, Start):
            games.append([])
        games[-1].append(entry)
    return games


def begins_evening(at: float, before: float | None, body: Mapping[str, object]) -> bool:
    """Whether a game started at `at` begins a new evening; `before` is the time of the last entry, None if there is none.

    If the start's `body` records an answer of the people at the table, that decides. Otherwise the length of the pause does, in
    running time if `body` records it, because a clock may jump; a clock that was set back begins no evening.
    """
    if before is None:
        return True
    answer = goes_on(body)
    if answer is not None:
        return not answer
    quiet = quiet_before(body)
    return (at - before if quiet is None else quiet) >= EVENING_GAP_S


def fold(entries: Iterable[Entry]) -> Evening:
    """Return the last evening of a journal. Raise UnfitJournal if the rules no longer accept an entry.

    Earlier evenings are skipped, so that years of them do not slow down the start.
    """
    last: list[Entry] = []
    for entry in entries:
        if last and entry.kind == "start" and begins_evening(entry.at, last[-1].at, entry.body):
            last = []
        last.append(entry)
    evening, earlier = Evening(replaying=True), list[LiveEntry]()
    known: dict[str, Fact] = {}  # an evening repeats few facts, and reading one takes as long as playing it
    for entry in last:
        body = f"{entry.kind} {entry.body}"
        fact = known.get(body) or known.setdefault(body, fact_of(entry))
        if earlier and not _concerns_game(fact, evening.live):
            evening, earlier = replace(evening, live=(*earlier, *evening.live)), []
        try:
            evening = evening.with_entry(entry, fact)
        except CommandError as error:
            raise UnfitJournal(
                f"Entry {entry.id} of the journal does not fit the rules ({error}); "
                "use the Knobeltisch that wrote it, or move the journal away."
            ) from error
        if isinstance(fact, Start):  # each entry copies those before it: without earlier games these are few
            earlier += evening.live[:-1]
            evening = replace(evening, live=evening.live[-1:])
    return replace(evening, live=(*earlier, *evening.live), replaying=False)


def _concerns_game(fact: Fact, game: tuple[LiveEntry, ...]) -> bool:
    """Whether a fact changes only the current game, whose start remains."""
    match fact:
        case Undo(to=entry) | Correct(entry=entry):
            return any(live.id == entry for live in game[1:])
        case Rename():
            return False
        case _:
            return True


def fold_last_evening(journal: Journal) -> Evening:
    """Return the last evening as `fold` does, without reading earlier ones. Raise UnfitJournal as `fold` does."""
    games = journal.games()
    first = next((number for number, at, before, body in games if begins_evening(at, before, body)), 1)
    collects = gc.isenabled()
    gc.disable()  # what is folded stays: passes over it would find nothing
    try:
        return fold(journal.entries(after=first - 1))
    finally:
        if collects:
            gc.enable()


def _play(state: GameState | None, fact: Undoable, *, kept: bool = False) -> tuple[str | None, GameState]:
    """Return who acted, and the game after a start, an act, or an end by the table.

    `kept`: as in `apply_act`. Raise CommandError if the rules refuse it.
    """
    if not isinstance(fact, Start):
        return apply_act(state, fact.act if isinstance(fact, Did) else None, kept=kept)
    try:
        rules = scorer.with_options(fact.variant, dict(fact.options))
        begun = scorer.new_game(rules, fact.players, fact.leader, dict(fact.handicap), dict(fact.teams))
    except scorer.ScorerError as error:
        raise CommandError("bad_start", str(error)) from error
    counters = scorer.counters_of(rules)
    if fact.counter is not None and fact.counter not in counters:
        choice = f"choose one of {', '.join(counters)}" if counters else "leave it out"
        raise CommandError(
            "bad_start", f"{fact.variant} cannot be counted in {fact.counter[:40]!r}; {choice}."
        )
    return None, begun


def apply_act(
    state: GameState | None, act: GameAct | None, *, kept: bool = False
) -> tuple[str | None, GameState]:
    """Return who acted, and the game after the act; without one the table ends the game, and nobody (None) acted.

    `kept`: the act comes from a journal, where older versions accepted fouls and dice taken back that the rules now refuse.
    Raise CommandError if there is no game or its rules refuse the act.
    """
    if state is None:
        raise CommandError("no_game", "No game is running; start one on the tablet.")
    try:
        if act is None:
            return None, scorer.stop_game(state)
        try:
            after = scorer.apply(state, act)
        except scorer.Refused as refused:
            older = _as_before(state, act) if kept and refused.rule in REFUSED_SINCE else None
            if older is None:
                raise
            after = older
    except scorer.Refused as refused:
        raise CommandError(refused.code, refused.message, refused.rule) from refused
    if isinstance(act, scorer.Foul | scorer.Leave | scorer.Join | scorer.Show | scorer.Admit):
        return act.player, after
    return state.to_act, after


REFUSED_SINCE: Final = ("PUB-8", "PUB-9", "DRK-6", "TSC-6")
"""Rules that older versions did not check, or checked differently."""


def _as_before(state: GameState, act: GameAct) -> GameState | None:
    """Return the game after an act that only older versions accept: any foul, any die taken back."""
    match act:
        case scorer.Foul():
            return scorer.apply(state, replace(act, kind="spill"))
        case scorer.TakeBack() if isinstance(state, scorer.State):
            lenient = replace(state, rules=replace(state.rules, holdable="any"))
            return replace(scorer.apply(lenient, act), rules=state.rules)
    return None


U = TypeVar("U", bound=Undoable | Undo | Correct)


def rename_in_fact(fact: U, old: str, new: str) -> U:
    """Return the fact with a player renamed in it; a side event stays as it is."""

    def called(name: str) -> str:
        return new if name == old else name

    match fact:
        case Start():
            return replace(
                fact,
                players=tuple(map(called, fact.players)),
                leader=None if fact.leader is None else called(fact.leader),
                handicap=tuple((called(player), count) for player, count in fact.handicap),
                teams=tuple((called(team), tuple(map(called, people))) for team, people in fact.teams),
            )
        case Did() | Correct() if fact.act is not None:
            return replace(fact, act=scorer.rename_in_act(fact.act, old, new))
    return fact
