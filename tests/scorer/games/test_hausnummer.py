"""Hausnummer (RULES.md 3.11): act by act, and against a second scorer that knows nothing of the first."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from scorer.games.hausnummer.hausnummer_odds import CASES, NO_DIE, NUMBERS, best_play, cases_of
from scorer.odds.advice import advise
from scorer.odds.review import PlayedAct, ended_turns, look_back

NOBODY = {"hundreds": None, "tens": None, "ones": None}
LITTLE = 'base = "hausnummer"\ndirection = "low"\n'


class Second:
    """A second scorer, written from RULES.md alone: a dictionary, as ACTS.md prints it."""

    def __init__(self, players: list[str], leader: str | None, *, low: bool) -> None:
        self.low, self.rolling, self.rolled, self.begun = low, list(players), [], False
        self.state: dict[str, Any] = {
            "players": list(players), "stage": "play", "phase": 1, "round": 1, "results": [], "last_round": None,
            "stack": len(players) + 1, "mats": dict.fromkeys(players, 0), "out": {}, "loser": None,
            "declaration": None,
        }  # fmt: skip
        if leader:
            self.lead(leader)
        else:
            self.roll(players)

    def active(self) -> list[str]:
        return [player for player in self.state["players"] if player not in self.state["out"]]

    def left_of(self, player: str) -> list[str]:
        seats = self.state["players"]
        place = seats.index(player) + 1
        return [name for name in seats[place:] + seats[:place] if name not in self.state["out"]]

    def lead(self, leader: str) -> None:
        if leader in self.state["out"]:
            leader = self.left_of(leader)[0]
        self.state |= {"stage": "play", "leader": leader, "results": [], "declaration": None}
        self.turn(leader)

    def turn(self, player: str | None, limit: int = 3) -> None:
        throws = {"made": 0, "limit": limit}
        self.state |= {"to_act": player, "throws": throws, "free": [], "places": dict(NOBODY)}

    def roll(self, players: list[str]) -> None:
        self.lead(players[0])
        if len(players) > 1:
            self.rolling, self.rolled = list(players), []
            self.state |= {"stage": "roll_off", "leader": None}
            self.turn(players[0], 0)

    def over(self, loser: str | None) -> None:
        self.state |= {"stage": "over", "leader": None, "results": [], "declaration": None, "loser": loser}
        self.turn(None, 0)

    def fresh(self) -> bool:
        state = self.state
        if state["stage"] == "roll_off":
            return not self.begun and not self.rolled
        return state["to_act"] == state["leader"] and not state["throws"]["made"] and not state["results"]

    def do(self, act: dict[str, Any]) -> str | None:
        """Carry out an act, or return the code of its refusal."""
        if self.state["stage"] == "over":
            return "game_over"
        do = getattr(self, f"do_{act['act']}", None)
        return "not_now" if do is None else do(act)

    def do_roll_off(self, act):
        if self.state["stage"] != "roll_off":
            return "not_now"
        if not self.one_die(act):
            return "wrong_dice"
        self.begun = True
        self.rolled.append(act["dice"][0])
        if len(self.rolled) < len(self.rolling):
            self.state["to_act"] = self.rolling[len(self.rolled)]
            return None
        best = min(self.rolled, key=[1, 6, 5, 4, 3, 2].index)
        tied = zip(self.rolling, self.rolled, strict=True)
        return self.roll([player for player, die in tied if die == best])

    def do_throw(self, act):
        state = self.state
        if state["stage"] != "play" or state["free"]:
            return "not_now"
        if not self.one_die(act):
            return "wrong_dice"
        self.begun = True
        state["throws"] = {"made": state["throws"]["made"] + 1, "limit": 3}
        state["free"] = list(act["dice"])
        if state["throws"]["made"] < 3:
            return None
        self.place(next(at for at, die in state["places"].items() if die is None))
        return self.finish()

    def do_place(self, act):
        state = self.state
        if state["stage"] != "play" or not state["free"] or state["places"][act["at"]] is not None:
            return "not_now"
        return self.place(act["at"])

    def do_leave(self, act):
        if act["player"] not in self.active():
            return "unknown_player"
        return self.leave(act["player"]) if self.fresh() else "not_now"

    def do_join(self, act):
        if act["after"] not in self.active():
            return "unknown_player"
        if act["player"] in self.state["players"]:
            return "bad_act"
        if not self.fresh() or self.state["phase"] == 2 or len(self.active()) >= 12:
            return "not_now"
        return self.join(act["player"], act["after"])

    def one_die(self, act: dict[str, Any]) -> bool:
        return len(act["dice"]) == 1 and 1 <= act["dice"][0] <= 6

    def place(self, at: str) -> None:
        self.state["places"] = {**self.state["places"], at: self.state["free"][0]}
        self.state["free"] = []

    def finish(self) -> None:
        state = self.state
        dice = list(state["places"].values())
        value = int("".join(map(str, dice)))
        who = state["to_act"]
        result = {"player": who, "dice": dice, "value": value, "throws": 3, "kind": "points"}
        state["results"] = [*state["results"], result]
        if who == state["leader"]:
            way = "low" if self.low else "high"
            state["declaration"] = {
                "throws": 3,
                "ones": None,
                "sixes": None,
                "direction": way,
                "value": value,
            }
        done = [each["player"] for each in state["results"]]
        waiting = [player for player in self.left_of(who) if player not in done]
        if waiting:
            return self.turn(waiting[0])
        order = sorted(state["results"], key=lambda each: each["value"] if self.low else -each["value"])
        best, worst = order[0]["player"], order[-1]["player"]
        if state["phase"] == 1:
            state["stack"] -= 1
            state["mats"][worst] += 1
            moves = [[None, worst, 1]]
        else:
            state["mats"][best] -= 1
            moves = [[best, None, 1]]
        state["last_round"] = {
            "round": state["round"], "declaration": state["declaration"], "results": state["results"],
            "best": best, "worst": worst, "moves": moves,
        }  # fmt: skip
        state["round"] += 1
        if state["phase"] == 1 and state["stack"]:
            return self.lead(worst)
        return self.second_phase(rolls=True)

    def second_phase(self, *, rolls: bool) -> None:
        state = self.state
        state["phase"] = 2
        state["out"] |= {player: "no_mats" for player in self.active() if not state["mats"][player]}
        if len(self.active()) == 1:
            return self.over(self.active()[0])
        if rolls:
            most = max(state["mats"][player] for player in self.active())
            return self.roll([player for player in self.active() if state["mats"][player] == most])
        return None

    def leave(self, player: str) -> None:
        state = self.state
        state["out"][player], state["mats"][player] = "left", 0
        if len(self.active()) == 1:
            return self.over(None)
        held = sum(state["mats"].values())
        stack = state["stack"]
        if state["phase"] == 1:
            stack = min(stack, max(0 if self.thrown() else 1, len(self.active()) + 1 - held))
        state["stack"] = stack
        if state["stage"] == "roll_off":
            self.rolling.remove(player)
            state["to_act"] = self.rolling[0]
            return None
        if state["phase"] == 1 and not stack:
            self.second_phase(rolls=False)
            if state["stage"] == "over":
                return None
        if state["leader"] in state["out"]:
            self.lead(state["leader"])
        return None

    def thrown(self) -> bool:
        return self.state["last_round"] is not None

    def join(self, player: str, after: str) -> None:
        state = self.state
        seats = state["players"]
        fewest = min(state["mats"][name] for name in self.active())
        state["stack"] += 1
        taken = min(fewest, state["stack"] - 1)
        state["stack"] -= taken
        state["players"] = [*seats[: seats.index(after) + 1], player, *seats[seats.index(after) + 1 :]]
        state["mats"] = {name: {**state["mats"], player: taken}[name] for name in state["players"]}
        if state["stage"] == "roll_off":
            self.rolling = [name for name in state["players"] if name in {*self.rolling, player}]
            state["to_act"] = self.rolling[0]


def some_act(chance: random.Random, second: Second) -> dict[str, Any]:
    """An act that fits, mostly; else any."""
    state = second.state
    die = {"dice": [chance.randint(1, 6)]}
    fits = {"act": "roll_off" if state["stage"] == "roll_off" else "throw", **die}
    if state["stage"] == "play" and state["free"]:
        fits = {"act": "place", "at": chance.choice([at for at, set_ in state["places"].items() if not set_])}
    names = [*state["players"], "Zoe"]
    others = [
        {"act": "throw", **die}, {"act": "roll_off", **die}, {"act": "throw", "dice": [7]}, {"act": "throw", "dice": [1, 2]},
        {"act": "place", "at": chance.choice(list(NOBODY))}, {"act": "hold", "dice": state["free"]}, {"act": "pass"},
        {"act": "turn"}, {"act": "take_back", "dice": []}, {"act": "cover"}, {"act": "filled"}, {"act": "off_board", "floor": True},
        {"act": "leave", "player": chance.choice(names)}, {"act": "reveal", **die},
        {"act": "join", "player": f"P{len(names)}", "after": chance.choice(names)},
        {"act": "join", "player": names[0], "after": names[1]},
    ]  # fmt: skip
    return fits if chance.random() < 0.9 else chance.choice(others)


@settings(max_examples=120)
@given(seed=st.integers(0, 10**9), people=st.integers(2, 6), low=st.booleans(), led=st.booleans())
def test_a_second_scorer_agrees_act_by_act(seed, people, low, led):
    chance, players = random.Random(seed), list("ABCDEF"[:people])
    rules = scorer.load_house(LITTLE) if low else scorer.load_variant("hausnummer")
    state = scorer.new_game(rules, players, players[-1] if led else None)
    second = Second(players, players[-1] if led else None, low=low)
    for _ in range(250):
        raw = some_act(chance, second)
        code = None
        try:
            state = scorer.apply(state, scorer.act_from_json(raw))
        except scorer.Refused as refused:
            code = refused.code
        assert second.do(raw) == code, raw
        shown = scorer.state_to_json(state)
        assert {key: shown[key] for key in second.state} == second.state, raw
        assert (shown["held"], shown["specials"], shown["lost"], shown["to_fill"]) == ([], [], {}, None)


@pytest.mark.parametrize(
    ("acts", "refused", "code", "rule"),
    [
        ((), "place tens", "not_now", "HAU-4"),
        (("throw 4",), "throw 3", "not_now", "HAU-4"),
        (("throw 4",), "throw 3 3", "not_now", "HAU-4"),
        (("throw 4", "place tens"), "place ones", "not_now", "HAU-4"),
        (("throw 4", "place tens", "throw 2"), "place tens", "not_now", "HAU-4"),
        *((("throw 4",), words, "not_now", "HAU-4") for words in ("hold 4", "pass", "turn", "take_back 4")),
        (("throw 4",), "pass 100 60 high", "not_now", "HAU-4"),
        *((("throw 4",), words, "not_now", None) for words in ("cover", "filled", "call jule on", "off_board")),
        ((), "throw 3 3", "wrong_dice", "CHI-1"),
        ((), "throw 7", "wrong_dice", "CHI-1"),
        ((), "roll_off 3", "not_now", "CHI-8"),
        (("throw 4",), "leave Ben", "not_now", "TBL-1"),
        ((), "leave Ben redeemed_by Cem", "bad_act", None),
    ],
)  # fmt: skip
def test_HAU_4_what_is_no_act_of_this_moment(game, acts, refused, code, rule, in_words):
    state = game(variant="hausnummer").play(*acts).state
    with pytest.raises(scorer.Refused) as caught:
        scorer.apply(state, in_words(refused))
    assert (caught.value.code, caught.value.rule) == (code, rule)


@pytest.mark.parametrize("variant", [name for name in scorer.DICE_VARIANTS if name != "hausnummer"])
def test_in_other_games_of_dice_nothing_is_placed(game, variant, in_words):
    table = game(variant=variant)
    assert table.refused("place tens") == "not_now"
    with pytest.raises(scorer.Refused, match="game is over") as caught:
        scorer.apply(scorer.stop_game(table.state), in_words("place tens"))
    assert caught.value.code == "game_over"


def test_a_game_that_is_stopped_has_no_die_on_its_places(game):
    stopped = scorer.stop_game(game(variant="hausnummer").play("throw 4", "place tens").state)
    assert scorer.state_to_json(stopped)["places"] == NOBODY


@pytest.mark.parametrize(
    ("options", "said"),
    [("teams = true", "teams"), ("fish = true", "fish"), ('direction = "declared"', "one of high, low")],
)
def test_a_house_has_the_options_of_RULES_and_no_others(options, said):
    with pytest.raises(scorer.BadVariant, match=said):
        scorer.load_house(f'base = "hausnummer"\n{options}\n')


@pytest.mark.parametrize(
    ("number", "high", "low"),
    [(400, "7/8", 377), (500, "19/27", 277), (654, "25/216", 123), (666, "1/216", 111)],
)
def test_the_numbers_of_RULES_come_out(number, high, low):
    assert Fraction(cases_of(lambda mine: mine >= number), CASES) == Fraction(high)
    assert cases_of(lambda mine: mine <= low) == cases_of(lambda mine: mine >= number)


def test_the_expected_numbers_of_RULES_come_out():
    assert best_play(NUMBERS)[NO_DIE] == 504 * CASES
    assert best_play(tuple(-number for number in NUMBERS))[NO_DIE] == -273 * CASES


def by_hand(places: dict[str, int | None], beaten: int) -> Fraction:
    """The chance to end above a number from these places, tried out in full."""
    free = [at for at, die in places.items() if die is None]
    if not free:
        return Fraction(int("".join(map(str, places.values())) > str(beaten)))
    return Fraction(sum(max(by_hand({**places, at: die}, beaten) for at in free) for die in range(1, 7)), 6)


@pytest.mark.parametrize(("die", "beaten"), [*product((1, 4, 6), (146, 431, 652))])
def test_a_follower_is_told_the_chance_to_beat_the_low(game, die, beaten):
    hundreds, tens, ones = list(str(beaten))
    table = game("Anna", "Ben", variant="hausnummer")
    table.play(f"throw {hundreds}", "place hundreds", f"throw {tens}", "place tens", f"throw {ones}")
    advice = advise(table.play(f"throw {die}").state)
    assert advice.target is not None
    assert (advice.aim, advice.target.value) == ("beat", beaten)
    wanted = {at: by_hand({**NOBODY, at: die}, beaten) for at in NOBODY}
    assert {choice.acts[0].at: choice.chance for choice in advice.choices} == wanted
    assert [choice.chance for choice in advice.choices] == sorted(wanted.values(), reverse=True)


def test_after_a_turn_the_better_place_is_named(game):
    table = game("Anna", "Ben", variant="hausnummer")
    moves = []
    for words in ("throw 6", "place ones", "throw 1", "place hundreds", "throw 5"):
        before = table.state
        act = scorer.act_from_json(
            {"act": "place", "at": words[6:]}
            if "place" in words
            else {"act": "throw", "dice": [int(words[-1])]}
        )
        moves.append(PlayedAct(before=before, act=act, after=table.play(words).state))
    (turn,) = ended_turns(moves)
    back = look_back(turn)
    assert [(step.chosen.acts[0].at, step.best.acts[0].at) for step in back.steps[:2]] == [
        ("ones", "hundreds"),
        ("hundreds", "tens"),
    ]
    assert back.steps[2].chosen is None
    assert (back.result.value, back.reached) == (156, Fraction(cases_of(lambda n: n >= 156), CASES))
