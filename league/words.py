"""The words of the public pages, in German and in English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

GERMAN: Final = {
    "language": "de",
    "home": "/",
    "other": "English",
    "leagues": "Ligen",
    "all": "Alle Ligen",
    "calendar": "Kalender",
    "table": "Tabelle",
    "place": "Platz",
    "pub": "Kneipe",
    "played": "Spiele",
    "won": "S",
    "drawn": "U",
    "lost": "N",
    "score": "Wertung",
    "points": "Punkte",
    "days": "Spieltage",
    "date": "%d.%m.%Y",
    "people": "Spielerinnen und Spieler",
    "name": "Name",
    "each": "Wertung je Spiel",
    "fewer": "Weniger ist besser.",
    "consent": "Namen stehen hier nur, wo jemand zugestimmt hat.",
    "none": "Noch keine.",
}
ENGLISH: Final = {
    "language": "en",
    "home": "/en",
    "other": "Deutsch",
    "leagues": "Leagues",
    "all": "All leagues",
    "calendar": "Calendar",
    "table": "Table",
    "place": "Place",
    "pub": "Pub",
    "played": "Games",
    "won": "W",
    "drawn": "D",
    "lost": "L",
    "score": "Score",
    "points": "Points",
    "days": "Match days",
    "date": "%Y-%m-%d",
    "people": "Players",
    "name": "Name",
    "each": "Score a game",
    "fewer": "Fewer is better.",
    "consent": "Names stand here only where somebody has agreed.",
    "none": "None yet.",
}
BY_LANGUAGE: Final[Mapping[str, Mapping[str, str]]] = {"de": GERMAN, "en": ENGLISH}
