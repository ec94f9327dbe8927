"""Test sequences for the watcher: what happens at a pub table, and which events it must report."""

from dataclasses import replace

from benchmarks.support.recordings.watch_truth import Act, Expect, Scene
from hardware.simulated import (
    Bump,
    Candle,
    Clear,
    Drop,
    Give,
    Glass,
    Glow,
    Grain,
    Knock,
    Lift,
    Light,
    Litter,
    Mains,
    Nudge,
    Passer,
    Peek,
    PutDown,
    Reach,
    SetAside,
    Straighten,
    Take,
    Thing,
    Wait,
)
from knobeltisch.referee.expected_dice import TESTED as THREE
from vision.types import Moment

ALL = (0, 1, 2)
STANDS = Wait(seconds=1.0)
PATIENT_S = 4.0  # a foreign thing is reported only after three seconds

DOWN = Expect(moment=Moment.CUP_DOWN)
LIFT = Expect(moment=Moment.LIFT)
DOUBTED = Expect(moment=Moment.LIFT, sure=False)
EITHER = Expect(moment=Moment.LIFT, sure=None, late_s=PATIENT_S)
TOUCH = Expect(moment=Moment.TOUCHED)
MAYBE = Expect(moment=Moment.TOUCHED, sure=None, may=True)  # dice on their way into the cup
BEFORE = (MAYBE, MAYBE)
STACKED = "a stacked die in the first throw"


class Script:
    """Writes scenes; the generator provides values, seats and places."""

    def __init__(self, rng):
        self._rng = rng

    def values(self, *names):
        return {name: int(self._rng.integers(1, 7)) for name in names or ALL}

    def throw(self, *between, names=ALL, seat=0, **lift):
        """Put the cup down, let it stand, lift it; each step is reported."""
        return Act(
            moves=(
                PutDown(dice_in_cup=tuple(names), seat=seat),
                STANDS,
                *between,
                self.lift(*names, seat=seat, **lift),
            ),
            expects=(*BEFORE, DOWN, LIFT),
        )

    def lift(self, *names, seat=0, **more):
        return Lift(seat=seat, values=self.values(*names), **more)

    def after(self, *acts, kind, **options):
        """Write a throw on an empty board, then the acts."""
        first = self.throw()
        return Scene(kind=kind, acts=(first, *acts), **options)

    def during(self, *between, kind, expects=(DOWN, LIFT), **lift):
        """One throw, with something happening while the cup stands there."""
        act = self.throw(*between, **lift)
        return Scene(kind=kind, acts=(Act(moves=act.moves, expects=tuple(expects), rest=2.0),))


def nothing(*moves, rest=2.0):
    """Write moves during which nothing may be reported."""
    return Act(moves=moves, rest=rest)


def scenes(rng):
    """Return one scene of each kind."""
    script = Script(rng)
    yield from _plain(script)
    yield from _light(script)
    yield from _lamps(script)
    yield from _shaken(script)
    yield from _things(script)
    yield from _counts(script)
    yield from _cup_tricks(script)
    yield from _hands(script)
    rolling = list(_rolling(script))
    yield from rolling
    yield from (
        replace(scene, kind=f"{scene.kind}, in a game", game=THREE)
        for scene in rolling
        if scene.kind == STACKED
    )


def _plain(script):
    yield script.after(script.throw(seat=1), script.throw(seat=2), kind="plain lifts")
    quick = Act(
        moves=(PutDown(dice_in_cup=ALL), script.lift()),
        expects=(MAYBE, Expect(moment=Moment.CUP_DOWN, may=True), LIFT),
    )
    yield Scene(kind="plain lifts", acts=(quick, quick), pace=1.6)
    yield Scene(
        kind="plain lifts",
        acts=(Act(moves=(), expects=(TOUCH,)), script.throw()),
        unseen=(PutDown(dice_in_cup=ALL), script.lift()),
    )
    yield Scene(
        kind="plain lifts",
        acts=(Act(moves=(), expects=(DOWN,)), Act(moves=(script.lift(),), expects=(LIFT,))),
        unseen=(PutDown(dice_in_cup=ALL),),
    )
    yield Scene(
        kind="cup parked for long",
        acts=(
            Act(moves=(PutDown(dice_in_cup=ALL),), expects=(DOWN,), rest=6.0),
            Act(moves=(script.lift(),), expects=(LIFT,)),
        ),
    )
    for two in (((0,), (1, 2)), ((0, 2), (1,))):
        held, rest = two
        again = Act(
            moves=(PutDown(dice_in_cup=rest, held=held), STANDS, script.lift(*rest)),
            expects=(*BEFORE, DOWN, LIFT),
        )
        yield script.after(again, again, kind="held dice left out, others thrown again")


