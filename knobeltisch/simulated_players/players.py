"""Simulated regulars: they play by the rules with simulated dice, press real gpiozero buttons and look at the lamps.

They record the game as it was really played, and use the table's readings only to answer its questions. After a guest's tap they
drop their plan, wait, and play on from the current game, even one begun by a guest. They leave card games to the guests.
"""

import logging
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import scorer
from hardware.panel.panel import Pins
from hardware.simulated import Drop, Fingers, Give, Lift, PutDown, SimulatedTable, Take, Wait
from knobeltisch.errors import KnobeltischError
from knobeltisch.game.evening import Evening as Fold
from knobeltisch.game.events import Start, body_of
from knobeltisch.simulated_players.played import (
    PlayedEvening,
    PlayedGame,
    TableMistake,
    answer_truthfully,
    harmless_option,
)
from knobeltisch.simulated_players.tablet import Tablet
from scorer import Act, Call, Filled, Foul, GameState, Hold, Leave, NameLoser, Pass, State, Turn
from scorer.games.families import family_of

log = logging.getLogger(__name__)

DICE: Final = (0, 1, 2)
NO_READING_TIMEOUT_S: Final = 20.0  # a table that neither reads nor asks for this long has failed
GLANCE_S: Final = 0.4  # between a reading and the next action
SETTLE_S: Final = 1.3  # how long the cup stands before it is lifted
GUEST_S: Final = 4.0  # quiet time after a guest's last tap before the players go on, at any pace
ANSWER_S: Final = 15.0  # how long a question is left to the guests
SEEN_S: Final = 1.5  # until the table has seen dice that were laid out by hand
MATCH_S: Final = 2.0  # between two checks for a tournament's match still to be played
MOST_FAILURES: Final = 3  # in a row; then the players stop

ROUNDS_BEFORE_LEAVING: Final = 4  # the drinking game ends by leaving
SILLY: Final = 0.1
FALLS_OFF: Final = 0.03  # share of throws in which a die leaves the board, if that is a rule
ROUNDS_WITHOUT_END: Final = 8  # base Chicago has no end of its own (BAS-5)

Script: TypeAlias = Iterator[Callable[[], bool]]
"""A player's actions, as a generator that yields the conditions to wait for."""


