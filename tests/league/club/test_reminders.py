"""Reminders by mail, through a real mail server: who gets one, when, once; what happens while the server is away; and whose address is kept."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.support.programs import load_psycopg

psycopg = load_psycopg()

from knobeltisch.commands.league.reminder_thread import ReminderThread
from knobeltisch.commands.league.run_league import GUARD, is_signed
from league.app import create_app
from league.club.reminders import (
    address_of,
    ask_for_reminders,
    due_reminders,
    read_mail_server,
    send_by,
    send_due,
)
from league.database import Database
from league.errors import BadRequest, NoMailServer
from league.registry import Names
from tests.league.test_captains import TODAY, Captain, more, played  # noqa: F401 - a fixture
from tests.league.test_pages import AWAY, HOME
from tests.support.servers.mail import MailServer
from tests.support.servers.ports import free_port
from tests.support.waiting import until

KRUG = "krug@example.org"


@pytest.fixture
def mails():
    server = MailServer()
    server.start()
    yield server
    server.stop()


def server_of(mails, user=""):
    return read_mail_server(
        f"smtp://{user}127.0.0.1:{mails.port}", "league@example.org", "https://league.example.org/"
    )


@pytest.fixture
def krug(league, played):  # noqa: F811
    """The away club's captain, who wants reminders, and the due ones."""
    captain = Captain(league, AWAY)
    app = create_app(league.database, league.renderer, Names(league.database), is_signed, GUARD, mails=True)
    captain.page = app.test_client()
    captain.come_in()
    assert captain.send("mail", change={"mail": KRUG}).status_code == 303
    return captain


def let_days_pass(league, days):
    """Make the match so many days old."""
    with league.database.owner() as cursor:
        cursor.execute("UPDATE fixture SET day = %s WHERE home = (SELECT id FROM pub WHERE name = %s)", [TODAY - timedelta(days=days), HOME])  # fmt: skip
        cursor.execute("UPDATE game SET day = %s", [TODAY - timedelta(days=days)])


def test_a_captain_is_reminded_once_in_the_language_in_which_he_asked_two_days_before_the_deadline(
    league, krug, mails
):
    def send(reminder):
        send_by(server_of(mails), reminder)

    for days, sent in ((4, 0), (5, 1), (6, 0), (7, 0)):
        let_days_pass(league, days)
        assert send_due(league.database, send) == sent, days
    (mail,) = mails.mails
    assert (mail["To"], mail["From"]) == (KRUG, "league@example.org")
    assert mail["Subject"] == f"Noch zu bestätigen: {HOME} - {AWAY}"
    text = mail.get_content()
    assert (TODAY + timedelta(days=2)).strftime("%d.%m.%Y") in text
    assert "https://league.example.org/club" in text
    assert not {"Anna", "Hans"} & set(re.findall(r"\w+", text)), "no person is named"


def test_in_english_by_the_english_page(league, krug, mails):
    ask_for_reminders(league.database, 2, KRUG, "en")
    let_days_pass(league, 6)
    send_due(league.database, lambda reminder: send_by(server_of(mails), reminder))
    assert mails.mails[0]["Subject"] == f"Still to confirm: {HOME} - {AWAY}"
    assert "https://league.example.org/en/club" in mails.mails[0].get_content()


def test_nothing_is_due_that_stands_or_was_protested_against_or_is_over(league, krug):
    let_days_pass(league, 8)
    assert due_reminders(league.database) == [], "the deadline has passed"
    let_days_pass(league, 6)
    assert len(due_reminders(league.database)) == 1
    krug.send("protested", reason="Partie 3 fehlt")
    assert due_reminders(league.database) == []
    with league.database.owner() as cursor:
        cursor.execute("DELETE FROM claim")
    krug.send("confirmed")
    assert due_reminders(league.database) == []


def test_who_asks_for_no_more_and_a_new_captain_are_forgotten_at_once(league, krug):
    let_days_pass(league, 6)
    shown = krug.look()
    assert KRUG in shown
    token = re.search('name="token" value="([^"]+)"', shown)[1]
    krug.page.post("/club", data={"token": token, "do": "mail"})
    assert (address_of(league.database, 2), due_reminders(league.database)) == ("", [])
    assert KRUG not in krug.look()
    ask_for_reminders(league.database, 2, KRUG, "de")
    krug.come_in("ein anderes Wort")
    assert address_of(league.database, 2) == ""


def test_no_role_sees_an_address(league, krug):
    for acts in (league.database.federation, league.database.public, lambda: league.database.pub(2)):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), acts() as cursor:
            cursor.execute("SELECT mail FROM captain")


@pytest.mark.parametrize(
    "said", ["Krug", "a@b", "a@b.de, c@d.de", "a@b.de\nBcc: c@d.de", f"{'x' * 250}@b.de"]
)
def test_what_is_no_address_is_refused(league, krug, said):
    assert krug.send("mail", change={"mail": said}).status_code == 400
    assert address_of(league.database, 2) == KRUG


def test_a_league_without_a_mail_server_asks_for_no_address(league, played):  # noqa: F811
    captain = Captain(league, AWAY).come_in()
    assert 'type="email"' not in captain.look()
    assert captain.send("mail", change={"mail": KRUG}).status_code == 400
    assert address_of(league.database, 2) == ""


def test_a_mail_that_the_server_does_not_take_is_tried_again_and_sent_once(league, krug, mails, conninfo):
    let_days_pass(league, 6)
    mails.refuses = True
    with pytest.raises(NoMailServer, match="does not take a reminder"):
        send_due(league.database, lambda reminder: send_by(server_of(mails), reminder))
    assert len(due_reminders(league.database)) == 1
    thread = ReminderThread(Database(conninfo), server_of(mails, "us%40er:p%3Ass@"), every=0.1, pause=0.1)
    thread.start()
    try:
        until(lambda: mails.logins)
        mails.refuses = False
        until(lambda: due_reminders(league.database) == [])
    finally:
        assert thread.stop(60)
    assert len(mails.mails) == 1
    assert mails.logins[0] == ["us@er", "p:ss"]


def test_a_server_that_is_away_or_speaks_no_tls_is_said_in_a_sentence(league, krug, mails):
    let_days_pass(league, 6)
    (reminder,) = due_reminders(league.database)
    for url in (f"smtp://127.0.0.1:{free_port()}", f"smtps://127.0.0.1:{mails.port}"):
        with pytest.raises(NoMailServer, match=r"tried again\.$"):
            send_by(read_mail_server(url, "l@example.org", "https://l.example.org"), reminder)
    assert mails.mails == []


@pytest.mark.parametrize(
    ("url", "sender", "address"),
    [
        ("mail.example.org", "l@example.org", "https://x"),
        ("http://mail.example.org", "l@example.org", "https://x"),
        ("smtp://", "l@example.org", "https://x"),
        ("smtp://mail.example.org:port", "l@example.org", "https://x"),
        ("smtp://mail.example.org", "", "https://x"),
        ("smtp://mail.example.org", "l@example.org", "league.example.org"),
    ],
)
def test_a_mail_server_that_cannot_be_meant_is_refused_before_the_service_starts(url, sender, address):
    with pytest.raises(BadRequest) as refused:
        read_mail_server(url, sender, address)
    assert str(refused.value).endswith(".")