def _light(script):
    off = (Light(level=0.35, seconds=0.05), Wait(seconds=1.5), Light(level=1.0, seconds=0.05))
    yield script.after(nothing(*off), script.throw(), kind="lamp switched off and on")
    yield script.after(
        nothing(Light(level=1.25, seconds=0.05)), script.throw(), kind="lamp switched off and on"
    )
    yield script.during(*off, kind="lamp switched off and on")
    dark = Act(
        moves=(
            PutDown(dice_in_cup=ALL),
            STANDS,
            Light(level=0.08),
            script.lift(),
            Wait(seconds=2.5),
            Light(level=1.0),
        ),
        expects=(DOWN, EITHER, Expect(moment=Moment.TOUCHED, may=True)),
        rest=2.5,
    )
    yield Scene(kind="lights out during the lift", acts=(dark, script.throw()))
    flash = (Light(level=1.9, seconds=0.02), Light(level=1.0, seconds=0.05))
    yield script.after(nothing(*flash, Wait(seconds=0.7), *flash), kind="a photograph with flash")
    for stays in (0.0, 2.5):
        yield script.after(
            nothing(Passer(stays_s=stays, strength=0.5), Passer(from_left=False, row_mm=80.0)),
            script.throw(Passer(row_mm=220.0)),
            kind="shadows of people",
        )
    leans = Act(
        moves=(
            PutDown(dice_in_cup=ALL),
            STANDS,
            script.lift(),
            Passer(seconds=1.0, stays_s=2.0, strength=0.45),
        ),
        expects=(DOWN, LIFT, MAYBE),
        rest=2.0,
    )
    yield Scene(kind="shadows of people", acts=(leans, script.throw()))
    for trouble in (Mains(depth=0.04), Mains(depth=0.09, hz=101.3), Candle(depth=0.07)):
        kind = "candle" if isinstance(trouble, Candle) else "mains flicker"
        yield Scene(
            kind=kind, acts=(nothing(trouble, rest=1.0), script.throw(), nothing(rest=2.0), script.throw())
        )
    for level in (3.0, 5.0):
        yield Scene(
            kind="camera noise",
            acts=(nothing(Grain(level=level), rest=1.0), script.throw(), nothing(rest=2.0)),
        )


def _lamps(script):
    shines = (Glow(), Wait(seconds=0.8), Glow(level=0.2), Wait(seconds=0.8), Glow(level=1.0))
    yield script.after(nothing(*shines), script.throw(), kind="our own lamps and the tablet")
    lamps = [
        Glow(
            name=f"lamp{k}",
            at=(60.0 + 70 * k, 300.0),
            reach=25.0,
            colour=(0.0, 0.5 * (k % 2), 0.5),
            seconds=0.05,
        )
        for k in range(5)
    ]
    yield script.after(
        nothing(*lamps),
        script.throw(*(Glow(name=f"lamp{k}", level=0.0) for k in range(3))),
        kind="our own lamps and the tablet",
    )
    second = Glow(name="second", at=(500.0, -150.0), reach=350.0, colour=(0.3, 0.4, 0.5), seconds=0.05)
    yield script.after(nothing(second), script.throw(), kind="a second lamp switched on")
    swings = Glow(name="pendant", at=(210.0, 150.0), reach=220.0, colour=(0.35, 0.4, 0.45), swing=60.0)
    yield script.after(
        Act(moves=(swings,), expects=(), rest=2.5),
        Act(
            moves=script.throw().moves,
            expects=(MAYBE, Expect(moment=Moment.CUP_DOWN, may=True), EITHER),
            rest=2.5,
        ),
        kind="a pendant lamp swings",
    )


