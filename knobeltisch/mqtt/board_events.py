"""Derives events from consecutive snapshots: throws, questions, ends of rounds and games, Chicagos.

Each snapshot holds the last acts with their numbers, so a skipped snapshot loses no throw. Undone or corrected acts are not
events.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from knobeltisch.archive.game_summary import CHICAGOS

THROWS: Final = ("throw", "roll_off", "reveal")
EVENT: Final = "event"
THROW, QUESTION, RESULT = "throw", "question", "result"
"""The topics of events, below the base topic."""
RESULTS: Final = ("round_ended", "game_ended", "chicago")
"""The kinds of event on the last of them."""


class EventReader:
    """Derives events from snapshots, each newer than the one before. The first snapshot yields none."""

    def __init__(self) -> None:
        self._before: Mapping[str, Any] | None = None
        self._last = 0

    def read(self, shown: Mapping[str, Any]) -> list[tuple[str, dict[str, object]]]:
        """Return the events since the last snapshot, as (topic, event); none if the table has restarted since."""
        before, self._before = self._before, shown
        newest = max((act["id"] for act in shown["acts"]), default=0)
        last, self._last = self._last, max(self._last, newest)
        if before is None or before["boot"] != shown["boot"]:
            self._last = newest
            return []
        fresh = [act for act in shown["acts"] if act["id"] > last]
        events: list[tuple[str, dict[str, object]]] = []
        for act in fresh:
            if act["act"] is not None and act["act"]["act"] in THROWS:
                throw = {"event_type": "throw", "player": act["player"], "dice": act["act"]["dice"]}
                events.append((THROW, throw | {key: act[key] for key in ("round", "from", "at")}))
        asked, was = shown["question"], before["question"]
        if asked is not None and (was is None or was["id"] != asked["id"]):
            content = {key: asked[key] for key in ("about", "player", "reasons")}
            events.append((QUESTION, {"event_type": "question", **content}))
        return [*events, *_result_events(before, shown, fresh[-1]["at"])] if fresh else events


def _result_events(
    before: Mapping[str, Any], shown: Mapping[str, Any], at: float
) -> Iterator[tuple[str, dict[str, object]]]:
    another = shown["game"] != before["game"]
    state, was = shown["state"] or {}, before["state"] or {}
    of = {"game": shown["game"], "variant": shown["variant"], "at": at}
    last = _last_round(state) if another or _last_round(state) != _last_round(was) else {}
    for chicago in _new_chicagos(last, state, was):
        yield RESULT, {"event_type": "chicago", **chicago, **of}
    if last:
        ended = {key: last[key] for key in ("best", "worst", "results", "scored") if key in last}
        number = last.get("round", last.get("hand"))
        yield RESULT, {"event_type": "round_ended", "round": number, **ended, **of}
    over = shown["ended"]
    if over is not None and (another or before["ended"] is None):
        loser = state.get("loser")
        yield RESULT, {"event_type": "game_ended", "loser": loser, "ranking": over["ranking"], **of}


def _last_round(state: Mapping[str, Any]) -> Mapping[str, Any]:
    return state.get("last_round") or state.get("last_hand") or {}


def _new_chicagos(
    last: Mapping[str, Any], state: Mapping[str, Any], was: Mapping[str, Any]
) -> Iterator[Mapping[str, object]]:
    """Yield the new Chicagos, thrown or made with cards. `last` is a round that has just ended, or empty."""
    for result in [*last.get("results", []), *state.get("results", [])]:
        if result["kind"] in CHICAGOS and result not in was.get("results", []):
            yield {key: result[key] for key in ("player", "dice", "throws", "kind")}
    for scored in last.get("scored", []):
        if scored["for"] in CHICAGOS and scored["points"] > 0:
            yield {key: scored[key] for key in ("player", "points")}
