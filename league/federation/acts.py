"""The acts of the federation's forms; each returns a word for its result, or a sentence for its refusal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from league import registry
from league.calendar import WEEK, NewDivision, add_fixture, move
from league.club.captain import new_link
from league.club.confirming import stand_by_federation
from league.errors import BadRequest
from league.federation.next_season import begin_season
from league.federation.officials import FEDERATION, dismiss, new_official
from league.federation.rulings import rule
from league.federation.seasons import USUAL_DAYS, make_division
from league.matches.substitutes import set_first_team
from league.reports.keys import accept_key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from werkzeug.datastructures import MultiDict

    from league.database import Database
    from league.federation.duties import Duty
    from league.federation.officials import Office
    from league.registry import Names

    Form = MultiDict[str, str]

LONGEST: Final = 26
"""Weeks from one match day to the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The result of an act, as a word; `secret` is shown only once."""

    word: str
    secret: str = ""


class Acts:
    """Carry out forms. Each method raises BadRequest with a sentence."""

    def __init__(self, database: Database, names: Names, office: Office = FEDERATION) -> None:
        self._database, self._names, self._office = database, names, office
        self._by_name: Mapping[str, tuple[Duty | None, Callable[[Form], Done]]] = {
            "invite": ("pubs", self._invite),
            "key": ("pubs", self._key),
            "captain": ("pubs", self._captain),
            "bar": ("pubs", self._bar),
            "second": ("pubs", self._second),
            "accept": ("pubs", self._accept),
            "division": ("calendar", self._division),
            "next": ("calendar", self._next),
            "fixture": ("calendar", self._fixture),
            "move": ("calendar", self._move),
            "rule": ("protests", self._rule),
            "agree": ("people", self._agree),
            "disagree": ("people", self._disagree),
            "forget": ("people", self._forget),
            "forget_number": ("people", self._forget_number),
            "official": (None, self._official),
            "dismiss": (None, self._dismiss),
        }

    def do(self, form: Form) -> Done:
        """Carry out the named act. Raise BadRequest."""
        _check_letters(form)
        found = self._by_name.get(form.get("do", ""))
        if found is None:
            raise BadRequest("There is no such form.", code="no_form")
        duty, act = found
        if not self._office.may(duty):
            raise BadRequest(
                f"This is not a duty of {self._office.name}; ask the federation.",
                code="not_your_duty",
                name=self._office.name,
            )
        return act(form)

    def _official(self, form: Form) -> Done:
        key = new_official(self._database, form.get("name", ""), form.getlist("duties"))
        return Done(word="official", secret=key)

    def _dismiss(self, form: Form) -> Done:
        dismiss(self._database, form.get("name", ""))
        return Done(word="dismissed")

    def _invite(self, form: Form) -> Done:
        note = registry.clean_name(form.get("note"), "note")
        return Done(word="invited", secret=registry.invite(self._database, note))

    def _key(self, form: Form) -> Done:
        return Done(word="new_key", secret=registry.new_key(self._database, form.get("pub", "")))

    def _bar(self, form: Form) -> Done:
        barred = form.get("off") is None
        registry.bar(self._database, form.get("pub", ""), barred=barred)
        return Done(word="barred" if barred else "taken_again")

    def _second(self, form: Form) -> Done:
        set_first_team(self._database, form.get("pub", ""), form.get("first") or None)
        return Done(word="second")

    def _accept(self, form: Form) -> Done:
        accepted = form.get("off") is None
        accept_key(self._database, form.get("pub", ""), form.get("key", ""), accepted=accepted)
        return Done(word="accepted" if accepted else "refused_key")

    def _division(self, form: Form) -> Done:
        every, level = _weeks(form), _number(form, "level") if form.get("level", "").strip() else 1
        days = _number(form, "confirm") if form.get("confirm", "").strip() else USUAL_DAYS
        play_up = _number(form, "play_up") if form.get("play_up", "").strip() else None
        wanted = NewDivision(
            name=form.get("name", ""), format=form.get("form", ""), pubs=form.getlist("pubs"), level=level
        )
        make_division(
            self._database,
            form.get("season", ""),
            wanted,
            first=_day(form, "first"),
            every=every,
            days=days,
            play_up=play_up,
        )
        return Done(word="made")

    def _next(self, form: Form) -> Done:
        pubs, to = form.getlist("pub"), form.getlist("to")
        if len(pubs) != len(to):
            raise BadRequest("There is no such form.", code="no_form")
        begin_season(
            self._database,
            _number(form, "old"),
            form.get("season", ""),
            dict(zip(pubs, to, strict=True)),
            first=_day(form, "first"),
            every=_weeks(form),
        )
        return Done(word="made")

    def _fixture(self, form: Form) -> Done:
        pubs = form.get("home", ""), form.get("away", "")
        add_fixture(
            self._database,
            _number(form, "division"),
            *pubs,
            day=_day(form, "day"),
            turn=_number(form, "round"),
        )
        return Done(word="made")

    def _move(self, form: Form) -> Done:
        move(self._database, _number(form, "fixture"), _day(form, "day"), self._office.name)
        return Done(word="moved")

    def _rule(self, form: Form) -> Done:
        points = form.get("home", ""), form.get("away", "")
        fixture, reason = _number(form, "fixture"), form.get("reason", "")
        rule(self._database, fixture, *points, reason=reason, office=self._office.name)
        if not any(points):
            stand_by_federation(self._database, fixture, reason, self._office.name)
        return Done(word="ruled" if any(points) else "unruled")

    def _captain(self, form: Form) -> Done:
        return Done(word="captain", secret=new_link(self._database, form.get("pub", "")))

    def _agree(self, form: Form) -> Done:
        registry.agree(self._database, self._names, form.get("pub", ""), form.get("name", ""), shown=True)
        return Done(word="agreed")

    def _disagree(self, form: Form) -> Done:
        registry.agree(self._database, self._names, form.get("pub", ""), form.get("name", ""), shown=False)
        return Done(word="hidden")

    def _forget(self, form: Form) -> Done:
        registry.forget_named(self._database, self._names, form.get("pub", ""), form.get("name", ""))
        return Done(word="forgotten")

    def _forget_number(self, form: Form) -> Done:
        registry.forget(self._database, _number(form, "number"))
        return Done(word="forgotten")


def _check_letters(form: Form) -> None:
    """Raise BadRequest for a null character in a form: PostgreSQL cannot store one."""
    for field, value in form.items(multi=True):
        if "\x00" in value:
            registry.clean_name(value, field)


def _number(form: Form, field: str) -> int:
    said = form.get(field, "").strip()
    if not said.isdecimal() or len(said) > 9:
        raise BadRequest(f"{field} is {said[:20]!r}; it must be a number.", code="number", said=said[:20])
    return int(said)


def _weeks(form: Form) -> timedelta:
    weeks = _number(form, "weeks")
    if not 1 <= weeks <= LONGEST:
        raise BadRequest(f"weeks is {weeks}; it must be 1 to {LONGEST}.", code="weeks", most=LONGEST)
    return weeks * WEEK


def _day(form: Form, field: str) -> date:
    said = form.get(field, "").strip()
    try:
        return date.fromisoformat(said)
    except ValueError as error:
        raise BadRequest(
            f"{field} is {said[:20]!r}; it must be a day such as 2026-11-29.", code="day", said=said[:20]
        ) from error
