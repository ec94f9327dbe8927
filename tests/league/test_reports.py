"""Signed match reports: what a hub pushes is checked, kept once, and shown with the names of those alone who agreed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time

import pytest

from tests.support.programs import load_psycopg

load_psycopg()

import tournament as t
from knobeltisch.hub.report.signed_report import signed_text
from league.calendar import move, new_division
from league.errors import BadRequest
from league.reports.keys import accept_key, signing_keys
from league.words import GERMAN
from tests.league.test_intake import rows
from tests.tournament.running_tournament import some_result
from tests.tournament.test_report import match_day
from tournament.report.lines import Head, SignedLine, report_of
from tournament.report.names import called, people_of
from tournament.report.signed import fingerprint

SUNDAY = date(2026, 11, 22)
HOME, AWAY = "Anker", "Krug"
SHOWN = {"Anna", "Hans"}
CAPTAINS = (SignedLine(name="Anna", role="captain_home"), SignedLine(name="Emil", role="captain_guest"))


class Hub:
    """What a hub's outbox sends of its reports."""

    def __init__(self, league, key):
        self.league, self.key, self.seq = league, key, 0

    def signed_report(self, lines, **changed):
        file, self.public = signed_text(lines, self.key)
        at = datetime.combine(SUNDAY, time(20)).astimezone().timestamp()
        return {"report": {"at": at, "file": file, "initials": [], **changed}}

    def push(self, result, report="cup-1"):
        self.seq += 1
        kind = "finished" if result else "taken_back"
        entry = {"seq": self.seq, "game": report, "revision": self.seq, "kind": kind, "result": result}
        answer = self.league.push(HOME, {"table": "hub", "box": "box", "entries": [entry]})
        assert answer.json == {"taken": self.seq}
        self.league.renderer.once()


def lines_of(tournament):
    return (*report_of(tournament.state, 1), *CAPTAINS)


@pytest.fixture
def division(league):
    for pub, names in ((HOME, ("Anna", "Ben", "Cem", "Dora")), (AWAY, ("Emil", "Frida", "Gül", "Hans"))):
        league.pub(pub)
        for name in names:
            body = {"name": name, "member": True, "shown": name in SHOWN}
            assert league.ask("PUT", "/api/v1/players", pub, json=body).status_code == 200
    return new_division(league.database, "2026", "A", "league-day", [HOME, AWAY], first=SUNDAY)


@pytest.fixture
def hub(league, division, tmp_path):
    return Hub(league, tmp_path / "hub.pem")


def page(league, number=1, language="de"):
    return league.page.get(f"{'/en' if language == 'en' else ''}/f/{number}")


def kept(league):
    return rows(league.database, "SELECT counts, why FROM report ORDER BY report")


def test_a_report_stands_on_the_fixtures_page_with_the_key_that_signed_it(league, hub, division):
    assert page(league).status_code == 404
    hub.push(hub.signed_report(lines_of(match_day())))
    for language, words in (("de", "Spielberichtsbogen"), ("en", "Match report")):
        text = page(league, language=language).text
        assert words in text
        assert f"<code>{fingerprint(hub.public)}</code>" in text
        assert f'<html lang="{language}">' in text
        assert (
            f'/f/1">{words}</a>' in league.page.get(f"{'/en' if language == 'en' else ''}/d/{division}").text
        )
    assert page(league, 2).status_code == 404, "the return match has none"
    match, back = league.page.get(f"/d/{division}.json").json["matches"]
    assert (match["report"]["key"], match["report"]["accepted"]) == (fingerprint(hub.public), True)
    assert back["report"] is None


def test_only_who_agreed_is_named_and_the_others_are_distinguished_by_their_team(league, hub):
    hub.push(hub.signed_report(lines_of(match_day())))
    text = page(league).text
    names = people_of(lines_of(match_day()))
    assert {name for name in names if name in text} == SHOWN
    assert "Anker 1 (Anker)" in text
    assert "Unterschrift Mannschaftsführer Heim: Anna" in text
    assert "Unterschrift Mannschaftsführer Gast: Krug 1" in text
    everywhere = rows(league.database, "SELECT lines::text FROM report UNION ALL SELECT body::text FROM page")
    assert not [name for name in names if name not in SHOWN for (text,) in everywhere if f'"{name}"' in text]


def test_the_same_again_is_no_news_and_a_correction_takes_its_place(league, hub):
    tournament = match_day()
    report = hub.signed_report(lines_of(tournament))
    hub.push(report)
    before = rows(league.database, "SELECT * FROM report"), page(league).data
    hub.push(report)
    assert before == (rows(league.database, "SELECT * FROM report"), page(league).data)
    names = tournament.state.matches["1-1"].players
    tournament.take(
        t.Corrected(id="c", by="Ida", match="1-1", game=5, result=some_result(names, tournament.chance))
    )
    hub.push(hub.signed_report(lines_of(tournament)))
    assert "berichtigt" in page(league).text
    assert "Ida" not in page(league).text, "who corrected has not agreed to be named"
    assert len(kept(league)) == 1


def test_a_report_that_is_to_be_signed_again_counts_no_more_until_it_is(league, hub):
    report = hub.signed_report(lines_of(match_day()))
    for result, there in ((report, 200), (None, 404), (report, 200)):
        hub.push(result)
        assert page(league).status_code == there


def changed(pushed_report, **report):
    return {"report": {**pushed_report["report"], **report}}