@dataclass(slots=True, kw_only=True)
class Regulars:
    """Simulated people who play `variant` until `games` are over. `state` returns the table's current game.

    `catch_up` waits until all taps so far are counted, because the page shows a tap slightly earlier. `say` reports that they
    stopped at a live table; if it is None, nobody is watching, and a fault is raised.

    At every tick of the table call `fingers.tick`, let the table handle presses and sightings, then call `think`: the page
    shows a press only once it is written.
    """

    names: tuple[str, ...]
    variant: str
    table: SimulatedTable
    fingers: Fingers
    pins: Pins
    tablet: Tablet
    state: Callable[[], GameState | None]
    catch_up: Callable[[], None]
    seed: int
    games: int | None = None
    pace: float = 1.0
    leader: str | None = None
    """Who leads the first game's first round; without it there is a roll-off, as in every later game."""
    say: Callable[[], None] | None = None
    evening: PlayedEvening = field(default_factory=PlayedEvening)
    over: bool = False
    stopped: bool = False
    failures: list[str] = field(default_factory=list)
    """Faults of a live table that happened without any tap of a guest."""
    number: int = 0
    next_game: Start | None = None
    """The next variant, if it differs from the one given at the start."""
    _script: Script | None = None
    _until: Callable[[], bool] | None = None
    _seen: int = 0
    _starts: int = 0
    _tries: int = 0
    _acts: int = 0

    def think(self) -> None:
        """Play on until the players have to wait, after following any guests' taps."""
        if self.have_guests_tapped:
            self._follow_them()
        if self._script is None:
            self._script = self._play_all()
        try:
            while not self.over and (self._until is None or self._until()):
                self._until = next(self._script)
        except StopIteration:
            self.over = True
        except Exception as error:  # whatever the players stumble over, a live table goes on
            if self.say is None:
                raise
            log.debug("the simulated players stumbled", exc_info=True)
            self._recover(error, self.say)

    # --- games

    def _play_all(self) -> Script:
        while self.games is None or self.number < self.games:
            while self.tablet.snapshot().get("match") is not None:
                yield self._in_seconds(MATCH_S)  # the table begins a tournament's match by itself
            self.number += 1
            leader = self.leader if self.number == 1 else None
            wanted = self.next_game or Start(variant=self.variant, players=self.names, leader=leader)
            self.tablet.tap({"do": "start", **body_of(wanted)[1]})
            state = Fold(live=Fold().after(wanted)).dice
            assert state is not None
            game = PlayedGame(acts=[], state=state)
            self.evening.games.append(game)
            yield from self.play(game, self._chance())
            yield self._after_seconds(2.0)

    def _chance(self) -> random.Random:
        return random.Random(f"{self.seed}-{self.number}")  # noqa: S311 - players, not secrets

    def play(self, game: PlayedGame, chance: random.Random, lying: Mapping[int, int] | None = None) -> Script:
        """Play a game to its end. Raise TableMistake if the table ends it differently.

        `lying` maps each die to its value if the game continues in the middle of a turn, held dice first.
        """
        held = dict(list((lying or {}).items())[: len(game.state.held)])
        turned: dict[int, int] = {}
        while not has_ended(game.state):
            match choose_act(game.state, chance):
                case None:
                    yield from self._throw(game, chance, held, turned)
                    turned = {}
                case scorer.Pass() as passed:
                    yield from self.pass_turn(game, passed)
                case scorer.Turn() | scorer.Hold() as act:
                    if not turned and ("pass" in scorer.legal_acts(game.state) or chance.random() < 0.5):
                        self.fingers.press(self.pins.again)
                        yield self._after_seconds(GLANCE_S)
                    self._put_aside(game, act, held, turned)
                case act:
                    yield from self._tap_act(game, act)
            if not game.state.held:
                held, turned = {}, {}
        shown = self.tablet.snapshot()["state"]
        real = scorer.state_to_json(game.state)
        if shown != real:
            raise TableMistake(
                f"Game {len(self.evening.games)} ended differently: the page shows {shown}, the truth is {real}."
            )

    def _throw(
        self, game: PlayedGame, chance: random.Random, held: Mapping[int, int], turned: Mapping[int, int]
    ) -> Script:
        state, seat = game.state, self._seat(game)
        if state.stage == "reveal":
            ones = DICE[: len(state.held)]
            self.table.do(Take(dice=DICE, seat=seat))
            if ones:
                self.table.do(Give(dice=ones, values=dict.fromkeys(ones, 1), seat=seat))
            self.table.do(PutDown(dice_in_cup=DICE[len(ones) :], seat=seat))
            yield from self._lift(game, seat, lambda thrown: scorer.Reveal(dice=thrown))
            return
        due = scorer.dice_expected(state)
        free = tuple(die for die in DICE if die not in held)
        in_cup = free[: due or len(free)]
        if in_cup != free:
            self.table.do(Take(dice=free[len(in_cup) :], seat=seat))
        self.table.do(PutDown(dice_in_cup=in_cup, held=tuple(held), turned=turned, seat=seat))
        if not due:
            yield from self._cover(game, seat)
        elif "off_board" in scorer.legal_acts(state) and chance.random() < FALLS_OFF:
            yield from self._off_board(game, seat, floor=chance.random() < 0.5)
        else:
            yield from self._lift(game, seat, lambda thrown: scorer.throw_act(state, thrown))

    def pass_turn(self, game: PlayedGame, act: scorer.Pass) -> Script:
        """End the turn. A leader who declares first presses the switches until the lamps show the declaration."""
        if act.declare is not None:
            for pin, lamp, wished in (
                (self.pins.ones, self.pins.ones100, act.declare.ones == 100),
                (self.pins.sixes, self.pins.sixes60, act.declare.sixes == 60),
                (self.pins.direction, self.pins.high, act.declare.direction == "high"),
            ):
                if self._lamp(lamp) != wished:
                    self.fingers.press(pin)
                    yield self._after_seconds(GLANCE_S)
        self.fingers.press(self.pins.pass_)
        self._do(game, act)
        yield self._after_seconds(GLANCE_S)
        yield from self._settle_questions(game, None)  # whether the dice that were read are those that count

    def _tap_act(self, game: PlayedGame, act: Act) -> Script:
        """Do an act that needs no dice: by its button, as the answer to the table's question, or on the page."""
        button = next((choice.button for choice in scorer.choices_of(game.state) if choice.act == act), None)
        if button is not None:
            self.fingers.press(self.pins.buttons[button])
        elif isinstance(act, scorer.NameLoser):  # the table asks who loses the round (DRK-2)
            question = self.tablet.snapshot()["question"]
            named = (offered["id"] for offered in question["options"] if offered["player"] == act.player)
            self.tablet.tap({"do": "answer", "question": question["id"], "option": next(named)})
        else:
            self.tablet.tap({"do": "act", "act": scorer.act_to_json(act)})
        self._do(game, act)
        yield self._after_seconds(GLANCE_S)

    # --- covered and fallen dice

    def _cover(self, game: PlayedGame, seat: int) -> Script:
        """Make the last throw, leave it covered, and slide cup and dice to the player's place (SCH-2)."""
        yield self._idle()
        yield self._after_seconds(SETTLE_S * max(1.0, self.pace))
        # The table refuses the press until it has seen the cup and had its question answered.
        deadline = self.table.now + NO_READING_TIMEOUT_S
        yield from self._settle_questions(game, None)
        while "cover" not in self.tablet.snapshot()["legal"] and self.table.now <= deadline:
            yield self._after_seconds(GLANCE_S)
            yield from self._settle_questions(game, None)
        self.fingers.press(self.pins.pass_)
        self._do(game, scorer.Cover())
        yield self._after_seconds(GLANCE_S)
        self.table.do(Take(dice=DICE, seat=seat), Wait(seconds=0.6))
        yield self._idle()

    def _off_board(self, game: PlayedGame, seat: int, *, floor: bool) -> Script:
        """Lift so hard that a die rolls off the board, and admit it (CHC-9)."""
        yield self._idle()
        fallen = next(die.die for die in self.table.dice if die.value is None)
        yield from self._raise_cup(game, Lift(seat=seat, cocked=False), Drop(die=fallen))
        act = scorer.OffBoard(floor=floor)
        if self._lamp(self.pins.ask):
            yield from self._settle_questions(game, act, due=True)
            self._do(game, act)
            yield self._after_seconds(GLANCE_S)
        else:
            yield from self._tap_act(game, act)

    def _put_aside(
        self, game: PlayedGame, act: scorer.Turn | scorer.Hold, held: dict[int, int], turned: dict[int, int]
    ) -> None:
        """Note which dice are held or turned by hand; they move when the cup comes down."""
        lying = [die for die in self.table.dice if die.die not in held and die.value is not None]
        before = game.state
        self._do(game, act)
        values = (
            act.dice if isinstance(act, scorer.Hold) else (6,) * (len(game.state.held) - len(before.held))
        )
        for value in values:
            die = next(die for die in lying if die.value == value)
            lying.remove(die)
            held[die.die] = value
            if isinstance(act, scorer.Turn):
                turned[die.die] = held[die.die] = 1

    # --- a lift, and the table's reading of it

    def _lift(self, game: PlayedGame, seat: int, make: Callable[[tuple[int, ...]], Act]) -> Script:
        """Lift the cup, wait until the table has read the dice or asks, and answer truthfully.

        A leaning die voids the throw: the player says so and throws again.
        """
        while True:
            yield from self._raise_cup(game, Lift(seat=seat))
            truth = self.table.throws[-1]
            act = None if truth.leaning else make(tuple(sorted(truth.values.values())))
            yield from self._settle_questions(game, act, due=bool(truth.leaning))
            if act is not None:
                self._do(game, act)
                yield self._after_seconds(GLANCE_S)
                return
            free = tuple(die for die in DICE if die in truth.values)
            self.table.do(PutDown(dice_in_cup=free, seat=seat), Wait(seconds=0.1))

    def _raise_cup(self, game: PlayedGame, *moves: Lift | Drop) -> Script:
        yield self._idle()
        # The table must see the dice outside the cup.
        yield self._after_seconds(SETTLE_S * max(1.0, self.pace))
        yield from self._settle_questions(game, None)
        self.table.do(*moves)
        yield self._idle()
        self.evening.lifts += 1
        deadline = self.table.now + NO_READING_TIMEOUT_S
        yield lambda: self._lamp(self.pins.ready) or self._lamp(self.pins.ask) or self.table.now > deadline
        if self.table.now > deadline:
            raise TableMistake(
                f"Game {len(self.evening.games)}, {game.state.to_act}: a lift at {self.table.throws[-1].at:.1f} s was "
                "neither read nor asked about."
            )

    def _settle_questions(self, game: PlayedGame, act: Act | None, *, due: bool = False) -> Script:
        """Answer the table's questions.

        `act` is the true throw, None if it is void or there was none; `due`: the table was right to ask.
        """
        while self._lamp(self.pins.ask):
            question = self.tablet.snapshot()["question"]
            if question is None:
                yield self._after_seconds(0.1)
                continue
            if question["about"] == "name":
                return  # the throw was read; the question who loses comes next
            self.evening.questions += 1
            if not due:
                reasons = ", ".join(question["reasons"]) or "no reason"
                games, lifts = len(self.evening.games), self.evening.lifts
                words = f"game {games}, after lift {lifts}: about {question['about']} ({reasons})"
                self.evening.needless.append(words)
            self.tablet.tap(
                {"do": "answer", "question": question["id"], **answer_truthfully(question, act, game.state)}
            )
            yield self._after_seconds(GLANCE_S)

    # --- noticing guests

    @property
    def have_guests_tapped(self) -> bool:
        """Whether guests have tapped anything that the players have not yet noticed."""
        return self._seen != self.tablet.orders.by_guests

    def _follow_them(self) -> None:
        begun = [game.start for game in self.tablet.orders.games if not game.own]
        is_new = len(begun) != self._starts
        self._seen, self._starts = self.tablet.orders.by_guests, len(begun)
        if is_new and begun[-1].variant in scorer.DICE_VARIANTS:
            self.next_game = begun[-1]
        if is_new or not self.stopped:
            self.stopped, self.over, self._tries = False, False, 0
            self._script, self._until = self._play_on_script(), None

    def _recover(self, error: Exception, say: Callable[[], None]) -> None:
        self.catch_up()
        if self.have_guests_tapped:
            self._follow_them()
            return
        said = str(error) if isinstance(error, KnobeltischError) else f"{type(error).__name__}: {error}"
        acts = sum(len(game.acts) for game in self.evening.games)
        self._tries = self._tries + 1 if acts <= self._acts + 1 else 1
        self._acts = acts
        self.failures.append(said)
        if self._tries < MOST_FAILURES:
            self._script, self._until = self._play_on_script(), None
            return
        self.stopped = True
        self._script, self._until = self._sleep(), None
        say()

    def _sleep(self) -> Script:
        yield lambda: False

    def _play_on_script(self) -> Script:
        yield self._idle()
        yield self._in_seconds(GUEST_S)
        yield from self._questions_closed()
        now = self.state()
        state = scorer.dice_state(now)
        if now is not None and state is None and now.stage != "over":
            yield from self._sleep()  # a game of cards is the guests' own, until they begin another
        if state is not None and not has_ended(state):
            game = PlayedGame(acts=[], state=state, followed=True)
            self.evening.games.append(game)
            # Lay the dice as the game has them, the held ones first.
            seat = self._seat(game)
            self.table.do(Take(dice=DICE, seat=seat))
            yield self._idle()
            yield self._in_seconds(SEEN_S)  # or dice laid where a cup has just stood would look like a throw
            lying = dict(zip(DICE, (*state.held, *state.free), strict=False)) if state.stage == "play" else {}
            if lying:
                self.table.do(Give(dice=tuple(lying), values=lying, seat=seat))
            yield self._idle()
            yield self._in_seconds(SEEN_S)
            yield from self._questions_closed(patience=0.0)
            yield from self.play(game, self._chance(), lying)
            yield self._after_seconds(2.0)
        else:
            self.table.do(Take(dice=DICE))
            yield self._idle()
        yield from self._play_all()

    def _questions_closed(self, patience: float = ANSWER_S) -> Script:
        """Leave an open question to the guests for a while; then answer that nothing happened, or withdraw it."""
        while self._lamp(self.pins.ask):
            yield self._answered(self.table.now + patience)
            shown = self.tablet.snapshot()
            question = shown["question"]
            if question is not None and question["about"] == "name":
                return
            if question is not None:
                nothing = harmless_option(question)
                self.tablet.tap(
                    {"do": "answer", "question": question["id"], "option": nothing}
                    if nothing
                    else {"do": "press", "button": "undo", "head": shown["head"]}
                )
            yield self._in_seconds(0.5)

    def _answered(self, until: float) -> Callable[[], bool]:
        return lambda: not self._lamp(self.pins.ask) or self.table.now >= until

    def _in_seconds(self, seconds: float) -> Callable[[], bool]:
        until = self.table.now + seconds
        return lambda: self.table.now >= until

    # --- helpers

    def _do(self, game: PlayedGame, act: Act) -> None:
        game.state = scorer.apply(game.state, act)
        game.acts.append(act)

    def _lamp(self, pin: int) -> bool:
        return self.fingers.lamp(pin)

    def _seat(self, game: PlayedGame) -> int:
        assert game.state.to_act is not None
        return game.state.players.index(game.state.to_act) % self.table.seats

    def _idle(self) -> Callable[[], bool]:
        return lambda: not self.table.busy and not self.fingers.busy

    def _after_seconds(self, seconds: float) -> Callable[[], bool]:
        until = self.table.now + seconds / self.pace
        return lambda: self.table.now >= until and not self.fingers.busy


