"""The captains' pages: choosing a word, login, and the club's pending matches."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, redirect, request

from league.calendar import fixtures
from league.club import captain
from league.club.confirming import act_of_club
from league.club.crest import choose_colours, colours_of
from league.club.reminders import address_of, ask_for_reminders
from league.club.words import BY_LANGUAGE, refusal, sentence_of
from league.database import the_row
from league.errors import BadRequest, NotAllowed
from league.federation.routes import OWN
from league.matches.substitutes import check_line_up
from league.pages import templates
from league.registry import Pub
from league.table import division_of

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict
    from werkzeug.wrappers import Response as AnyResponse

    from league.calendar import Fixture
    from league.database import Database
    from league.federation.door import Guard
    from league.matches.count import Played
    from league.registry import Names

    Form = MultiDict[str, str]

COOKIE: Final = "knobeltisch_club"
LONGEST: Final = 64
NEXT: Final = 6
"""So many of its next matches a captain is offered."""
PLACES: Final = {"de": "/club", "en": "/en/club"}
_DIVISIONS: Final = "SELECT division FROM team JOIN division ON division.id = division JOIN season ON season.id = season WHERE pub = %s AND confirm_days IS NOT NULL"


def clubs(database: Database, names: Names, guard: Guard, *, mails: bool) -> Blueprint:
    """Register the routes of the captains' pages; `mails`: whether the federation sends reminders."""
    routes, desk = Blueprint("club", __name__), _Desk(database, names, guard, mails=mails)

    @routes.before_request
    def check() -> None:
        if request.method == "POST":
            guard.check_origin()

    @routes.after_request
    def seal(answer: Response) -> Response:
        for name, value in {**guard.headers, **OWN}.items():
            answer.headers[name] = value
        return answer

    for language, home in PLACES.items():
        values = {"language": language}
        for path, view, methods in (
            ("", desk.matches, ["GET", "POST"]),
            ("/welcome", desk.welcome, ["GET", "POST"]),
            ("/enter", desk.enter, ["POST"]),
            ("/leave", desk.leave, ["POST"]),
        ):
            name = f"{path.strip('/') or 'matches'}_{language}"
            routes.add_url_rule(f"{home}{path}", name, view, methods=methods, defaults=values)
    return routes


