"""The chronicle's reports for pages and programs, as JSON values (docs/board-json.md "Reports")."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

import scorer
from knobeltisch.archive.bill import count_by_column
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.dice_fairness import ENOUGH_DICE, judge_fairness
from knobeltisch.archive.game_summary import result_sort_key
from knobeltisch.archive.known_people import KnownPeople, People
from knobeltisch.archive.people import person, summarize_people
from knobeltisch.archive.rating import Loss, count_losses, list_decided
from knobeltisch.archive.records import EveningRecord, Faces, GameRecord, sum_faces
from knobeltisch.archive.season import PlayerTotals, local_time, sum_scores, year_of
from scorer import Result
from scorer.json_forms.written import to_json

Told = dict[str, Any]


class Reports:
    """The chronicle as JSON for the page. Safe to call from any thread."""

    def __init__(self, chronicle: Chronicle, people: People | None = None) -> None:
        self._chronicle, self._people = chronicle, people

    def evenings(self) -> list[Told]:
        """Return a summary of each evening, newest first."""
        return [_evening_to_short_json(evening) for evening in reversed(self._chronicle.evenings())]

    def evening(self, number: int) -> Told | None:
        """Return one evening with all its games; None if the number is unknown."""
        for evening in self._chronicle.evenings():
            if evening.id == number:
                last = evening.games[-1]
                return {
                    **_evening_to_short_json(evening),
                    "games": [
                        _game_to_json(game, running=evening.running and game is last and not game.over)
                        for game in evening.games
                    ],
                    "chicagos": _chicagos_to_json(evening.games),
                    "sums": [
                        {"player": player, **_score_to_json(score)}
                        for player, score in sum_scores([evening]).items()
                    ],
                    "best": _best_throws_to_json(evening),
                    **_faces_to_json(evening.faces),
                }
        return None

    def season(self, year: int | None = None, variant: str | None = None) -> Told:
        """Return each player's totals for a year, over all games or those of one variant. Default: the last evening's year."""
        every = self._chronicle.evenings()
        years = sorted({when for evening in every if (when := year_of(evening)) is not None}, reverse=True)
        if year is None and every:
            year = year_of(
                every[-1]
            )  # the newest evening's, not the latest date's: a clock may have been wrong
        chosen = [evening for evening in every if year_of(evening) == year]
        games = [game for evening in chosen for game in evening.games]
        counted = [game for game in games if variant in (None, game.variant)]
        played = {game.variant for game in games}
        known = self._known()
        teams = {team: people for evening in chosen for team, people in evening.teams.items()}
        lost = count_losses(
            known.rename_decided(decision for game in counted for decision in list_decided(game))
        )
        return {
            "year": year,
            "years": years,
            "variant": variant,
            "variants": [name for name in scorer.VARIANTS if name in played],
            "evenings": sum(
                any(variant in (None, game.variant) for game in evening.games) for evening in chosen
            ),
            "games": len(counted),
            "players": [
                {"player": player, **_score_to_json(score), **_loss_to_json(lost.get(player))}
                for player, score in sum_scores(chosen, variant, known.name_of).items()
                if known.may_show(player, teams)
            ],
            "chicagos": [
                {**chicago, "player": known.name_of(chicago["player"])}
                for chicago in _chicagos_to_json(counted)
                if known.may_show(chicago["player"], teams)
            ],
        }

    def people(self) -> list[Told]:
        """Return everybody who has ever played and may be shown, best rating first."""
        return [
            {
                "player": player,
                "evenings": score.evenings,
                "games": score.games,
                **_debts_to_json(score.items),
                **_loss_to_json(loss),
                "last": _time_to_json(last),
            }
            for player, score, loss, last in summarize_people(self._chronicle.evenings(), self._known())
        ]

    def names(self) -> list[str]:
        """Return the names of everybody who has ever played and may be shown, in alphabetical order."""
        known = self._known()
        everybody = {
            known.name_of(player)
            for evening in self._chronicle.evenings()
            for player in evening.players
            if player not in evening.teams
        }
        return sorted((name for name in everybody if not known.is_hidden(name)), key=str.casefold)

    def person(self, name: str) -> Told | None:
        """Return one person's record, hidden or not; None if they have never played."""
        known, evenings = self._known(), self._chronicle.evenings()
        found = person(evenings, name, known)
        if found is None:
            return None
        everybody = {player for evening in evenings for player in evening.players}
        return {
            "player": found.name,
            **_score_to_json(found.score),
            **_loss_to_json(found.loss),
            "last": _time_to_json(found.last),
            "form": [
                {
                    **asdict(form),
                    "began": _time_to_json(form.began),
                    "expected": round(form.expected, 2),
                    "balance": round(form.balance, 2),
                }
                for form in found.form
            ],
            "rivals": [{"player": name, **asdict(rival)} for name, rival in found.rivals],
            "badges": [
                {
                    "badge": badge.name,
                    "count": badge.count,
                    "of": badge.of,
                    "reached": badge.at is not None,
                    "at": None if badge.at is None else _time_to_json(badge.at),
                }
                for badge in found.badges
            ],
            "names": known.names_of(found.name),
            "hidden": known.is_hidden(found.name),
            "called": [
                old
                for old, new in self._chronicle.renamings()
                if known.name_of(new) == found.name != known.name_of(old) and old in everybody
            ],
        }

    def _known(self) -> KnownPeople:
        return KnownPeople() if self._people is None else self._people.known()

    def dice(self) -> Told:
        """Return how often each face was thrown in free throws, in total and for each evening, newest first."""
        every = self._chronicle.evenings()
        by_evening = [
            {**_evening_to_short_json(evening), **_faces_to_json(evening.faces)}
            for evening in reversed(every)
        ]
        total = _faces_to_json(sum_faces(*(evening.faces for evening in every)))
        return {"needed": ENOUGH_DICE, **total, "by_evening": by_evening}