def _shaken(script):
    for pixels in (3.0, 8.0, 16.0):
        yield script.after(
            nothing(Knock(pixels=pixels), Wait(seconds=1.5), Knock(pixels=pixels)), kind="table knocked"
        )
    yield script.during(Knock(), Knock(pixels=10.0), kind="table knocked")
    yield script.after(nothing(Knock(hop_mm=2.0)), script.throw(), kind="table knocked")
    knocked = Act(
        moves=(PutDown(dice_in_cup=ALL), STANDS, script.lift(), Knock(pixels=9.0, seconds=0.8)),
        expects=(DOWN, LIFT),
    )
    yield Scene(kind="table knocked", acts=(knocked, script.throw()))
    bumped = Act(
        moves=(Bump(by=(25.0, -12.0, 0.0)),),
        expects=(Expect(moment=None, late_s=2.0), Expect(moment=Moment.TOUCHED, late_s=2.0)),
        rest=4.0,
    )
    yield script.after(bumped, kind="camera pushed")


def _things(script):
    touched = Expect(moment=Moment.TOUCHED, sure=None, may=True)
    glass = Act(moves=(Glass(), Wait(seconds=1.0), Glass(at=None)), expects=(touched, touched), rest=2.0)
    yield script.after(glass, script.throw(), kind="a glass set down and taken away")
    stays = Act(moves=(Glass(at=(90.0, 90.0)),), expects=(touched,), rest=5.0)
    with_glass = Act(
        moves=script.throw().moves,
        expects=(touched, touched, Expect(moment=Moment.CUP_DOWN, sure=None, may=True), EITHER),
        rest=PATIENT_S + 1,
    )
    yield script.after(stays, with_glass, kind="a glass set down and taken away")
    for what in (Thing.MAT, Thing.DICE_MAT, Thing.COIN, Thing.PEANUT, Thing.PUDDLE, Thing.SNIPPET):
        laid = Act(moves=(Litter(what=what),), expects=(touched,), rest=PATIENT_S)
        thrown = Act(
            moves=script.throw().moves,
            expects=(touched, touched, Expect(moment=Moment.CUP_DOWN, sure=None, may=True), EITHER, touched),
            rest=PATIENT_S + 1,
        )
        cleared = Act(moves=(Clear(),), expects=(touched,), rest=2.0)
        yield script.after(laid, thrown, cleared, script.throw(), kind=f"a thing on the board: {what.value}")
    for what in (Thing.SNIPPET, Thing.COIN, Thing.PEANUT):
        inside = Act(
            moves=(Litter(what=what, in_cup=True), *script.throw().moves), expects=(DOWN, EITHER), rest=2.0
        )
        yield Scene(kind=f"in the cup: {what.value}", acts=(inside,))


def _counts(script):
    for number in (2, 4, 5):
        names = tuple(range(number))
        yield Scene(
            kind=f"{number} dice in the cup",
            acts=(script.throw(names=names), script.throw(names=names)),
            dice=max(3, number),
        )
    dropped = Act(moves=(Drop(die=1),), expects=(TOUCH,))
    yield script.after(dropped, script.throw(names=(0, 2)), kind="a die falls off the board")
    taken = Act(moves=(Take(dice=ALL),), expects=(TOUCH, MAYBE))
    given = Act(moves=(Give(dice=(0,)),), expects=(TOUCH,))
    yield script.after(taken, given, script.throw(names=(1, 2)), kind="dice taken off and given back")


def _cup_tricks(script):
    for seconds, height in ((0.4, 40.0), (0.8, 90.0), (2.5, 120.0)):
        again = Expect(moment=Moment.CUP_DOWN, may=True)
        peek = Act(
            moves=(PutDown(dice_in_cup=ALL), STANDS, Peek(seconds=seconds, height_mm=height)),
            expects=(DOWN, again),
        )
        yield Scene(
            kind="cup lifted and set down again (peek)",
            acts=(peek, Act(moves=(script.lift(),), expects=(LIFT,))),
        )
    over_nothing = Act(
        moves=(SetAside(dice=ALL), PutDown(dice_in_cup=()), STANDS, Lift()),
        expects=(*BEFORE, MAYBE, DOWN, LIFT),
    )
    yield script.after(over_nothing, over_nothing, kind="cup lifted twice, the second time over nothing")
    on_rim = Act(
        moves=(PutDown(dice_in_cup=(1, 2), on=0), Wait(seconds=2.0)),
        expects=(*BEFORE, Expect(moment=Moment.CUP_DOWN, sure=False, late_s=PATIENT_S)),
    )
    lifted = Act(moves=(script.lift(1, 2),), expects=(LIFT,))
    yield script.after(on_rim, lifted, kind="a die under the cup's rim")
    for _ in range(3):
        moved = Act(moves=(Nudge(die=0),), expects=(TOUCH,))
        left = Act(
            moves=(PutDown(dice_in_cup=(1, 2)), STANDS, script.lift(1, 2)), expects=(*BEFORE, DOWN, LIFT)
        )
        yield script.after(moved, left, kind="a die left close to the cup")
    again = Act(
        moves=(PutDown(dice_in_cup=ALL), Wait(seconds=0.3), PutDown(dice_in_cup=ALL, seat=1)), expects=(DOWN,)
    )
    yield Scene(
        kind="cup taken away and slammed down again",
        acts=(again, Act(moves=(script.lift(),), expects=(LIFT,))),
        pace=3.0,
    )


