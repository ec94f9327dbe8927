"""A running table without a camera, as a pub has it: what is seen and pressed is said by the test."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from flask import Flask

from hardware.panel.panel import Button, Press
from knobeltisch.access.secure_connection import SecureConnection
from knobeltisch.archive.bill import Bills
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.consent import Consent
from knobeltisch.archive.known_people import People
from knobeltisch.archive.reports import Reports
from knobeltisch.config import PageConfig
from knobeltisch.storage.journal import Journal
from knobeltisch.table.practice import PracticeGames
from knobeltisch.table.table import Table
from tests.support.sightings import sighting
from vision.types import Doubt, Moment, Scene, WatchEvent
from web import PageServices, create_app


def services_of(table: Table, **others: Any) -> PageServices:
    """What the page of a table has without files beside the journal; `others` come on top, or instead."""
    chronicle = Chronicle()
    people = People(None, chronicle.evenings)
    usual = {
        "past": table.past,
        "hindsight": table.hindsight,
        "practice": PracticeGames(),
        "reports": Reports(chronicle, people),
        "people": people,
        "consent": Consent(None, chronicle.evenings),
        "bill": Bills(table.evening, None),
        "address": lambda: "http://192.168.0.2:8080/",
        "health": dict,
        "meters": dict,
        "updated": lambda: None,
        "https": SecureConnection(PageConfig(https="off"), Path()),
    }
    return PageServices(**usual | others)


@dataclass
class Pub:
    """A running table without a camera: tests say what was seen and pressed, and look at the board."""

    table: Table
    journal: Journal
    path: Path

    def start(
        self,
        *players: str,
        leader: str | None = None,
        variant: str = "bavarian",
        options: Mapping[str, object] = MappingProxyType({}),
    ):
        start = {"do": "start", "variant": variant, "players": list(players), "leader": leader}
        self.order({**start, "options": dict(options)})

    def order(self, command: dict[str, object]):
        reply = self.table.commands.send(command)
        assert reply == {"ok": True}, reply

    def refused(self, command: dict[str, object]) -> str:
        reply = self.table.commands.send(command)
        assert reply["ok"] is False
        error = reply["error"]
        assert isinstance(error, dict)
        return str(error["code"])

    def see(self, event: WatchEvent):
        self.table.put(event)
        self.table.drain()

    def cup_down(self, *outside: int, doubts: Sequence[Doubt] = ()):
        self.see(Scene(at=0.0, cup=True, hand=False, still=True))
        self.see(sighting(Moment.CUP_DOWN, stayed=outside, doubts=doubts))

    def lift(
        self,
        *thrown: int,
        held: Sequence[int] = (),
        unsure: Mapping[int, tuple[int, ...]] = MappingProxyType({}),
        doubts: Sequence[Doubt] = (),
        margin: float | None = None,
    ):
        self.see(Scene(at=0.0, cup=False, hand=False, still=True))
        self.see(
            sighting(Moment.LIFT, thrown=thrown, stayed=held, unsure=unsure, doubts=doubts, margin=margin)
        )

    def rest(self, *thrown: int, stayed: Sequence[int] = (), doubts: Sequence[Doubt] = ()):
        """Dice at rest, seen without a board."""
        seen = sighting(Moment.LIFT, thrown=thrown, stayed=stayed, doubts=doubts)
        self.see(replace(seen, without_board=True))

    def touched(self, *lying: int):
        self.see(sighting(Moment.TOUCHED, stayed=lying))

    def throw(self, *dice: int, held: Sequence[int] = ()):
        """A throw as it goes: the cup comes down over the free dice and is lifted."""
        self.cup_down(*held)
        self.lift(*dice, held=held)

    def press(self, button: Button, *, long: bool = False):
        self.table.put(Press(button=button, long=long, at=0.0))
        self.table.drain()

    def page(self, *, hosts: Sequence[str] = (), **services: object) -> Flask:
        return create_app(
            self.table.board, self.table.commands, services_of(self.table, **services), hosts=hosts
        )

    @property
    def shown(self) -> dict[str, object]:
        return self.table.board.snapshot()

    @property
    def state(self) -> dict[str, object]:
        state = self.shown["state"]
        assert isinstance(state, dict)
        return state

    @property
    def question(self) -> dict[str, object] | None:
        question = self.shown["question"]
        assert question is None or isinstance(question, dict)
        return question

    def answer(self, **answer: object):
        assert self.question is not None
        self.order({"do": "answer", "question": self.question["id"], **answer})

    def acts(self) -> list[str]:
        shown = self.shown["acts"]
        assert isinstance(shown, list)
        return [f"{entry['act']['act']} {entry['act'].get('dice', '')}".strip() for entry in shown]
