"""Reminders by mail: a captain who asked for them gets one for each result with a near deadline.

The federation names its mail server; without one nothing is sent, and pages ask for no address. A failed mail is
tried again, and recorded once the server has accepted it.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from league.club.words import BY_LANGUAGE
from league.errors import BadRequest, NoMailServer
from league.table import division_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from league.database import Database

ADDRESS: Final = re.compile(r"[^\s@<>,;:\"\\()\[\]]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
LONGEST: Final = 200
NEAR_DAYS: Final = 2
"""So many days before the deadline ends a reminder is sent."""
WAIT_S: Final = 30
PORTS: Final = {"smtp": 587, "smtps": 465}
HERE: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """The federation's mail server: `tls` from the first byte, else STARTTLS, which only a server on this machine may lack."""

    host: str
    port: int
    tls: bool
    user: str
    password: str
    sender: str
    league: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """A reminder for a captain."""

    fixture: int
    pub: int
    home: str
    away: str
    deadline: date
    address: str
    language: str


def read_mail_server(url: str, sender: str, league: str) -> MailServer:
    """Return the server of an address such as `smtp://user:password@mail.example.org`. Raise BadRequest.

    `sender`: from whom the mails come; `league`: where the league is, such as `https://league.example.org`.
    """
    try:
        said = urlsplit(url)
        port = said.port or PORTS[said.scheme]
    except (KeyError, ValueError) as error:
        raise BadRequest(
            "The mail server must be smtp://HOST or smtps://HOST, with USER:PASSWORD@ before it where it asks for them."
        ) from error
    if not said.hostname:
        raise BadRequest("The mail server's address has no host; write smtp://mail.example.org.")
    if not ADDRESS.fullmatch(sender):
        raise BadRequest(f"The sender is {sender[:60]!r}; it must be an address such as league@example.org.")
    if not league.startswith(("https://", "http://")):
        raise BadRequest(f"The league's own address is {league[:60]!r}; it must begin with https://.")
    return MailServer(
        host=said.hostname,
        port=port,
        tls=said.scheme == "smtps",
        user=unquote(said.username or ""),
        password=unquote(said.password or ""),
        sender=sender,
        league=league.rstrip("/"),
    )


def ask_for_reminders(database: Database, pub: int, address: str, language: str) -> None:
    """Set the address for a captain's reminders; '' ends them and deletes the address. Raise BadRequest."""
    said = address.strip()
    if said and (len(said) > LONGEST or not ADDRESS.fullmatch(said)):
        raise BadRequest("This is no mail address; write one such as name@example.org.", code="mail")
    with database.owner() as cursor:
        cursor.execute(
            "UPDATE captain SET mail = %s, mail_language = %s WHERE pub = %s",
            [said or None, language if said else None, pub],
        )


def address_of(database: Database, pub: int) -> str:
    """Return the address for a captain's reminders; '' for none."""
    with database.owner() as cursor:
        cursor.execute("SELECT mail FROM captain WHERE pub = %s", [pub])
        row = cursor.fetchone()
    return "" if row is None or row[0] is None else str(row[0])


_NEAR: Final = """
SELECT division, fixture.id, away, mail, mail_language FROM fixture
JOIN division ON division.id = division JOIN season ON season.id = season
JOIN captain ON captain.pub = away JOIN pub ON pub.id = away
WHERE mail IS NOT NULL AND NOT barred AND current_date BETWEEN day + confirm_days - %s AND day + confirm_days
  AND EXISTS (SELECT FROM game WHERE game.pub = home AND game.day = fixture.day AND counts)
  AND NOT EXISTS (SELECT FROM standing WHERE standing.fixture = fixture.id)
  AND NOT EXISTS (SELECT FROM reminded WHERE reminded.fixture = fixture.id AND reminded.pub = away)
ORDER BY division, fixture.id
"""


def due_reminders(database: Database) -> list[Reminder]:
    """Return today's reminders: pending results with a near deadline."""
    found = []
    with database.owner() as cursor:
        cursor.execute(_NEAR, [NEAR_DAYS])
        near = cursor.fetchall()
        divisions = {number: division_of(cursor, number) for number in {row[0] for row in near}}
    for number, fixture, pub, address, language in near:
        division = divisions[number]
        assert division is not None
        match = next(match for match in division.matches if match.fixture.id == fixture)
        if match.games and match.state == "open" and match.deadline is not None and not match.is_set:
            found.append(
                Reminder(
                    fixture=fixture,
                    pub=pub,
                    home=match.fixture.home,
                    away=match.fixture.away,
                    deadline=match.deadline,
                    address=address,
                    language=language,
                )
            )
    return found


def send_due(database: Database, send: Callable[[Reminder], None]) -> int:
    """Send and record each due reminder; return how many. Raise the error of `send`: the others are still due."""
    due = due_reminders(database)
    for reminder in due:
        send(reminder)
        with database.owner() as cursor:
            cursor.execute(
                "INSERT INTO reminded (fixture, pub) VALUES (%s, %s) ON CONFLICT DO NOTHING",
                [reminder.fixture, reminder.pub],
            )
    return len(due)


def mail_of(reminder: Reminder, server: MailServer) -> EmailMessage:
    """Return a reminder as a mail in its captain's language. It names pubs, but no people."""
    words = BY_LANGUAGE[reminder.language]
    said = {
        "home": reminder.home,
        "away": reminder.away,
        "day": reminder.deadline.strftime(words["date"]),
        "page": f"{server.league}{'/en' if reminder.language == 'en' else ''}/club",
    }
    mail = EmailMessage()
    mail["Subject"] = words["mail_subject"].format(**said)
    mail["From"], mail["To"] = server.sender, reminder.address
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=server.sender.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(words["mail_text"].format(**said))
    return mail


def send_by(server: MailServer, reminder: Reminder) -> None:
    """Send a reminder. Raise NoMailServer if the server cannot be reached or refuses it."""
    trusted = ssl.create_default_context()
    try:
        line: smtplib.SMTP
        if server.tls:
            line = smtplib.SMTP_SSL(server.host, server.port, timeout=WAIT_S, context=trusted)
        else:
            line = smtplib.SMTP(server.host, server.port, timeout=WAIT_S)
        with line:
            line.ehlo_or_helo_if_needed()
            if not server.tls and line.has_extn("starttls"):
                line.starttls(context=trusted)
            elif not server.tls and server.host not in HERE:
                raise NoMailServer(
                    f"The mail server {server.host} offers no STARTTLS; use one that does, or smtps://."
                )
            if server.user:
                line.login(server.user, server.password)
            line.send_message(mail_of(reminder, server))
    except (OSError, smtplib.SMTPException) as error:
        if isinstance(error, NoMailServer):
            raise
        raise NoMailServer(
            f"The mail server {server.host} does not take a reminder ({type(error).__name__}); it is tried again."
        ) from error