def _hands(script):
    yield script.after(nothing(Reach(), Reach(seat=2)), kind="a hand comes and goes")
    touched = Expect(moment=Moment.TOUCHED, may=True)
    for at in ((210.0, 130.0), (330.0, 80.0)):
        stays = Act(
            moves=(PutDown(dice_in_cup=ALL), STANDS, script.lift(), Reach(at=at, seconds=5.0)),
            expects=(DOWN, EITHER, touched),
        )
        kind = "a die under the hand" if at[0] == 210.0 else "a hand that stays in"
        yield Scene(kind=kind, acts=(stays, script.throw()))
    sleeve = Act(
        moves=(PutDown(dice_in_cup=ALL), STANDS, script.lift(), Reach(at=(210.0, 292.0), seconds=5.0)),
        expects=(DOWN, EITHER, touched),
    )
    yield Scene(kind="a hand that stays in", acts=(sleeve, script.throw()))
    for turn in (Straighten(die=0, value=1), SetAside(dice=(0,), turned={0: 1})):
        first = Act(
            moves=(PutDown(dice_in_cup=ALL), STANDS, Lift(values={0: 6, 1: 6, 2: 3})), expects=(DOWN, LIFT)
        )
        turned = Act(moves=(turn,), expects=(TOUCH,))
        again = Act(
            moves=(PutDown(dice_in_cup=(1, 2), held=(0,)), STANDS, script.lift(1, 2)),
            expects=(*BEFORE, DOWN, LIFT),
        )
        yield Scene(kind="a six turned to a one by hand", acts=(first, turned, again))
    on_the_way = Act(
        moves=(PutDown(dice_in_cup=(1, 2), held=(0,), turned={0: 1}), STANDS, script.lift(1, 2)),
        expects=(*BEFORE, DOWN, LIFT),
    )
    first = Act(
        moves=(PutDown(dice_in_cup=ALL), STANDS, Lift(values={0: 6, 1: 6, 2: 3})), expects=(DOWN, LIFT)
    )
    yield Scene(kind="a six turned to a one by hand", acts=(first, on_the_way))
    for by, seconds in (((0.0, 26.0), 0.3), ((24.0, -10.0), 2.5), ((0.0, 70.0), 0.6)):
        pushed = Act(moves=(Nudge(die=1, by=by, seconds=seconds),), expects=(TOUCH,))
        yield script.after(pushed, kind="a die pushed by a finger")
    both = Act(moves=(Nudge(die=0, by=(0.0, 40.0)), Nudge(die=2, by=(0.0, 60.0))), expects=(TOUCH, MAYBE))
    yield script.after(both, script.throw(), kind="a die pushed by a finger")


def _rolling(script):
    for seconds in (0.8, 1.6, 2.8):
        yield script.during(kind="dice roll on after the cup has left", roll_s=seconds)
    for seconds in (1.5, 3.0):
        yield script.during(kind="a die spins on its corner", spins=0, roll_s=seconds)
    doubted = (DOWN, DOUBTED)
    first, stacked = script.throw(), script.throw(stacked=True)
    after = Act(moves=stacked.moves, expects=(*BEFORE, *doubted))
    yield Scene(kind="a stacked die, after another throw", acts=(first, after))
    yield script.during(kind=STACKED, stacked=True, expects=doubted)
    for _ in range(2):
        leans = script.during(kind="a leaning die", cocked=True, expects=doubted)
        flat = Act(moves=(Reach(), Wait(seconds=0.5)), expects=(MAYBE,))
        yield Scene(kind=leans.kind, acts=(*leans.acts, flat))