def _time_to_json(at: float) -> str | None:
    time = local_time(at)
    return None if time is None else time.isoformat(timespec="seconds")


def _evening_to_short_json(evening: EveningRecord) -> Told:
    lost, won = (Counter(getattr(game, end) for game in evening.games) for end in ("loser", "winner"))
    return {
        "id": evening.id,
        "began": _time_to_json(evening.began),
        "ended": _time_to_json(evening.ended),
        "running": evening.running,
        "players": list(evening.players),
        "games": len(evening.games),
        "variants": list(dict.fromkeys(game.variant for game in evening.games)),
        "losers": {player: lost[player] for player in evening.players if lost[player]},
        "winners": {player: won[player] for player in evening.players if won[player]},
        "chicagos": sum(len(game.chicagos) for game in evening.games),
    }


def _best_throws_to_json(evening: EveningRecord) -> Told:
    found: dict[str, Result] = {}
    for game in evening.games:
        for result in game.best.values():
            known = found.get(game.variant)
            if known is None or result_sort_key(result) > result_sort_key(known):
                found[game.variant] = result
    return {variant: scorer.result_to_json(result) for variant, result in found.items()}


def _game_to_json(game: GameRecord, *, running: bool) -> Told:
    return {
        "id": game.id,
        "variant": game.variant,
        "house": dict(game.house),
        "counter": game.counter,
        "handicap": dict(game.handicap),
        "teams": {team: list(people) for team, people in game.teams.items()},
        "began": _time_to_json(game.began),
        "ended": _time_to_json(game.ended),
        "over": game.over,
        "stopped": game.stopped,
        "comings": [{**asdict(coming), "at": _time_to_json(coming.at)} for coming in game.comings],
        "running": running,
        "loser": game.loser,
        "throws": game.throws,
        "players": [
            {
                "player": player,
                **_debts_to_json(game.debts.get(player, {})),
                "lost_halves": game.lost_halves(player),
                "chicagos": game.chicagos_of(player),
                "taken": game.taken.get(player, 0),
                "given": game.given.get(player, 0),
                "points": game.points.get(player, 0),
                "best": scorer.result_to_json(game.best[player]) if player in game.best else None,
            }
            for player in game.players
        ],
        "rounds": [
            {
                "phase": played.phase,
                "round": played.number,
                "declaration": None if played.declaration is None else asdict(played.declaration),
                "results": [scorer.result_to_json(result) for result in played.results],
                "best": played.best,
                "worst": played.worst,
                "moves": [list(move) for move in played.moves],
            }
            for played in game.rounds
        ],
        "hands": [to_json(hand) for hand in game.hands],
        "winner": game.winner,
        "chicagos": _chicagos_to_json([game]),
    }


def _chicagos_to_json(games: Iterable[GameRecord]) -> list[Told]:
    return [
        {**asdict(chicago), "at": _time_to_json(chicago.at), "variant": game.variant}
        for game in games
        for chicago in game.chicagos
    ]


def _score_to_json(score: PlayerTotals) -> Told:
    counts = {name: getattr(score, name) for name in PlayerTotals.__slots__ if name not in {"best", "items"}}
    best = {variant: scorer.result_to_json(result) for variant, result in score.best.items()}
    return {**counts, **_debts_to_json(score.items), "best": best}


def _debts_to_json(items: Mapping[str, int]) -> Told:
    return {"items": dict(items), **count_by_column(items)}


def _loss_to_json(loss: Loss | None) -> Told:
    if loss is None:
        loss = Loss()
    return {
        "decided": loss.games,
        "decided_lost": loss.lost,
        "decided_rounds": loss.rounds,
        "decided_lost_rounds": loss.lost_rounds,
        "expected": round(loss.expected, 2),
        "rating": round(loss.rating()) if loss.games else None,
    }


def _faces_to_json(faces: Faces) -> Told:
    return {"faces": list(faces), **asdict(judge_fairness(faces))}
