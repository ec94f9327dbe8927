"""Match reports at the hub: made by themselves, confirmed by PIN, shown as a page and as JSON."""

import re
import time
from dataclasses import replace
from datetime import datetime

import pytest

from knobeltisch.errors import Denied
from knobeltisch.hub.cup.match_reports import evening_of, lines_of
from knobeltisch.hub.cup.tournament_log import Signature, TournamentLog
from tests.support.hub.small_tournament import Sender, result_of
from tests.tournament.test_report import match_day
from tournament.report.report_lines import report_hash, report_of

LIST = "name,team\nAnna,Heim\nBen,Heim\nCem,Heim\nDora,Heim\nEmil,Gast\nFritzi,Gast\nGeorg,Gast\nHanna,Gast\n"


class Day:
    """A league day of two teams at two tables, played through the hub's own services."""

    def __init__(self, hub):
        self.desk, self.service = hub.desk, hub.service
        self.senders = {number: Sender(f"{number:016x}") for number in (1, 2)}
        for number in self.senders:
            self.task(number)
        self.desk.open(title="Spieltag", form="league-day", tables=2, players=LIST)
        self.desk.act({"do": "draw"})

    def task(self, number):
        asked = {"table": self.senders[number].sender, "topic": f"pub/{number}", "port": 8080}
        _, answer = self.service.ask(asked, "10.0.0.7")
        return answer["task"]

    def push(self, number, task, loser):
        word = self.senders[number].finished(f"{number}a-{task['game']}", result_of(task["players"], loser=loser), ended=9e9)  # fmt: skip
        status, _ = self.service.push(self.senders[number].push(word))
        assert status == 200

    def play(self):
        for number in (1, 2):
            while (task := self.task(number)) is not None:
                self.push(number, task, task["players"][0])
                self.first = (number, task) if task["game"] == 1 else self.first

    def correct(self):
        """Let the table say that another one lost, and the referee yes."""
        number, task = self.first
        self.push(number, task, task["players"][1])
        (report,) = self.desk.waiting("de")["waiting"]
        self.desk.act({"do": "rule", "report": report["report"], "counts": True, "by": "Ida"})

    def captain(self, role="captain Heim", name="Anna"):
        return self.desk.act({"do": "appoint", "role": role, "name": name})["pin"]

    def sign(self, pin, role="captain Heim", body=None):
        body = body or self.desk.reports.to_json(1, "de")["body"]
        self.desk.act({"do": "sign", "round": 1, "role": role, "pin": pin, "body": body})


def confirmed_by(day):
    """Who confirmed the report as the page shows it, without the time."""
    return [
        line.rpartition(", ")[0].rpartition(", ")[0] for line in day.desk.reports.to_json(1, "de")["signed"]
    ]


@pytest.fixture
def day(hub):
    return Day(hub)


def refused(call, *values, **words):
    with pytest.raises(Denied) as found:
        call(*values, **words)
    return found.value.code


def test_tournament_day_sides_and_who_confirmed_it_when_stand_in_the_json(day):
    day.play()
    day.sign(day.captain())
    report = day.desk.reports.finished(1).to_json()["report"]
    played = evening_of(datetime.now().astimezone().timestamp())
    head = report["lines"][0]
    assert (head["title"], head["day"], head["teams"]) == ("Spieltag", played, ["Heim", "Gast"])
    shown = day.desk.reports.to_json(1, "de")
    assert [len(sheet["rows"]) for sheet in shown["sheets"]] == [5, 5]
    assert re.fullmatch("Heim .* : .* Gast", shown["result"])
    (confirmed,) = report["confirmed"]
    assert (confirmed["team"], confirmed["name"]) == ("Heim", "Anna")
    assert abs(datetime.fromisoformat(confirmed["at"]).timestamp() - time.time()) < 60
    year, month, date = map(int, played.split("-"))
    assert shown["day"] == f"Gespielt am {date}.{month}.{year}"


def test_a_game_at_two_in_the_morning_belongs_to_the_evening_before():
    for hour, evening in ((2, "2026-11-21"), (7, "2026-11-22"), (23, "2026-11-22")):
        assert evening_of(datetime(2026, 11, 22, hour).astimezone().timestamp()) == evening


