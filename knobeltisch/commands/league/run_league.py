"""The commands of `knobeltisch league`: each returns its output, or fails with one sentence."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from knobeltisch.commands.league.reminder_thread import ReminderThread
from knobeltisch.device.sd_notify import notifier
from knobeltisch.errors import LeagueTrouble, TournamentFileError
from knobeltisch.hub.report.signature import is_signed as openssl_says
from knobeltisch.lifecycle.stop_request import install_stop_request
from league import backup as copies
from league import calendar, registry
from league.app import create_app
from league.club.captain import new_link
from league.club.reminders import read_mail_server
from league.cluster import Cluster
from league.database import Database
from league.database import migrate as bring_up
from league.errors import LeagueError, NoPrograms
from league.example import furnish
from league.federation.door import Guard, new_federation_key
from league.federation.next_season import begin_season, proposal_of
from league.federation.officials import dismiss as end_office
from league.federation.officials import new_official
from league.federation.seasons import USUAL_DAYS, make_division
from league.matches.substitutes import set_first_team
from league.pages import Renderer
from league.registry import Names
from league.reports.keys import accept_key, signing_keys
from league.server import Server
from web.security.authorization import token_of
from web.security.origin import HEADERS, check_origin

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from league.club.reminders import MailServer

GUARD: Final = Guard(check_origin=check_origin, token_of=token_of, headers=HEADERS)
"""The page's security headers are those of a table."""


def answer(task: Callable[..., str], database: str | None = None, **words: object) -> str:
    """Run a task on a database and return its output. Raise LeagueTrouble instead of the league's own errors."""
    try:
        if database is None:
            return task(**words)
        with contextlib.closing(Database(database)) as opened:
            return task(opened, **words)
    except LeagueError as error:
        raise LeagueTrouble(str(error)) from error


def is_signed(message: str, key: str, signature: str) -> bool:
    """Whether a message has a key's signature. Raise NoPrograms if that cannot be checked."""
    try:
        return openssl_says(message, key, signature)
    except TournamentFileError as error:
        raise NoPrograms(str(error)) from error


def serve(
    database: Database,
    host: str,
    port: int,
    *,
    beside: bool,
    mail: str = "",
    sender: str = "",
    address: str = "",
) -> str:
    """Serve until somebody says stop; `beside` another process, which brings the database up, renders and sends reminders."""
    server = read_mail_server(mail, sender, address) if mail else None
    if not beside:
        bring_up(database)
    _serve(database, host, port, renders=not beside, mails=server)
    return ""


def try_out(port: int, folder: Path | None) -> str:
    """Serve an example on a PostgreSQL of its own."""
    made = folder or Path(tempfile.mkdtemp(prefix="knobeltisch-league-"))
    cluster = Cluster(made)
    try:
        cluster.start()
        with contextlib.closing(Database(cluster.create("league"))) as opened:
            bring_up(opened)
            key = furnish(opened)
            if key:
                print(f"A pub's key, to push with: {key}", flush=True)  # noqa: T201 - the command's own word
                print(f"The federation's key, for /federation: {new_federation_key(opened)}", flush=True)  # noqa: T201 - likewise
            _serve(opened, "127.0.0.1", port)
    finally:
        cluster.stop()
        if folder is None:
            shutil.rmtree(made, ignore_errors=True)
    return ""


def _serve(
    database: Database, host: str, port: int, *, renders: bool = True, mails: MailServer | None = None
) -> None:
    renderer, names = Renderer(database), Names(database)
    app = create_app(database, renderer, names, is_signed, GUARD, mails=mails is not None)
    server = Server(host, port, app, database)
    reminders = ReminderThread(database, mails) if mails is not None and renders else None
    stop = install_stop_request()
    if renders:
        renderer.start()
    if reminders is not None:
        reminders.start()
    server.start()
    print(f"The league is at http://{host}:{server.port}/", flush=True)  # noqa: T201 - the command's own word
    tell = notifier(os.environ)
    tell.ready(f"league: http://{host}:{server.port}/")
    stop.wait()
    tell.stopping()
    server.stop()
    if reminders is not None:
        reminders.stop()
    if renders:
        renderer.stop()


def migrate(database: Database) -> str:
    """Return the steps that were taken."""
    taken = bring_up(database)
    return "".join(f"{name}: done.\n" for name in taken) or "Nothing to do.\n"


def invite(database: Database, note: str) -> str:
    """Print a code for one pub."""
    registry.invite(database, note, _say)
    return ""


