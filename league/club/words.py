"""The words of the captains' pages, in German and in English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

GERMAN: Final = {
    "language": "de",
    "other": "English",
    "title": "Mannschaftsführer",
    "public": "Was alle sehen",
    "club": "Verein",
    "word": "Kennwort des Vereins",
    "enter": "Hinein",
    "leave": "Hinaus",
    "welcome": "Der Verband oder deine Kneipe hat dir einen Code gegeben. Wähl damit ein Kennwort, das nur dein Verein kennt: mit ihm bestätigst du Ergebnisse.",
    "code": "Code",
    "new_word": "Kennwort, mindestens 8 Zeichen",
    "choose": "Wählen",
    "has_word": "Ich habe schon ein Kennwort",
    "no_word": "Ich habe einen Code und noch kein Kennwort",
    "waiting": "Was noch nicht feststeht",
    "games": "Partien",
    "more": "Begegnung",
    "protested": "Einspruch",
    "confirm": "Stimmt so",
    "away_confirms": "Der Gast bestätigt: {pub}.",
    "protest": "Einspruch",
    "reason": "Grund",
    "everybody": "Der Grund steht für alle auf der Seite der Begegnung; nenne niemanden beim Namen.",
    "send_protest": "Einspruch erheben: der Verband entscheidet",
    "none": "Nichts wartet.",
    "date": "%d.%m.%Y",
    "done_confirmed": "Bestätigt. Das Ergebnis steht fest.",
    "done_protested": "Der Verband entscheidet.",
    "refused_enter": "Das ist nicht das Kennwort des Vereins, oder es gab zu viele falsche: warte ein wenig.",
    "refused_link": "Dieser Code war schon gut, oder es gibt ihn nicht. Lass dir einen neuen geben.",
    "refused_word": "Das Kennwort braucht mindestens 8 Zeichen.",
    "refused_changed": "Das Ergebnis hat sich inzwischen geändert. Sieh es noch einmal an.",
    "refused_reason": "Schreib den Grund dazu, höchstens 300 Zeichen.",
    "refused_other": "Das geht hier nicht. Lade die Seite neu.",
}
ENGLISH: Final = {
    "language": "en",
    "other": "Deutsch",
    "title": "Captains",
    "public": "What everybody sees",
    "club": "Club",
    "word": "The club's word",
    "enter": "Enter",
    "leave": "Leave",
    "welcome": "The federation or your pub has given you a code. Choose a word with it that your club alone knows: with it you confirm results.",
    "code": "Code",
    "new_word": "Word, 8 letters or more",
    "choose": "Choose",
    "has_word": "I have a word already",
    "no_word": "I have a code and no word yet",
    "waiting": "What does not stand yet",
    "games": "games",
    "more": "Match",
    "protested": "protest",
    "confirm": "That is right",
    "away_confirms": "The guest confirms: {pub}.",
    "protest": "Protest",
    "reason": "Reason",
    "everybody": "Everybody reads the reason on the match's page; name nobody.",
    "send_protest": "Protest: the federation decides",
    "none": "Nothing waits.",
    "date": "%Y-%m-%d",
    "done_confirmed": "Confirmed. The result stands.",
    "done_protested": "The federation decides.",
    "refused_enter": "This is not the club's word, or too many were wrong: wait a little.",
    "refused_link": "This code was used, or is not known. Ask for a new one.",
    "refused_word": "The word needs 8 letters or more.",
    "refused_changed": "The result has changed meanwhile. Look at it again.",
    "refused_reason": "Say why, in at most 300 letters.",
    "refused_other": "This cannot be done here. Load the page again.",
}
BY_LANGUAGE: Final[Mapping[str, Mapping[str, str]]] = {"de": GERMAN, "en": ENGLISH}


def refusal(code: str, language: str) -> str:
    """Return why something was not done."""
    words = BY_LANGUAGE[language]
    return words.get(f"refused_{code}", words["refused_other"])