def has_ended(state: State) -> bool:
    """Whether the game is over, or has gone on long enough if its rules never end it."""
    endless = scorer.ends_by(state.rules) is None and state.round > ROUNDS_WITHOUT_END and not state.results
    return state.stage == "over" or (endless and state.made == 0)


# --- what they do where a game does not say it


def choose_act(state: State, chance: random.Random) -> Act | None:
    """Return a simulated player's next act; None to throw the dice."""
    legal: Sequence[Any] = scorer.legal(state)
    if (player := family_of(state.rules).player) is not None:
        act: Act | None = player(state, legal, chance)
        return act
    names = [act for act in legal if isinstance(act, NameLoser)]
    if names or not state.made:
        return chance.choice(names) if names else _beside(state, legal, chance)
    return _in_turn(state, legal, chance) if state.free or len(state.held) == 3 else None


def _in_turn(state: State, legal: Sequence[Act], chance: random.Random) -> Act:
    passes = [act for act in legal if isinstance(act, Pass)]
    turn = next((act for act in legal if isinstance(act, Turn)), None)
    holds = [act for act in legal if isinstance(act, Hold) and len(state.held) + len(act.dice) < 3]
    if passes and (not (turn or holds) or _is_content(state, chance)):
        # Declare, mostly, what suits the dice on the board.
        way = "high" if {1, 6} & {*state.held, *state.free} else "low"
        suits = [act for act in passes if act.declare and act.declare.direction == way]
        return suits[0] if suits and chance.random() < 0.7 else chance.choice(passes)
    if turn is not None and (not holds or chance.random() >= SILLY):
        return turn
    if chance.random() < SILLY:
        return chance.choice(holds)
    return max(holds, key=lambda hold: (hold.dice.count(1), -len(hold.dice)))


def _is_content(state: State, chance: random.Random) -> bool:
    """Whether the player stops: with a one on the first throw, with two later; some players never do."""
    ones = (*state.held, *state.free).count(1)
    return (ones >= min(state.made, 2) and chance.random() < 0.85) or chance.random() < SILLY


def _beside(state: State, legal: Sequence[Act], chance: random.Random) -> Act | None:
    """Return an act that needs no dice, before a turn (fill, spill, leave, call), or None, which is usual."""
    calls = [act for act in legal if isinstance(act, Call)]
    if calls and chance.random() < 0.3:
        return chance.choice(calls)
    fouls = [act for act in legal if isinstance(act, Foul) and act.player == state.to_act]
    if fouls and chance.random() < 0.05:
        return chance.choice(fouls)
    filled = next((act for act in legal if isinstance(act, Filled)), None)
    if filled is not None and chance.random() < 0.8:
        return filled
    if state.rules.counts_glasses and state.round > ROUNDS_BEFORE_LEAVING and chance.random() < 0.25:
        player, other = chance.sample(state.active, 2)
        return Leave(player=player, redeemed_by=other if chance.random() < 0.3 else None)
    return None