def pubs(database: Database) -> str:
    """Return the list of pubs."""
    with database.federation() as cursor:
        cursor.execute(
            "SELECT name, town, registered::date, barred, (SELECT count(*) FROM game WHERE pub = pub.id AND counts) "
            "FROM pub ORDER BY name"
        )
        rows = cursor.fetchall()
    return "".join(
        f"{name}{f', {town}' if town else ''}: since {since}, {games} games{', barred' if barred else ''}\n"
        for name, town, since, barred, games in rows
    )


def key(database: Database, name: str) -> str:
    """Print a new key for a pub."""
    registry.new_key(database, name, _say)
    return ""


def door(database: Database) -> str:
    """Print a new key for the federation's forms."""
    new_federation_key(database, _say)
    return ""


def official(database: Database, name: str, duties: Sequence[str]) -> str:
    """Print a key for an office."""
    new_official(database, name, duties, _say)
    return ""


def dismiss(database: Database, name: str) -> str:
    """End an office."""
    end_office(database, name)
    return f"{name}: dismissed.\n"


def _say(secret: str) -> None:
    """Print a secret once. Raise OSError if that fails: nothing is changed then."""
    sys.stdout.write(f"{secret}\n")
    sys.stdout.flush()


def keys(database: Database) -> str:
    """Return the list of keys that have signed reports."""
    return "".join(
        f"{signer.pub}: {signer.name}, since {signer.since}{'' if signer.accepted else ', not accepted'}\n"
        for signer in signing_keys(database)
    )


def accept(database: Database, name: str, key: str, *, off: bool) -> str:
    """Accept a key, or stop accepting it."""
    accept_key(database, name, key, accepted=not off)
    return f"{name}: {key} is {'accepted no longer' if off else 'accepted'}.\n"


def bar(database: Database, name: str, *, off: bool) -> str:
    """Bar a pub, or lift the bar."""
    registry.bar(database, name, barred=not off)
    return f"{name}: {'taken again' if off else 'barred'}.\n"


def second(database: Database, name: str, first: str | None) -> str:
    """Make a pub the second team of another."""
    set_first_team(database, name, first)
    return f"{name}: {'nobody' if first is None else first}'s second team.\n"


def division(
    database: Database,
    season: str,
    name: str,
    pubs: Sequence[str],
    form: str,
    first: date,
    play_up: int | None = None,
    **counts: int,
) -> str:
    """Make a division. `counts`: the `weeks` between match days, and for a new season the `days` to confirm a result."""
    wanted = calendar.NewDivision(name=name, format=form, pubs=pubs, level=counts.get("level", 1))
    number = make_division(
        database,
        season,
        wanted,
        first=first,
        every=counts["weeks"] * calendar.WEEK,
        days=counts.get("days", USUAL_DAYS),
        play_up=play_up,
    )
    return f"{season}, {name}: /d/{number}\n"


def next_season(
    database: Database, season: str, exchange: int, begin: str | None, first: date | None, weeks: int
) -> str:
    """Return the proposal for the season after one; with `begin` it is made."""
    with database.federation() as cursor:
        old = calendar.season_number(cursor, season)
    proposal = None if old is None else proposal_of(database, old, exchange)
    if old is None or proposal is None:
        raise LeagueTrouble(f"There is no season {season!r}.")
    said = "".join(f"{place.division}, {place.place}. {place.pub}: {place.to}\n" for place in proposal.places)
    if proposal.open:
        said += f"{proposal.open} matches do not count yet: the tables may still change.\n"
    if begin is not None and first is not None:
        to = {place.pub: place.to for place in proposal.places}
        made = begin_season(database, old, begin, to, first=first, every=weeks * calendar.WEEK)
        said += "".join(f"{begin}: /d/{number}\n" for number in made)
    return said


def captain(database: Database, name: str) -> str:
    """Print a code with which a pub's captain sets the club's password."""
    new_link(database, name, _say)
    return ""


def move(database: Database, fixture: int, day: date) -> str:
    """Move a fixture to another day."""
    calendar.move(database, fixture, day)
    return f"Fixture {fixture}: {day}.\n"


def forget(database: Database, player: int) -> str:
    """Forget a player's name."""
    registry.forget(database, player)
    return f"Player {player} is forgotten.\n"


def backup(database: Database, file: Path) -> str:
    """Write a copy."""
    copies.back_up(database.conninfo, file)
    return f"Written: {file}\n"


def restore(database: Database, file: Path) -> str:
    """Read a copy."""
    copies.restore(database, database.conninfo, file)
    bring_up(database)
    return f"Restored: {file}\n"
