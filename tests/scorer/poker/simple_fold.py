"""POKER.md once more, as plainly as it can be written down: one generator that plays a game from top to bottom.

It shares nothing with the scorer but the page that both were written from: dictionaries, no types, no speed. The
tests let both play the same acts and compare each answer.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Generator, Sequence
from typing import Any

LADDER = (
    *("pair", "two_pairs", "three_of_a_kind", "straight", "flush"),
    *("full_house", "four_of_a_kind", "straight_flush", "royal_flush"),
)
ORDER = "23456789TJQKA"
PRESET = {"straight_flush": 8, "royal_flush": 0, "second_phase": True, "last_trick_with_two": 5}
FORM = {
    "draw": ({"cards"}, set()),
    "exchange": ({"count"}, set()),
    "show": ({"player", "cards"}, set()),
    "call": ({"category"}, set()),
    "pass": (set(), set()),
    "best": ({"players"}, {"category"}),
    "chicago": (set(), set()),
    "trick": (set(), {"cards", "winner", "with_two"}),
    "last_trick": ({"winner"}, {"with_two"}),
    "lost_trick": (set(), set()),
    "admit": ({"player", "phase"}, set()),
    "leave": ({"player"}, set()),
}


class Gone(Exception):
    """Somebody has left: the hand begins again without him."""


def category(cards: Sequence[str]) -> str | None:
    """What cards are, the royal flush on its own."""
    many = sorted(Counter(card[0] for card in cards).values(), reverse=True)
    if len(cards) == 5 and len(many) == 5:
        places = sorted(ORDER.index(card[0]) for card in cards)
        row = places == list(range(places[0], places[0] + 5)) or places == [0, 1, 2, 3, 12]
        flush = len({card[1] for card in cards}) == 1
        if row and flush:
            return "royal_flush" if places[0] == 8 else "straight_flush"
        return "flush" if flush else "straight" if row else None
    if many[0] == 4:
        return "four_of_a_kind"
    if many[0] == 3:
        return "full_house" if len(cards) == 5 and many[1] == 2 else "three_of_a_kind"
    if many[:2] == [2, 2]:
        return "two_pairs"
    return "pair" if many[0] == 2 else None


def rank_of_hand(cards: Sequence[str]) -> tuple[Any, ...]:
    """Compares hands: category, then ranks that are there most often, then the others."""
    what = category(cards)
    count = Counter(ORDER.index(card[0]) for card in cards)
    ranks = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
    if what in {"straight", "straight_flush"} and sorted(ranks) == [0, 1, 2, 3, 12]:
        ranks = [3, 2, 1, 0, -1]
    return (-1 if what is None else LADDER.index(what), ranks)


class Fold:
    """A game played act by act; `answer` gives the state after each, or the code of its refusal."""

    def __init__(self, players: Sequence[str], dealer: str | None = None, **options: Any) -> None:
        self.rules = {**PRESET, **options}
        self.fresh = self.code = None
        self.s: dict[str, Any] = {
            "variant": "poker",
            "players": list(players),
            "stage": "draw",
            "hand": 1,
            "phase": 1,
            "dealer": dealer,
            "to_act": None,
            "among": [],
            "points": dict.fromkeys(players, 0),
            "locked": [],
            "calls": [],
            "standing": None,
            "duty": {},
            "declared": None,
            "tricks": [],
            "revokes": [],
            "scored": [],
            "last_hand": None,
            "out": {},
            "settlement": None,
            "winner": None,
        }
        self.game = self.whole_game()
        next(self.game)

    def answer(self, raw: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
        self.code = self.first_fault(raw)
        if self.code is None:
            self.game.send(raw)
        return self.code, copy.deepcopy(self.s)

    # --- what is refused at any moment: form, the end of the game, a name

    def first_fault(self, raw: dict[str, Any]) -> str | None:
        if not self.well_formed(raw):
            return "bad_act"
        if self.s["stage"] == "over":
            return "game_over"
        named = [raw[key] for key in ("player", "winner") if key in raw] + raw.get("players", [])
        if any(name not in self.s["points"] or name in self.s["out"] for name in named):
            return "unknown_player"
        return None

    def well_formed(self, raw: dict[str, Any]) -> bool:  # noqa: PLR0911 - one line a fault reads best
        if not isinstance(raw.get("act"), str) or raw["act"] not in FORM:
            return False
        must, may = FORM[raw["act"]]
        fields = set(raw) - {"act"}
        if not must <= fields <= must | may:
            return False
        if not all(self.good_value(key, raw[key]) for key in fields):
            return False
        if raw["act"] == "trick":
            return fields in ({"cards"}, {"winner"}, {"winner", "with_two"})
        if raw["act"] == "best":
            if self.s["phase"] == 3:
                return "category" in fields and (raw["category"] is None) == (raw["players"] == [])
            return "category" not in fields and raw["players"] != []
        return raw["act"] != "call" or raw["category"] is not None

    def good_value(self, key: str, value: Any) -> bool:
        whole = type(value) is int
        texts = isinstance(value, list) and all(isinstance(text, str) for text in value)
        return {
            "cards": texts,
            "players": texts and len(set(value)) == len(value) if texts else False,
            "count": whole and 0 <= value <= 5,
            "phase": whole and value in (1, 2),
            "category": value is None or (isinstance(value, str) and value in LADDER),
            "with_two": value is True or value is False,
            "player": isinstance(value, str),
            "winner": isinstance(value, str),
        }[key]

    # --- waiting for acts; who admits, shows or leaves may do so in between

    def wait(self, *wanted: str) -> Generator[Any, Any, Any]:
        while True:
            raw = yield
            name = raw["act"]
            if name == "admit":
                if not self.take_back(raw["player"], raw["phase"]):
                    self.code = "not_now"
                    continue
                if self.s["stage"] == "exchange" and self.duty_from == raw["phase"]:
                    self.s["duty"].pop(raw["player"], None)
                if self.s["stage"] == "chicago":
                    return raw
            elif name == "show" and raw["player"] in self.s["duty"]:
                self.show(raw)
            elif name == "leave" and self.fresh:
                self.s["out"][raw["player"]] = "left"
                raise Gone
            elif name in wanted:
                return raw
            else:
                self.code = "not_now"

    def show(self, raw: dict[str, Any]) -> None:
        cards = raw["cards"]
        if not 1 <= len(cards) <= 5 or self.wrong(cards, self.shown):
            self.code = "wrong_cards"
            return
        self.shown += cards
        called = self.s["duty"].pop(raw["player"])
        if self.height(category(cards)) < self.height(called):
            self.take_back(raw["player"], self.duty_from)

    def wrong(self, cards: list[str], others: list[str]) -> bool:
        good = {rank + suit for rank in ORDER for suit in "SHDC"}
        return not set(cards) <= good or len(set(cards)) < len(cards) or bool(set(cards) & set(others))

    def height(self, what: str | None) -> int:
        if what == "royal_flush" and not self.rules["royal_flush"]:
            what = "straight_flush"
        return 0 if what is None else LADDER.index(what) + 1

    # --- points

    def worth(self, what: str) -> int:
        return self.rules.get(what, LADDER.index(what) + 1)

    def give(self, player: str, points: int, why: str) -> None:
        points = max(points, -self.s["points"][player])
        self.s["points"][player] += points
        if points:
            self.s["scored"].append({"player": player, "points": points, "for": why})

    def take_back(self, player: str, phase: int) -> bool:
        points = self.brought.pop((player, phase), None) if hasattr(self, "brought") else None
        if points is None:
            return False
        self.give(player, -points, "taken_back")
        return True

    # --- the game

    def inside(self) -> list[str]:
        return [player for player in self.s["players"] if player not in self.s["out"]]

    def left_of(self, player: str) -> list[str]:
        """Those in, from the left of a player round to himself."""
        seats = self.s["players"]
        place = seats.index(player)
        return [seat for seat in seats[place + 1 :] + seats[: place + 1] if seat in self.inside()]

    def whole_game(self) -> Generator[Any, Any, Any]:
        s = self.s
        if s["dealer"] is None:
            yield from self.draw()
        while True:
            try:
                yield from self.hand()
            except Gone:
                if len(self.inside()) == 1:
                    break
                if s["dealer"] in s["out"]:
                    s["dealer"] = self.left_of(s["dealer"])[0]
                continue
            s["last_hand"] = {key: s[key] for key in ("hand", "dealer", "scored", "tricks", "revokes")}
            most = max(s["points"][player] for player in self.inside())
            if most >= 52 and [s["points"][player] for player in self.inside()].count(most) == 1:
                break
            s["hand"] += 1
            s["dealer"] = self.left_of(s["dealer"])[0]
        self.over()
        while True:
            yield

    def over(self) -> None:
        s = self.s
        s["winner"] = max(self.inside(), key=lambda player: s["points"][player])
        rest = [player for player in s["players"] if player != s["winner"]]
        s["settlement"] = {player: max(0, s["points"][s["winner"]] - s["points"][player]) for player in rest}
        s.update(stage="over", phase=1, dealer=None, to_act=None, standing=None, declared=None, duty={})
        s.update({key: [] for key in ("calls", "tricks", "revokes", "scored", "locked", "among")})

    def draw(self) -> Generator[Any, Any, Any]:
        s = self.s
        s["among"] = list(s["players"])
        while len(s["among"]) > 1:
            raw = yield from self.wait("draw")
            cards = raw["cards"]
            if len(cards) != len(s["among"]) or self.wrong(cards, []):
                self.code = "wrong_cards"
                continue
            best = max(ORDER.index(card[0]) for card in cards)
            s["among"] = [
                player for player, card in zip(s["among"], cards, strict=True) if ORDER.index(card[0]) == best
            ]
        (s["dealer"],) = s["among"]
        s["among"] = []

    def hand(self) -> Generator[Any, Any, Any]:
        s = self.s
        s["locked"] = [player for player in self.inside() if s["points"][player] >= 46]
        s.update(duty={}, declared=None, tricks=[], revokes=[], scored=[])
        self.fresh, self.brought, self.called, self.drew = True, {}, {}, {}
        self.duty_from = 0
        for phase in (1, 2) if self.rules["second_phase"] else (1,):
            yield from self.exchange(phase)
            yield from self.calling(phase)
        yield from self.exchange(3)
        yield from self.ask_for_chicago()
        yield from self.tricks()

    def exchange(self, phase: int) -> Generator[Any, Any, Any]:
        s = self.s
        s.update(phase=phase, calls=[], standing=None, among=[])
        self.shown: list[str] = []
        for player in self.left_of(s["dealer"]):
            if player in s["locked"]:
                continue
            s.update(stage="exchange", to_act=player)
            raw = yield from self.wait("exchange")
            self.fresh = False
            s["duty"].pop(player, None)
            if raw["count"]:
                self.drew[player] = phase

    def calling(self, phase: int) -> Generator[Any, Any, Any]:
        s = self.s
        for player in self.left_of(s["dealer"]):
            s.update(stage="call", to_act=player)
            what = yield from self.one_call()
            self.fresh = False
            s["calls"].append({"player": player, "category": what})
            if what is None:
                continue
            if s["standing"] is None or s["standing"]["category"] != what:
                s["standing"] = {"category": what, "players": []}
            s["standing"]["players"].append(player)
        if s["standing"] is None:
            return
        best, what = s["standing"]["players"], s["standing"]["category"]
        if len(best) > 1:
            s.update(
                stage="compare", to_act=None, among=[player for player in s["players"] if player in best]
            )
            raw = yield from self.compared()
            best = raw["players"]
        if len(best) == 1:
            self.give(best[0], self.worth(what), f"phase{phase}")
            self.brought[best[0], phase] = self.worth(what)
            self.called[best[0], phase] = what
        s["duty"] = {player: what for player in s["players"] if player in best and player not in s["locked"]}
        self.duty_from = phase

    def one_call(self) -> Generator[Any, Any, Any]:
        while True:
            raw = yield from self.wait("call", "pass")
            if raw["act"] == "pass":
                return None
            if raw["category"] == "royal_flush" and not self.rules["royal_flush"]:
                self.code = "not_now"
            elif (standing := self.s["standing"]) and self.height(raw["category"]) < self.height(
                standing["category"]
            ):
                self.code = "too_low"
            else:
                return raw["category"]

    def compared(self) -> Generator[Any, Any, Any]:
        while True:
            raw = yield from self.wait("best")
            royal = raw.get("category") == "royal_flush" and not self.rules["royal_flush"]
            if royal or not set(raw["players"]) <= set(self.s["among"]):
                self.code = "not_now"
            else:
                return raw

    def ask_for_chicago(self) -> Generator[Any, Any, Any]:
        s = self.s
        for player in self.left_of(s["dealer"]):
            while s["points"][player] >= 15:
                s.update(stage="chicago", to_act=player)
                raw = yield from self.wait("chicago", "pass")
                if raw["act"] == "chicago":
                    s["declared"] = player
                    return
                if raw["act"] == "pass":
                    break

    # --- the tricks

    def tricks(self) -> Generator[Any, Any, Any]:
        s = self.s
        s.update(stage="tricks", to_act=None)
        self.table: list[dict[str, str]] = []
        leader, two = self.left_of(s["dealer"])[0], False
        while len(s["tricks"]) < 5:
            raw = yield from self.one_trick()
            if raw["act"] == "lost_trick":
                self.give(s["declared"], -15, "chicago")
                return
            winner, two = raw.get("winner"), raw.get("with_two", False)
            if "cards" in raw:
                order = [leader, *self.left_of(leader)[:-1]]
                laid = dict(zip(order, raw["cards"], strict=True))
                led = laid[leader][1]
                winner = max(
                    (player for player in order if laid[player][1] == led),
                    key=lambda player: ORDER.index(laid[player][0]),
                )
                two = laid[winner][0] == "2"
                self.look_for_revokes(laid)
                self.table.append(laid)
            if raw["act"] == "last_trick":
                break
            leader = winner
            s["tricks"].append({"cards": raw.get("cards"), "winner": winner})
            if s["declared"] not in (None, winner):
                self.give(s["declared"], -15, "chicago")
                self.look_at_calls()
                return
        if s["declared"] is None:
            self.give(winner, self.rules["last_trick_with_two"] if two else 5, "last_trick")
        else:
            self.give(winner, 15, "chicago")
        yield from self.last_comparison()

    def one_trick(self) -> Generator[Any, Any, Any]:
        s = self.s
        while True:
            raw = yield from self.wait("trick", "last_trick", "lost_trick")
            open_cards = bool(s["tricks"]) and s["tricks"][0]["cards"] is not None
            if raw["act"] == "last_trick":
                bad = open_cards or s["declared"] is not None
            elif raw["act"] == "lost_trick":
                bad = open_cards or s["declared"] is None
            else:
                bad = bool(s["tricks"]) and open_cards != ("cards" in raw)
                bad = bad or ("with_two" in raw and len(s["tricks"]) != 4)
            if bad:
                self.code = "not_now"
                continue
            before = [card for trick in s["tricks"] for card in trick["cards"] or []]
            cards = raw.get("cards")
            if cards is not None and (len(cards) != len(self.inside()) or self.wrong(cards, before)):
                self.code = "wrong_cards"
                continue
            return raw

    def look_for_revokes(self, laid: dict[str, str]) -> None:
        for player in self.inside():
            for number, earlier in enumerate(self.table, start=1):
                led = next(iter(earlier.values()))[1]
                revoke = {"player": player, "trick": number}
                if earlier[player][1] != led and laid[player][1] == led and revoke not in self.s["revokes"]:
                    self.s["revokes"].append(revoke)

    def last_comparison(self) -> Generator[Any, Any, Any]:
        s = self.s
        if len(self.table) == 5:
            hands = {player: [laid[player] for laid in self.table] for player in self.inside()}
            top = max(map(rank_of_hand, hands.values()))
            best = [hand for hand in hands if rank_of_hand(hands[hand]) == top]
            what = category(hands[best[0]])
            if what == "royal_flush" and not self.rules["royal_flush"]:
                what = "straight_flush"
        else:
            s.update(stage="compare", among=self.inside())
            raw = yield from self.compared()
            best, what = raw["players"], raw["category"]
        if len(best) == 1 and what is not None:
            self.give(best[0], self.worth(what), "hand")
        self.look_at_calls()

    def look_at_calls(self) -> None:
        """Who holds less than he called, and held the same then, loses what it brought."""
        if len(self.table) < 5:
            return
        for player in self.inside():
            holds = category([laid[player] for laid in self.table])
            for phase in (2, 1):
                called = self.called.get((player, phase))
                if called and self.drew.get(player, 0) <= phase and self.height(holds) < self.height(called):
                    self.take_back(player, phase)
