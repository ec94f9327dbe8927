"""Random states that a table can really come to, as the page gets them: games by the rules, folded and shown by the table's own code."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import scorer
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Did, Start
from knobeltisch.referee import questions
from knobeltisch.referee.questions import About, Question
from knobeltisch.referee.referee import Referee
from knobeltisch.status import Device, Notice
from knobeltisch.table.snapshot import content, describe_game
from scorer import Refused
from tests.support.games.random_games import WEIGHTS, some_act
from vision.types import Die, Doubt, Fate, Moment, Reading, Scene, SeenDie, Sighting, Status

MOST_ACTS: Final = 150
NAMES: Final = (
    *("Anna", "Ben", "Jürgen", "Zeynep", "Friederike", "Wilhelmina", "Gwendolynn", "Maximilian"),
    *("MMMMMMMMMM", "Øyvind", "Çağla", "Björn-Åke", "Jo", "Şebnem", "Quirin", "Őrség", "ANTON GROß"),
    *("Łukasz", "李小龙", "Дмитрий", "Γιώργος", "محمد", "Peggy", "WWWWWWWWWW"),
)
"""None has more than ten letters: all of them have to be shown whole."""
TEAMS: Final = 0.25
"""How often a game is played by teams."""
WANDER: Final = 0.1
"""How often somebody comes or goes before a round."""
ANY_NUMBER: Final = (("players_min", 2), ("players_max", 12))
"""A house may let fewer or more play a game of dice than its book says."""
CARD_HOUSES: Final = (
    (),
    (("stake", "10 Cent"), ("one_up", "optional")),
    (("royal_flush", 52), ("last_trick_with_two", 10)),
)
"""What houses play otherwise at cards."""
CAMERAS: Final = (
    Device(status="ok", name="test"),
    Device(status="ok", name="test"),
    Device(status="absent"),
    Device(status="absent"),
    Device(status="stalled", name="test"),
    Device(status="no_board", name="test"),
)
NOTICES: Final = (
    Notice(key="busy", message="The table is busy."),
    Notice(key="stale", message="The game has gone on since."),
)


def some_boards(
    seed: object, variant: str, players: int, count: int, names: Sequence[str] = NAMES
) -> Iterator[dict[str, Any]]:
    """Return `count` snapshots of one game, in the order in which they come; the same for the same seed."""
    chance = random.Random(f"{seed}:{variant}:{players}")
    evening = Evening()
    for number in range(1, count + 1):
        for _ in range(chance.randint(1, max(2, 2 * MOST_ACTS // count))):
            evening = _go_on(evening, variant, (players, names), chance)
        yield {**shown_board(evening, chance), "version": number, "boot": f"{seed}:{variant}:{players}"}


def _go_on(evening: Evening, variant: str, sit: tuple[int, Sequence[str]], chance: random.Random) -> Evening:
    """Return the evening after one more act, or with another game where there is none, or one is over and was seen."""
    number = len(evening.live) + 1
    state = evening.state
    fact: Start | Did
    if state is None or (state.stage == "over" and chance.random() < 0.5):
        names = tuple(chance.sample(sit[1], sit[0]))
        options = ANY_NUMBER if variant in scorer.DICE_VARIANTS else chance.choice(CARD_HOUSES)
        fact = Start(variant=variant, players=names, leader=chance.choice((None, names[0])), options=options)
        if chance.random() < TEAMS and "teams" in scorer.options_of(variant) and variant != "drinking":
            fact = _with_teams(fact, sit[1], chance)
    elif state.stage == "over":
        return evening
    elif scorer.is_fresh(state) and chance.random() < WANDER:
        fact = Did(act=some_coming_or_going(state, sit[1], chance))
        if not scorer.can(state, fact.act):
            return evening
    else:
        fact = Did(act=some_act(state, chance, chance.choice(WEIGHTS)))
        try:
            scorer.apply(state, fact.act)
        except Refused:
            return evening  # a foul of somebody who does not throw
    live = evening.after(fact, entry_id=number, at=1_700_000_000.0 + number, source="tablet")
    return replace(evening, live=live, last_at=live[-1].at)


def some_coming_or_going(
    state: scorer.GameState, names: Sequence[str], chance: random.Random
) -> scorer.GameAct:
    """Let a player leave, or somebody else join."""
    player = chance.choice(state.active)
    new = [name for name in names if name not in state.players]
    if new and chance.random() < 0.3:
        return scorer.Join(player=chance.choice(new), after=player)
    return scorer.Leave(player=player)


def _with_teams(start: Start, names: Sequence[str], chance: random.Random) -> Start:
    """Let some of the players be teams of two or three."""
    others = [name for name in names if name not in start.players]
    chance.shuffle(others)
    teams = [
        (team, tuple(others.pop() for _ in range(chance.randint(2, 3))))
        for team in start.players
        if len(others) > 2
    ]
    return replace(start, teams=tuple(teams), options=(*start.options, ("teams", True)))


def shown_board(evening: Evening, chance: random.Random) -> dict[str, Any]:
    """Return a board as the table would show it, with devices and questions by chance."""
    camera = chance.choice(CAMERAS)
    sees = camera.status == "ok"
    state = evening.dice
    again = (
        sees and state is not None and state.stage == "play" and bool(state.free) and chance.random() < 0.2
    )
    referee = Referee(again=again)
    if state is not None and state.stage == "naming":
        referee = referee.look_at_score(evening)
    elif state is not None and chance.random() < 0.15:
        question = _question(evening, state, chance)
        referee = referee if question is None else referee.with_question(question)
    shown = content(
        game=describe_game(evening),
        head=len(evening.live),
        referee=referee,
        camera=camera,
        panel=Device(status=chance.choice(("ok", "absent"))),
        scene=Scene(at=0.0, cup=chance.random() < 0.5, hand=False, still=True) if sees else None,
        notice=chance.choice(NOTICES) if chance.random() < 0.1 else None,
    )
    last = evening.live[-1].fact
    if chance.random() < 0.1 and isinstance(last, Did):
        act = scorer.act_to_json(last.act)
        shown["redo"] = {"count": chance.choice((1, 1, 3)), "act": act, "end": False, "corrected": False}
    # Now and then a phone asks for a seat.
    asking = [{"id": "1", "name": "Maximilian", "known": False}] if len(evening.live) % 12 == 0 else []
    house = {"screen_sound": False, "phone_seats": True, "phone_throws": False, "voice": False, "sounds": {}}
    return {
        **shown,
        "evening_unsure": False,
        "lifts": [],
        "moment": f"m{len(evening.live)}",
        "house": house,
        "phones": {"asking": asking, "seated": []},
    }


def _question(evening: Evening, state: scorer.State, chance: random.Random) -> Question | None:
    """Ask something that could be asked now."""
    due = scorer.dice_expected(state)
    kinds = [About.UNDO]
    if due:
        kinds.append(About.THROW)
    if state.stage == "play" and state.free:
        kinds += [About.WHO, About.CHANGED] if "pass" in scorer.legal_acts(state) else [About.WHO]
    match chance.choice(kinds):
        case About.THROW:
            sighting = _sighting(due, chance)
            return questions.ask_which_throw(state, sighting, sighting.reading.doubts, fresh=sighting.seen)
        case About.WHO:
            return questions.ask_who_throws(state, scorer.Pass(), pushed=chance.random() < 0.3)
        case About.CHANGED:
            now = tuple(sorted(chance.choices(range(1, 7), k=3)))
            return questions.ask_which_dice_count(evening, state, scorer.Pass(), now)
        case _:
            return questions.ask_how_far_back(evening)


def _sighting(due: int, chance: random.Random) -> Sighting:
    seen = []
    for place in range(due):
        value = chance.randint(1, 6)
        candidates = (value, value % 6 + 1) if place == 0 else (value,)
        die = Die(
            value=value, x=50.0 * place, y=0.0, size=16.0, angle=0.0, confidence=0.6, candidates=candidates
        )
        seen.append(SeenDie(die=die, fate=Fate.THROWN))
    doubts = tuple(chance.sample((Doubt.PIPS, Doubt.COCKED, Doubt.GLARE), chance.randint(1, 3)))
    reading = Reading(status=Status.UNSURE, dice=tuple(seen_die.die for seen_die in seen), doubts=doubts)
    return Sighting(moment=Moment.LIFT, at=0.0, reading=reading, seen=tuple(seen), crops=(b"",) * due)