class _Desk:
    """Answer a captain's browser."""

    def __init__(self, database: Database, names: Names, guard: Guard, *, mails: bool) -> None:
        self._database, self._names, self._guard, self._mails = database, names, guard, mails

    def matches(self, language: str) -> AnyResponse:
        """Show the club's pending matches, after carrying out a submitted form."""
        club = captain.club_of(self._database, self._cookie())
        if club is None:
            return self._door(language, status=403 if request.method == "POST" else 200)
        if request.method != "POST":
            return self._shown(club, language, done=request.args.get("done", ""))
        try:
            self._check_token()
            return self._done(club, request.form, language)
        except (BadRequest, NotAllowed) as error:
            code = error.code if isinstance(error, BadRequest) else "other"
            return self._shown(club, language, status=400, refused=refusal(code, language))

    def _done(self, club: tuple[int, str], form: Form, language: str) -> AnyResponse:
        """Carry out a form and show the result. Raise BadRequest."""
        number, what = form.get("fixture", ""), form.get("do", "")
        fixture = int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else 0
        if what == "line_up":
            said = [name for name in form.get("names", "").replace(",", "\n").split("\n") if name.strip()]
            found = check_line_up(self._database, self._names, Pub(id=club[0], name=club[1]), fixture, said)
            sentences = [sentence_of(checked, language) for checked in found]
            return self._shown(club, language, line_up=sentences, chosen=fixture)
        if what == "crest":
            choose_colours(self._database, club[0], form.get("field", ""), form.get("band", ""))
        elif what == "mail" and self._mails:
            ask_for_reminders(self._database, club[0], form.get("mail", ""), language)
        else:
            act_of_club(self._database, club, fixture, what, form.get("sum", ""), form.get("reason", ""))
        return redirect(f"{PLACES[language]}?done={what}", 303)

    def welcome(self, language: str) -> AnyResponse:
        """Let a captain with a valid code choose the club's word."""
        if request.method != "POST":
            return self._door(language, welcome=True)
        try:
            token = captain.choose_word(
                self._database, request.form.get("code", "").strip(), request.form.get("word", "")
            )
        except (BadRequest, NotAllowed) as error:
            code = "word" if isinstance(error, BadRequest) else "link"
            words, said = refusal(code, language), request.form.get("code", "")
            return self._door(language, status=400, welcome=True, refused=words, code=said)
        return self._inside(token, language)

    def enter(self, language: str) -> AnyResponse:
        """Log in with the club's word."""
        try:
            token = captain.enter(self._database, request.form.get("club", ""), request.form.get("word", ""))
        except NotAllowed:
            return self._door(language, status=403, refused=refusal("enter", language))
        return self._inside(token, language)

    def leave(self, language: str) -> AnyResponse:
        """Go out."""
        self._check_token()
        captain.leave(self._database, self._cookie() or "")
        answer = redirect(PLACES[language], 303)
        answer.delete_cookie(COOKIE)
        return answer

    def _inside(self, token: str, language: str) -> AnyResponse:
        answer = redirect(PLACES[language], 303)
        secure = request.is_secure or request.headers.get("X-Forwarded-Proto") == "https"
        answer.set_cookie(COOKIE, token, secure=secure, httponly=True, samesite="Strict", path="/")
        return answer

    def _shown(self, club: tuple[int, str], language: str, *, status: int = 200, **said: Any) -> Response:  # noqa: ANN401 - what a page says
        waiting = [
            {"match": match, "may_confirm": match.fixture.away == club[1]}
            for match in self._waiting(club)
            if club[1] in (match.fixture.home, match.fixture.away)
        ]
        shown = {
            "club": club[1],
            "waiting": waiting,
            "coming": self._coming(club),
            "colours": colours_of(self._database, club[0]),
            "mails": self._mails,
            "mail": address_of(self._database, club[0]),
        }
        return self._page("matches", language, status, **shown, **said)

    def _coming(self, club: tuple[int, str]) -> list[Fixture]:
        """Return the next matches of a club."""
        with self._database.public() as cursor:
            cursor.execute("SELECT division FROM team WHERE pub = %s", [club[0]])
            found = [fixture for (number,) in cursor.fetchall() for fixture in fixtures(cursor, number)]
            cursor.execute("SELECT current_date")
            (today,) = the_row(cursor)
        own = [match for match in found if club[1] in (match.home, match.away) and match.day >= today]
        return sorted(own, key=lambda match: match.day)[:NEXT]

    def _waiting(self, club: tuple[int, str]) -> list[Played]:
        """Return the matches of a club's divisions that are played and not yet confirmed."""
        with self._database.owner() as cursor:
            cursor.execute(_DIVISIONS, [club[0]])
            found = [division_of(cursor, number) for (number,) in cursor.fetchall()]
        return [
            match
            for division in found
            if division is not None
            for match in division.matches
            if match.games and match.state != "stands"
        ]

    def _door(self, language: str, *, status: int = 200, **said: Any) -> Response:  # noqa: ANN401 - what a page says
        with self._database.public() as cursor:
            cursor.execute("SELECT DISTINCT name FROM pub JOIN team ON pub = pub.id ORDER BY name")
            names = [name for (name,) in cursor.fetchall()]
        return self._page("door", language, status, **{"clubs": names, "code": "", **said})

    def _page(self, template: str, language: str, status: int, **said: Any) -> Response:  # noqa: ANN401 - what a page says
        path = request.path
        place = {
            "home": PLACES[language],
            "other": path.removeprefix("/en") if language == "en" else f"/en{path}",
            "language": language,
            "token": self._token(),
        }
        words = BY_LANGUAGE[language]
        body = templates.get_template(f"club/{template}.html").render(w=words, **place, **said)
        return Response(body, status=status, content_type="text/html; charset=utf-8")

    def _token(self) -> str:
        cookie = self._cookie()
        return "" if cookie is None else self._guard.token_of(cookie)

    def _check_token(self) -> None:
        if not hmac.compare_digest(request.form.get("token", "").encode(), self._token().encode()):
            raise NotAllowed("This form is old; send it again.")

    def _cookie(self) -> str | None:
        found = request.cookies.get(COOKIE)
        return found if found and len(found) <= LONGEST else None
