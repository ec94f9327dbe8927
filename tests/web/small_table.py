"""A game in memory under the real rules, as a board and its commands, for tests of the page's server."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

import scorer
from knobeltisch.table.scoreboard import Scoreboard


class SmallTable(Scoreboard):
    """One game in memory under the real rules: board and commands at once, as the page's seams ask for."""

    def __init__(self, boot: str = "boot1", entries: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__()
        self.boot, self.entries = boot, list(entries)
        self.camera = {"status": "ok", "name": "simulated", "message": ""}
        self.panel = {"status": "ok", "message": ""}
        self.scene: dict[str, bool] | None = None
        self.question: dict[str, Any] | None = None
        self.crops: list[bytes] = []
        self.notice: dict[str, str] | None = None
        self.commands: list[dict[str, Any]] = []
        self._at_work = threading.RLock()
        self._ids = max((entry["id"] for entry in self.entries), default=0)
        self._publish_now()

    # --- what a test does at the table

    def start(self, *players: str, leader: str | None = None) -> None:
        assert self.send({"do": "start", "variant": "bavarian", "players": list(players), "leader": leader})[
            "ok"
        ]

    def act(self, *acts: dict[str, Any]) -> None:
        for act in acts:
            reply = self.send({"do": "act", "act": act})
            assert reply["ok"], reply

    def throw(self, *dice: int) -> None:
        self.act({"act": "throw", "dice": list(dice)})

    def show(self, **changes: Any) -> None:
        """Change what the board shows besides the game: camera, scene, notice."""
        with self._at_work:
            for name, value in changes.items():
                assert hasattr(self, name)
                setattr(self, name, value)
            self._publish_now()

    def ask(self, question: dict[str, Any], crops: Sequence[bytes]) -> None:
        """Ask as the referee does."""
        with self._at_work:
            self.question, self.crops = question, list(crops)
            self._publish_now()

    @property
    def state(self) -> scorer.State | None:
        return self._fold(self.entries)

    # --- the commands

    def send(self, command: dict[str, Any]) -> dict[str, Any]:
        with self._at_work:
            self.commands.append(dict(command))
            if command.get("head") not in (None, self._ids):
                return _refused("stale", "The game has gone on since.")
            try:
                self._do(command)
            except scorer.Refused as refused:
                return _refused(refused.code, refused.message, refused.rule)
            except scorer.ScorerError as error:
                return _refused("bad_start", str(error))
            except (KeyError, TypeError, ValueError) as error:
                return _refused("bad_command", f"The command cannot be understood: {error!r}.")
            self._ids += 1
            self._publish_now()
            return {"ok": True}

    def _do(self, command: dict[str, Any]) -> None:
        match command["do"]:
            case "start":
                self._append({key: command.get(key) for key in ("variant", "players", "leader")}, None)
            case "act":
                self._append(None, command["act"])
                self.question = None
            case "undo":
                live = [entry["id"] for entry in self.entries]
                place = live.index(command["to"]) if "to" in command else len(live) - command["count"]
                self.entries = self.entries[:place]
            case other:
                raise ValueError(other)

    def _append(self, start: dict[str, Any] | None, act: dict[str, Any] | None) -> None:
        before = self.state
        player = None if before is None or start else before.to_act
        entry = {
            "id": self._ids + 1,
            "at": time.time(),
            "player": player,
            "start": start,
            "act": act,
            "corrected": False,
        }
        entries = [*self.entries, entry]
        self._fold(entries)
        self.entries = entries

    @staticmethod
    def _fold(entries: Sequence[dict[str, Any]]) -> scorer.State | None:
        state = None
        for entry in entries:
            if entry["start"]:
                start = entry["start"]
                rules = scorer.load_variant(start["variant"])
                state = scorer.new_game(rules, start["players"], start["leader"])
            else:
                assert state is not None
                state = scorer.apply(state, scorer.act_from_json(entry["act"]))
        return state

    # --- the snapshot

    def _publish_now(self) -> None:
        asked = "" if self.question is None else self.question["id"]
        self.publish(self._content_now(), {(asked, place): crop for place, crop in enumerate(self.crops)})

    def _content_now(self) -> dict[str, Any]:
        state = self.state
        starts = [place for place, entry in enumerate(self.entries) if entry["start"]]
        acts = self.entries[starts[-1] + 1 :] if starts else []
        shown = ("id", "at", "player", "act", "corrected")
        return {
            "boot": self.boot,
            "head": self._ids,
            "moment": f"{self.boot} {self._ids} {self.question and self.question['id']}",
            "game": len(starts),
            "variant": None if state is None else "bavarian",
            "state": None if state is None else scorer.state_to_json(state),
            "legal": [] if state is None else list(scorer.legal_acts(state)),
            "due": 0 if state is None else scorer.dice_expected(state),
            "holdable": "ones_and_six_pairs",
            "holds": [],
            "standing": _standing(state),
            "last_ranking": []
            if state is None
            else [result.player for result in scorer.rank_last_round(state)],
            "camera": self.camera,
            "panel": self.panel,
            "scene": self.scene,
            "again": False,
            "declare": {"ones": 100, "sixes": 60, "direction": "high"},
            "question": self.question,
            "acts": [{**{key: act[key] for key in shown}, "from": "tablet"} for act in acts[-30:]],
            "variants": ["bavarian"],
            "players_last": self.entries[starts[-1]]["start"]["players"] if starts else [],
            "notice": self.notice,
            "phones": {"asking": [], "seated": []},
        }


def _standing(state: scorer.State | None) -> dict[str, Any]:
    order = [] if state is None else [scorer.result_to_json(result) for result in scorer.ranking(state)]
    low, high = (order[-1], order[0]) if order else (None, None)
    return {"low": low, "high": high, "to_beat": low}


def _refused(code: str, message: str, rule: str | None = None) -> dict[str, Any]:
    return {"ok": False, "error": {"code": code, "message": message, "rule": rule}}
