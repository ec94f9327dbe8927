"""The words of reports, standings and draws, in German and English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from tournament.errors import Refused

if TYPE_CHECKING:
    from fractions import Fraction

Language: TypeAlias = Literal["de", "en"]

WORDS: Final[dict[str, dict[str, str]]] = {
    "de": {
        "report": "Spielberichtsbogen",
        "round": "Runde {number}",
        "format": "Format {format}, Spiel {variant}",
        "home": "Heim: {team}",
        "guest": "Gast: {team}",
        "table": "Tisch {table}",
        "sheet": "Tisch {table}, Begegnung {match}",
        "sitting": "{number}. Durchgang",
        "group": "Gruppe {group}",
        "points": "Punkte",
        "half1": "1.H",
        "half2": "2.H",
        "final": "F",
        "ones": "S{throw}",
        "legend": "1, 2: Hälfte verloren; F: Finale verloren; V: Spiel verloren; *1 *2 *3: Schock-aus im 1., 2., 3. Wurf; k: kampflos",
        "totals": "Ergebnis",
        "result": "{first} {points} : {others} {second}",
        "corrections": "Berichtigungen",
        "corrected": "{match}, Partie {game}: von {by} berichtigt",
        "accepted": "{match}, Partie {game}: Tisch {table} meldete neu, {by} ließ es gelten",
        "taken_back": "{match}, Partie {game}: Tisch {table} nahm zurück, {by} ließ es gelten",
        "rejected": "{match}, Partie {game}: Tisch {table} meldete neu, {by} ließ es nicht gelten",
        "mended_undone": "{match}, Partie {game}: am Tisch {count}-mal zurückgenommen ({by})",
        "mended_corrected": "{match}, Partie {game}: am Tisch {count}-mal berichtigt ({by})",
        "no_corrections": "Keine Berichtigungen.",
        "absent": "{player} kam nicht ({match})",
        "substitute": "{by} spielt für {player}",
        "replayed": "{match} wurde als {by} noch einmal gespielt",
        "signed": "Unterschrift {role}: {name}",
        "captain_home": "Mannschaftsführer Heim",
        "captain_guest": "Mannschaftsführer Gast",
        "referee": "Schiedsrichter",
        "bye": "Freilos: {names}",
        "anybody": "wer kommt",
        "place": "Platz",
        "name": "Name",
        "games": "Partien",
        "lost_games": "verloren",
        "lost_halves": "Hälften",
        "schock_out": "Schock-aus",
        "chicago": "Chicago",
        "other": "Drei Einser",
        "struck": "gestrichen: {rounds}",
        "round_points": "Runde {number} ({points})",
        "before": "vor {name} {by}",
        "by_played": ", weil er gespielt hat",
        "by_points": "nach Punkten",
        "by_further": ", weil er weiter kam",
        "by_direct": "im direkten Vergleich ({mine} : {theirs})",
        "by_decider": "durch das Stechen",
        "by_lost_games": "mit weniger verlorenen Spielen ({mine} : {theirs})",
        "by_lost_halves": "mit weniger verlorenen Hälften ({mine} : {theirs})",
        "by_three_ones": "mit mehr Schock-aus ({mine} : {theirs})",
        "by_early_ones": "mit früheren Schock-aus",
        "by_first_places": "mit mehr ersten Plätzen ({mine} : {theirs})",
        "by_games": "mit mehr Partien ({mine} : {theirs})",
        "by_seed": "nach der Setzliste",
        "by_lot": "durch das Los",
        "clash_opponents": "{one} und {other} treffen sich zum {times}. Mal (Tisch {table})",
        "clash_team": "{one} und {other} sind eine Mannschaft (Tisch {table})",
        "clash_club": "{one} und {other} sind ein Verein (Tisch {table})",
        "clash_table": "{one} sitzt zum {times}. Mal an Tisch {table}",
        "repeats": "{count} Paare treffen sich wieder; bei {least} davon geht es sicher nicht anders.",
        "unavoidable": "{count} Paare treffen sich wieder; mit weniger geht es nicht.",
        "not_avoided": "{count} Paare treffen sich wieder; die Auslosung fand nichts Besseres.",
        "no_repeats": "Niemand trifft sich wieder.",
    },
    "en": {
        "report": "Match report",
        "round": "Round {number}",
        "format": "Format {format}, game {variant}",
        "home": "Home: {team}",
        "guest": "Guest: {team}",
        "table": "Table {table}",
        "sheet": "Table {table}, match {match}",
        "sitting": "sitting {number}",
        "group": "Group {group}",
        "points": "points",
        "half1": "1st",
        "half2": "2nd",
        "final": "F",
        "ones": "S{throw}",
        "legend": "1, 2: half lost; F: final lost; V: game lost; *1 *2 *3: Schock out in the 1st, 2nd, 3rd throw; k: walk-over",
        "totals": "Result",
        "result": "{first} {points} : {others} {second}",
        "corrections": "Corrections",
        "corrected": "{match}, game {game}: corrected by {by}",
        "accepted": "{match}, game {game}: table {table} reported anew, {by} let it count",
        "taken_back": "{match}, game {game}: table {table} took it back, {by} let it count",
        "rejected": "{match}, game {game}: table {table} reported anew, {by} did not let it count",
        "mended_undone": "{match}, game {game}: taken back at the table, {count} times ({by})",
        "mended_corrected": "{match}, game {game}: corrected at the table, {count} times ({by})",
        "no_corrections": "No corrections.",
        "absent": "{player} did not come ({match})",
        "substitute": "{by} plays for {player}",
        "replayed": "{match} was played again as {by}",
        "signed": "Signed, {role}: {name}",
        "captain_home": "captain, home",
        "captain_guest": "captain, guest",
        "referee": "referee",
        "bye": "Bye: {names}",
        "anybody": "whoever comes",
        "place": "place",
        "name": "name",
        "games": "games",
        "lost_games": "lost",
        "lost_halves": "halves",
        "schock_out": "Schock out",
        "chicago": "Chicago",
        "other": "three ones",
        "struck": "struck off: {rounds}",
        "round_points": "round {number} ({points})",
        "before": "before {name} {by}",
        "by_played": "because he has played",
        "by_points": "by points",
        "by_further": "because he came further",
        "by_direct": "by the direct games ({mine} : {theirs})",
        "by_decider": "by the decider",
        "by_lost_games": "by fewer lost games ({mine} : {theirs})",
        "by_lost_halves": "by fewer lost halves ({mine} : {theirs})",
        "by_three_ones": "by more Schock outs ({mine} : {theirs})",
        "by_early_ones": "by earlier Schock outs",
        "by_first_places": "by more first places ({mine} : {theirs})",
        "by_games": "by more games ({mine} : {theirs})",
        "by_seed": "by the seeding list",
        "by_lot": "by the lot",
        "clash_opponents": "{one} and {other} meet for time number {times} (table {table})",
        "clash_team": "{one} and {other} are of one team (table {table})",
        "clash_club": "{one} and {other} are of one club (table {table})",
        "clash_table": "{one} sits at table {table} for time number {times}",
        "repeats": "{count} pairs meet again; {least} of these no draw could have avoided.",
        "unavoidable": "{count} pairs meet again; no draw could have had fewer.",
        "not_avoided": "{count} pairs meet again; the draw found nothing better.",
        "no_repeats": "Nobody meets again.",
    },
}


def words_of(language: str) -> dict[str, str]:
    """Return the words of a language. Raise Refused for one that there is not."""
    found = WORDS.get(language)
    if found is None:
        raise Refused("language", f"The language is {language[:20]!r}; it must be one of {', '.join(WORDS)}.")
    return found


def told(points: Fraction, language: str) -> str:
    """Return points as people write them: 3, 2,5 or 1 1/3."""
    if points.denominator == 1:
        return str(points.numerator)
    if 10 % points.denominator == 0 or points.denominator == 4:
        text = f"{float(points):g}"
        return text.replace(".", ",") if language == "de" else text
    sign, rest = ("-" if points < 0 else ""), abs(points)
    whole, part = divmod(rest.numerator, rest.denominator)
    return f"{sign}{f'{whole} ' if whole else ''}{part}/{rest.denominator}"