def test_a_report_that_was_signed_before_reports_named_their_day_keeps_its_signatures():
    state = match_day().state
    undated = report_of(state, 1)
    log = TournamentLog(state=state, times=dict.fromkeys(state.entries, 1.79e9))
    dated, body = lines_of(log, 1)
    assert dated[0] == replace(undated[0], day=evening_of(1.79e9))
    old = {(1, "captain Anker"): Signature(name="Anna", hash=report_hash(undated), at=1.79e9)}
    assert lines_of(replace(log, signatures=old), 1) == (undated, old[1, "captain Anker"].hash)
    new = {(1, "captain Anker"): Signature(name="Anna", hash=body, at=1.79e9)}
    assert lines_of(replace(log, signatures=new), 1) == (dated, body)


def test_what_was_corrected_stands_in_the_report_with_who_decided(day):
    day.play()
    assert day.desk.reports.to_json(1, "de")["corrections"] == ["Keine Berichtigungen."]
    day.correct()
    (line,) = day.desk.reports.to_json(1, "de")["corrections"]
    assert "Ida ließ es gelten" in line


def test_a_signature_counts_for_the_report_as_it_stood_and_no_longer(day):
    day.play()
    pin = day.captain()
    old = day.desk.reports.to_json(1, "de")["body"]
    day.sign(pin)
    assert confirmed_by(day) == ["Anna (Heim)"]
    day.correct()
    assert day.desk.reports.to_json(1, "de")["signed"] == []
    assert refused(day.sign, pin, body=old) == "cup.changed"
    day.sign(pin)
    assert confirmed_by(day) == ["Anna (Heim)"]


def test_a_pin_signs_for_its_role_alone_and_five_wrong_ones_lock_it(day):
    day.play()
    home, guest = day.captain(), day.captain("captain Gast", "Emil")
    while guest == home:
        guest = day.captain("captain Gast", "Emil")
    assert [refused(day.sign, guest) for _ in range(5)] == ["cup.wrong_pin"] * 5
    assert refused(day.sign, home) == "cup.pin_locked"
    day.sign(guest, "captain Gast")
    day.sign(day.captain())
    shown = day.desk.reports.to_json(1, "en")
    assert confirmed_by(day) == ["Anna (Heim)", "Emil (Gast)"]
    assert [signer["signed"] for signer in shown["signers"]] == [True, True, False]


def test_only_whom_the_referee_names_signs_a_report_that_is_whole(day):
    for role, name in (
        ("captain Heim", "Emil"),
        ("captain Heim", "Zoe"),
        ("captain Bar", "Anna"),
        ("referee", " Ida"),
        ("king", "Anna"),
    ):
        assert refused(day.captain, role, name) == "cup.signer"
    assert refused(day.sign, "123456", body="x") == "cup.open_games"
    day.play()
    assert refused(day.sign, "123456") == "cup.no_signer"
    assert refused(day.sign, "123456", "captain Bar") == "cup.signer"
    number, task = day.first
    day.push(number, task, task["players"][1])
    assert refused(day.sign, day.captain(), body="x") == "cup.waiting"


def test_certificates_come_at_the_end_for_the_best_and_for_anybody(day):
    assert refused(day.desk.certificates, None, "de") == "cup.not_over"
    day.play()
    day.desk.act({"do": "note", "kind": "ended"})
    best = day.desk.certificates(None, "de")
    assert best["people"][0]["place"] == 1
    assert {team["name"] for team in best["teams"]} == {"Heim", "Gast"}
    (person,) = day.desk.certificates("Hanna", "de")["people"]
    assert person["name"] == "Hanna"
    assert day.desk.certificates("Zoe", "de")["people"] == []


def test_pages_of_reports_are_there_for_everybody_in_both_languages(hub, day):
    stranger = hub.server.app.test_client()
    for path in ("/report/2", "/bracket"):  # there is one of a knock-out alone
        assert stranger.get(path).status_code == 404
    assert stranger.get("/report/1.json").status_code == 409
    assert "läuft noch" in stranger.get("/report/1?language=de").text
    assert stranger.get("/certificates?language=de").status_code == 409
    day.play()
    day.desk.act({"do": "note", "kind": "ended"})
    for language, words in (("de", "Spielberichtsbogen"), ("en", "Match report")):
        assert words in stranger.get(f"/report/1?language={language}").text
    assert stranger.get("/report/1.json").json == day.desk.reports.finished(1).to_json()
    assert "1. Platz" in stranger.get("/certificates?language=de").text
    assert stranger.get("/certificates?name=Zoe").status_code == 404
