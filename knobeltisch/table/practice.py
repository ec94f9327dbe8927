"""Practice: one game for each browser against computer players, in memory only and apart from the real table.

A game is an evening of its own, with dice thrown as for a phone at the table: only decisions come from outside, so that neither
a reload nor a program can throw again.
"""

import random
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

import scorer
from knobeltisch.errors import CommandError
from knobeltisch.game.ended_turns import EndedTurns
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import PHONE, Did, Fact, Start
from knobeltisch.referee.referee import USUAL
from knobeltisch.table.phone_throws import PhonePlay, phone_acts, read_play
from knobeltisch.table.snapshot import describe_game
from scorer import Act, Filled, NameLoser, State
from scorer.json_forms.text import refusal_to_json
from scorer.odds.advice import advise
from scorer.odds.review import EndedTurn
from scorer.odds.weighed import Advice

OTHERS: Final = ("Rosi", "Sepp", "Vroni")
ENTRIES_KEPT: Final = 400
GAMES_KEPT: Final = 40


class PracticeTable:
    """One practice game. `you`: the names that the user plays; a user without opponents plays both hands."""

    def __init__(self, start: Start, you: Sequence[str], dice: random.Random) -> None:
        self.you, self._dice = tuple(you), dice
        self.evening, self._number = Evening(), 0
        self._take(start)

    @property
    def state(self) -> State:
        """The state of the game."""
        assert self.evening.dice is not None
        return self.evening.dice

    @property
    def yours(self) -> bool:
        """Whether the user has to act now."""
        return self.state.to_act in self.you and self.state.stage != "over"

    def play(self, acts: Sequence[Act]) -> None:
        """Carry out the user's decision, and throw if dice are then due.

        Raise CommandError if it is not allowed; nothing is changed then.
        """
        self._play_as(self.state.to_act if self.state.to_act in self.you else self.you[0], acts)

    def play_others(self) -> None:
        """Let the others play until it is the user's turn or the game is over."""
        while (state := self.state).stage != "over" and not self.yours:
            player = state.to_act or ""
            acts: Sequence[Act] = ()
            if state.stage == "naming":
                acts = (
                    NameLoser(player=self._dice.choice([other for other in state.active if other != player])),
                )
            elif state.free or scorer.legal_acts(state) == ("pass",):  # or all dice are put aside
                try:
                    acts = advise(state).choices[0].acts
                except scorer.NoSuchDecision:  # in a game without odds they play by chance
                    acts = (self._dice.choice(scorer.decisions(state)),)
            self._play_as(player, acts)

    def advice(self) -> Advice | None:
        """Return the user's possible acts, weighed; None if there is nothing to choose or the game has no odds."""
        try:
            return advise(self.state) if self.yours and self.state.free else None
        except scorer.NoSuchDecision:
            return None

    def last_turn(self) -> EndedTurn | None:
        """Return the user's last turn; None during one of his and before the first."""
        running = self.yours and self.state.made and self.state.stage == "play"
        turns = () if running else EndedTurns(lambda: self.evening.live).recent_turns()
        return next((turn for turn in reversed(turns) if turn.start.to_act in self.you), None)

    def snapshot(self) -> dict[str, object]:
        """Return the board as a phone at the table receives it (docs/board-json.md)."""
        return {
            **describe_game(self.evening),
            "head": self._number,
            "again": False,
            "declare": asdict(USUAL),
            "question": None,
            "camera": None,
            "scene": None,
            "house": {"phone_throws": True},
        }

    def _play_as(self, player: str, acts: Sequence[Act]) -> None:
        for fact in phone_acts(PhonePlay(player=player, acts=tuple(acts)), self.evening, None, self._dice):
            self._take(fact)
            if self.state.to_fill is not None:
                self._take(Did(act=Filled()))  # nobody drinks here

    def _take(self, fact: Fact) -> None:
        self._number += 1
        first, *later = self.evening.after(fact, entry_id=self._number, source=PHONE)
        self.evening = Evening(live=(first, *later[-ENTRIES_KEPT:]))


class PracticeGames:
    """The games of all browsers; if there are too many, the one unused for longest is deleted."""

    def __init__(self, dice: Callable[[], random.Random] = secrets.SystemRandom) -> None:
        self.lock = threading.Lock()
        """Held while a game is used."""
        self._dice = dice
        self._games: OrderedDict[str, PracticeTable] = OrderedDict()
        rules = {name: scorer.dice_rules(scorer.load_variant(name)) for name in scorer.DICE_VARIANTS}
        self.offered = {
            name: [n for n in range(len(OTHERS) + 1) if own.players_min <= max(2, n + 1) <= own.players_max]
            for name, own in rules.items()
        }
        """The games to practise, each with the possible numbers of opponents; 0 is alone."""

    def find(self, token: str | None) -> PracticeTable | None:
        """Return a browser's game; None if it is gone."""
        if token is None or token not in self._games:
            return None
        self._games.move_to_end(token)
        return self._games[token]

    def carry_out(
        self, token: str | None, sent: Mapping[str, Any], you: Sequence[str]
    ) -> tuple[str | None, Mapping[str, object]]:
        """Begin a game, or carry out a decision in the current one. Return the game's token, None without a game, and the reply."""
        try:
            if sent.get("do") == "start":
                token = self._begin(token, sent, you)
            elif (table := self.find(token)) is not None:
                table.play(read_play(table.you[0], sent).acts)
            else:
                return token, refusal_to_json("no_practice", "This practice has ended; begin a new one.")
        except CommandError as error:
            return token, refusal_to_json(error.code, str(error), error.rule)
        return token, {"ok": True}

    def _begin(self, token: str | None, sent: Mapping[str, Any], you: Sequence[str]) -> str:
        variant, opponents = sent.get("variant"), sent.get("opponents")
        if opponents not in self.offered.get(str(variant), []) or type(opponents) is not int:
            raise CommandError("bad_start", "'variant' and 'opponents' must be one of those in 'games'.")
        dice = self._dice()
        players = (you[0], *OTHERS[:opponents]) if opponents else tuple(you)
        start = Start(variant=str(variant), players=players, leader=dice.choice(players))
        if token is None or self.find(token) is None:
            token = secrets.token_urlsafe(16)
        self._games[token] = PracticeTable(start, you, dice)
        self._games.move_to_end(token)
        while len(self._games) > GAMES_KEPT:
            self._games.popitem(last=False)
        return token
