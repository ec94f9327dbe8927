"""The routes of the forms: one address per page, GET to view and POST to act; visitors without a session get the login page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, redirect, request
from werkzeug.exceptions import HTTPException, NotFound

from league.errors import BadRequest, LeagueError, NotAllowed
from league.federation import views
from league.federation.acts import Acts
from league.federation.door import COOKIE, keep_cookie
from league.federation.words import BY_LANGUAGE, refusal
from league.pages import templates

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.wrappers import Response as AnyResponse

    from league.database import Database
    from league.federation.door import Door
    from league.registry import Names

HOME: Final = "/federation"
PLACES: Final = {"de": HOME, "en": f"/en{HOME}"}
LISTS: Final[dict[str, Callable[[Database], dict[str, Any]]]] = {
    "divisions": views.divisions,
    "pubs": views.pubs,
    "people": views.people,
    "officials": views.offices,
}
ONES: Final[dict[str, Callable[[Database, int], dict[str, Any] | None]]] = {
    "d": views.division,
    "f": views.fixture,
    "s": views.next_season,
}
OWN: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",  # a form from a page that hides its origin has none, and is refused
    "Cache-Control": "no-store",
}


def federation(database: Database, names: Names, door: Door) -> Blueprint:
    """Register the routes of the forms."""
    routes = Blueprint("federation", __name__)
    desk = _Desk(database, names, door)

    @routes.before_request
    def check() -> None:
        if request.method == "POST":
            door.guard.check_origin()

    for language, home in PLACES.items():
        values = {"language": language}
        routes.add_url_rule(home, f"home_{language}", desk.home, defaults=values)
        routes.add_url_rule(
            f"{home}/enter", f"enter_{language}", desk.enter, methods=["POST"], defaults=values
        )
        routes.add_url_rule(
            f"{home}/leave", f"leave_{language}", desk.leave, methods=["POST"], defaults=values
        )
        for rule, name in ((f"{home}/<page>", "list"), (f"{home}/<page>/<int:number>", "one")):
            routes.add_url_rule(
                rule, f"{name}_{language}", desk.page, methods=["GET", "POST"], defaults=values
            )

    @routes.errorhandler(LeagueError)
    @routes.errorhandler(HTTPException)
    @routes.errorhandler(NotFound)  # the public pages have a handler for it, which would go before
    def refused(error: LeagueError | HTTPException) -> Response:
        language = "en" if request.path.startswith(PLACES["en"]) else "de"
        return desk.refused(error, language)

    @routes.after_request
    def seal(answer: Response) -> Response:
        for name, value in {**door.guard.headers, **OWN}.items():
            answer.headers[name] = value
        return answer

    return routes


class _Desk:
    """Handle the requests of the forms."""

    def __init__(self, database: Database, names: Names, door: Door) -> None:
        self._database, self._door = database, door
        self._names = names

    def home(self, language: str) -> AnyResponse:
        """Show the divisions, or the login page."""
        if self._door.office() is None:
            return self._at_the_door(language)
        return redirect(f"{PLACES[language]}/divisions", 303)

    def enter(self, language: str) -> AnyResponse:
        """Log in with the key."""
        try:
            token = self._door.enter(request.form.get("key", ""))
        except NotAllowed:
            return self._at_the_door(language, BY_LANGUAGE[language]["wrong_key"], 403)
        answer = redirect(f"{PLACES[language]}/divisions", 303)
        assert isinstance(answer, Response)
        keep_cookie(answer, token)
        return answer

    def leave(self, language: str) -> AnyResponse:
        """Go out."""
        self._door.check_token()
        self._door.leave()
        answer = redirect(PLACES[language], 303)
        answer.delete_cookie(COOKIE)
        return answer

    def page(self, language: str, page: str, number: int | None = None) -> AnyResponse:
        """Show a page, after carrying out a submitted form."""
        if page not in (LISTS if number is None else ONES):
            raise NotFound
        office = self._door.office()
        if office is None:
            return self._at_the_door(language, status=403 if request.method == "POST" else 200)
        shown = partial(self._shown, language, page, number, office=office)
        if request.method != "POST":
            return shown(done=request.args.get("done", ""))
        self._door.check_token()
        try:
            done = Acts(self._database, self._names, office).do(request.form)
        except BadRequest as error:
            return shown(refused=refusal(error, language), status=400)
        if done.secret:
            return shown(done=done.word, secret=done.secret)
        return redirect(f"{request.path}?done={done.word}", 303)

    def refused(self, error: LeagueError | HTTPException, language: str) -> Response:
        """Return a refusal as a page with a sentence."""
        words = BY_LANGUAGE[language]
        code = (
            error.code if isinstance(error, HTTPException) else 403 if isinstance(error, NotAllowed) else 503
        )
        said = {403: words["old_form"], 404: words["no_page"]}.get(code or 500, words["not_now"])
        return _page("door.html", language, status=code or 500, refused=said, inside=False, key=False)

    def _at_the_door(self, language: str, refused: str = "", status: int = 200) -> Response:
        return _page("door.html", language, status=status, refused=refused, inside=False, key=True)

    def _shown(
        self, language: str, page: str, number: int | None, *, status: int = 200, **said: object
    ) -> Response:
        shown = LISTS[page](self._database) if number is None else ONES[page](self._database, number)
        if shown is None:
            raise NotFound
        token = self._door.token()
        return _page(
            f"{page}.html", language, status=status, token=token, inside=True, here=page, **shown, **said
        )


def _page(template: str, language: str, *, status: int, **values: object) -> Response:
    other = request.path.removeprefix("/en") if language == "en" else f"/en{request.path}"
    place = {"home": PLACES[language], "path": request.path, "other": other, "language": language}
    body = templates.get_template(f"federation/{template}").render(w=BY_LANGUAGE[language], **place, **values)
    return Response(body, status=status, content_type="text/html; charset=utf-8")
