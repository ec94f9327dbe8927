"""The wording of reports: dates, results and debts in one language."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import scorer
from scorer.words import variant_text as words
from web.translations import catalogue, catalogue_name, t

if TYPE_CHECKING:
    from collections.abc import Mapping

MINUS: Final = "\N{MINUS SIGN}"


class Words:
    """The words for report templates. Times are ISO 8601 in the device's time zone; None reads "ohne Datum"."""

    def __init__(self, language: str, variant: str | None = None) -> None:
        self.language, self._variant = language, variant
        self.t = partial(t, language)

    def of(self, variant: str) -> Words:
        """Return the words for a game: its own, and Swiss ones for a Swiss game."""
        return Words(catalogue_name(self.language, variant), variant)

    def tn(self, key: str, n: int) -> str:
        """Return a count in digits with its noun, for tables and beside other numbers."""
        return t(self.language, f"{key}.{'one' if n == 1 else 'other'}", n=self.count(n))

    def day(self, when: str | None) -> str:
        """Return a date in full, such as "Samstag, 21. November 2026"."""
        if when is None:
            return self.t("date.none")
        day = datetime.fromisoformat(when).date()
        weekday = self.t(f"weekday.{day.weekday()}")
        return self.t(
            "date.long", weekday=weekday, day=day.day, month=self.t(f"month.{day.month}"), year=day.year
        )

    def short_day(self, when: str | None) -> str:
        """Return a short date, such as "21.11.2026"."""
        if when is None:
            return self.t("date.none")
        day = datetime.fromisoformat(when).date()
        return self.t("date.short", day=f"{day.day:02}", number=f"{day.month:02}", year=day.year)

    def clock(self, when: str | None) -> str:
        """Return a time of day."""
        return self.t("date.none") if when is None else f"{datetime.fromisoformat(when):%H:%M}"

    def span(self, evening: Mapping[str, Any]) -> str:
        """Return start and end; only the start if there is no end yet or the clock was set back, "" without a start."""
        began, ended = evening["began"], evening["ended"]
        if began is None:
            return ""
        if evening["running"] or ended is None:
            return self.t("time.since", from_=self.clock(began))
        if datetime.fromisoformat(ended) < datetime.fromisoformat(began):
            return self.t("time.since", from_=self.clock(began))
        return self.t("time.span", from_=self.clock(began), to=self.clock(ended))

    def variant(self, name: str) -> str:
        """Return the name of a game."""
        known = f"variant.{name}" in catalogue(self.language)
        return self.t(f"variant.{name if known else 'other'}")

    def badge(self, name: str, *, rule: bool = False) -> str:
        """Return a badge's name, or with `rule` its requirement."""
        return self.t(f"badge.{name}.rule" if rule else f"badge.{name}")

    def option(self, name: str, value: object) -> str:
        """Return a house rule as a sentence, such as "Drei Dreier zahlen: ja"."""
        spoken = self.language.partition("-")[0]
        return f"{words.label_text(name, spoken)}: {words.value_text(name, value, spoken)}"

    def has_loser(self, variant: str) -> bool:
        """Whether a game of this preset ends with a loser; other games are never reported as unfinished."""
        return variant not in scorer.VARIANTS or scorer.ends_by(scorer.load_variant(variant)) == "loss"

    def result(self, result: Mapping[str, Any]) -> str:
        """Return a short result, as on the board: "204", "Fish", "Chick"; "" without a value."""
        kind, dice = result["kind"], result["dice"] or []
        known = catalogue(self.language)
        own = f"result.{kind}@{self._variant}"
        key = own if own in known else f"result.{kind}"
        if key not in known:
            return "" if result["value"] is None else str(result["value"])
        number = "".join(map(str, reversed(dice)))
        return t(self.language, key, face=dice[-1] if dice else "", number=number)

    def dice(self, result: Mapping[str, Any]) -> str:
        """Return a result's dice as digits; "" if they are not known."""
        return " ".join(map(str, result["dice"] or ()))

    def declared(self, choice: Mapping[str, Any] | None) -> str:
        """Return the leader's declaration; "" if there was none."""
        if choice is None or None in (choice["direction"], choice["ones"]):
            return ""
        direction = self.t(f"direction.{choice['direction']}")
        return self.t("declare", ones=choice["ones"], sixes=choice["sixes"], direction=direction)

    def owed(self, items: Mapping[str, int]) -> str:
        """Return debts in the words of the bill, such as "1 verlorenes Spiel, 2 Gläser"."""
        return ", ".join(self.tn(f"bill_of.{kind}", count) for kind, count in items.items())

    def games_and_rounds(self, games: int, rounds: int) -> str:
        """Return the number of games, and of rounds of games without an end, such as "3 Spiele, 2 Runden" or "nichts"."""
        counted = (
            self.tn("report.games", games) if games else "",
            self.tn("report.rounds", rounds) if rounds else "",
        )
        return ", ".join(filter(None, counted)) or self.t("report.nothing")

    def count(self, number: int) -> str:
        """Return a whole number with thousands separated by narrow non-breaking spaces."""
        return f"{number:,}".replace(",", "\u202f")

    def decimal(self, number: float, places: int = 1) -> str:
        """Return a number in the language's format, with a comma in German."""
        text = f"{number:.{places}f}"
        return text.replace(".", ",") if self.language.startswith("de") else text

    def signed(self, number: float) -> str:
        """Return a number to one decimal with its sign; zero has none."""
        text = self.decimal(abs(number))
        return text if float(f"{number:.1f}") == 0 else f"{'+' if number > 0 else MINUS}{text}"

    def whole(self, number: int) -> str:
        """Return a whole number other than zero with its sign."""
        return f"{'+' if number > 0 else MINUS}{abs(number)}"

    def chance(self, p: float) -> str:
        """Return a probability in words, such as "in etwa 5 von 100 Fällen"."""
        percent = round(100 * p)
        if percent >= 1:
            return self.t("dice.of_hundred", n=percent)
        return self.t("dice.below_one")