def with_another_last_digit(file):
    """Return the file with a signature whose last hexadecimal digit is another than it was."""
    return f'{file[:-4]}{int(file[-4], 16) ^ 1:x}"}}\n'


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda body: {"file": body["file"].replace("Anna", "Anne")}, "not as it was made: line 1"),
        (lambda body: {"file": with_another_last_digit(body["file"])}, "not as it was made"),
        (lambda body: {"file": "".join(body["file"].splitlines(keepends=True)[:-1])}, "signed by no key"),
        (
            lambda body: {"file": "".join(body["file"].splitlines(keepends=True)[1:])},
            "not as it was made: line 1",
        ),
        (lambda _: {"file": 7}, "no file"),
        (lambda _: {"at": "today"}, "no file, or no time"),
        (lambda _: {"at": 1e12}, "no file, or no time"),
    ],
)
def test_what_was_changed_or_is_not_signed_is_kept_as_one_that_counts_for_nothing(league, hub, spoil, why):
    good = hub.signed_report(lines_of(match_day()))
    hub.push(changed(good, **spoil(good["report"])))
    ((counts, said),) = kept(league)
    assert not counts
    assert why in said
    assert page(league).status_code == 404
    hub.push(good)
    assert kept(league) == [(True, "")]
    assert page(league).status_code == 200


def test_a_signed_report_that_no_page_can_be_made_of_breaks_none(league, hub):
    lines = lines_of(match_day())
    odd = [replace(lines[0], teams=("A", "B")), *lines[1:]]
    hub.push(hub.signed_report(tuple(odd)), "odd-1")
    ((counts, why),) = kept(league)
    assert (counts, why) == (False, "It is whole, and signed, and nobody can read it here.")
    hub.push(hub.signed_report(lines))
    assert page(league).status_code == 200


def test_the_first_key_of_a_pub_is_its_own_and_another_one_waits_for_the_federations_word(
    league, hub, tmp_path
):
    hub.push(hub.signed_report(lines_of(match_day())))
    assert "noch nicht bestätigt" not in page(league).text
    hub.key = tmp_path / "other.pem"
    hub.push(hub.signed_report(lines_of(match_day())))
    assert "noch nicht bestätigt" in page(league).text
    assert "not confirmed" in page(league, language="en").text
    assert rows(league.database, "SELECT accepted FROM report_key ORDER BY since") == [(True,), (False,)]
    accept_key(league.database, HOME, fingerprint(hub.public).upper(), accepted=True)
    assert [key.accepted for key in signing_keys(league.database)] == [True, True]
    league.renderer.once()
    assert "noch nicht bestätigt" not in page(league).text
    with pytest.raises(BadRequest, match="No report of 'Krug' came with a key"):
        accept_key(league.database, AWAY, fingerprint(hub.public), accepted=True)


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ({"teams": ("Anker", "Post")}, "another pub's team"),
        ({"variant": "chic"}, "another game"),
    ],
)
def test_a_report_of_something_else_is_no_fixtures(league, hub, head, why):
    lines = tuple(replace(line, **head) if isinstance(line, Head) else line for line in lines_of(match_day()))
    if "teams" in head:
        lines = tuple(line for line in lines if getattr(line, "team", False) is not True)
    hub.push(hub.signed_report(lines))
    assert kept(league) == [(True, "")], why
    assert page(league).status_code == 404


def test_the_signed_day_counts_and_not_when_the_hub_says_it_was(league, hub):
    def dated(day):
        return tuple(
            replace(line, day=day) if isinstance(line, Head) else line for line in lines_of(match_day())
        )

    hub.push(hub.signed_report(dated("2026-11-23")))
    assert page(league).status_code == 404
    hub.push(hub.signed_report(dated(SUNDAY.isoformat()), at=1.7e9))
    assert "Gespielt am 22.11.2026" in page(league).text
    assert "Played on 2026-11-22" in page(league, language="en").text
    hub.push(hub.signed_report(dated("2026-02-31")))
    assert kept(league) == [(False, "It names '2026-02-31', which is no day.")]


def test_a_report_follows_its_fixture_to_another_day(league, hub):
    hub.push(hub.signed_report(lines_of(match_day())))
    move(league.database, 1, date(2026, 11, 29))
    league.renderer.once()
    assert GERMAN["report"] not in page(league).text
    assert GERMAN["moved"] in page(league).text
    move(league.database, 1, SUNDAY)
    league.renderer.once()
    assert GERMAN["report"] in page(league).text


def test_initials_are_shown_as_they_came_and_a_whole_name_among_them_is_none(league, hub):
    lines = lines_of(match_day())
    short = {name: f"{name[0]}." if name != "Ben" else "Ben" for name in people_of(lines)}
    hub.push(hub.signed_report(called(lines, short.__getitem__), initials=[*short.values()]))
    text = page(league).text
    assert "C. (Anker)" in text
    assert "Ben" not in text
    assert rows(league.database, "SELECT count(*) FROM player WHERE name LIKE '%.'") == [(0,)]


def test_who_is_forgotten_is_so_in_reports_too(league, hub):
    hub.push(hub.signed_report(lines_of(match_day())))
    players = league.ask("GET", "/api/v1/me", HOME).json["players"]
    anna = next(player["player"] for player in players if player["name"] == "Anna")
    league.ask("DELETE", f"/api/v1/players/{anna}", HOME)
    hub.push(hub.signed_report(lines_of(match_day(seed=2))))
    assert "Anna" not in page(league).text
    assert rows(league.database, "SELECT count(*) FROM report r WHERE r::text LIKE '%Anna%'") == [(0,)]


def test_a_report_is_no_game_and_counts_none(league, hub, division):
    hub.push(hub.signed_report(lines_of(match_day())))
    hub.push(None)
    assert rows(league.database, "SELECT count(*) FROM game") == [(0,)]
    assert league.page.get(f"/d/{division}.json").json["matches"][0]["games"] == 0
