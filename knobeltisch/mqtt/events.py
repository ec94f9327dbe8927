"""What has just happened at the table, told from one snapshot to the next: throws, questions, ends of rounds and games, Chicagos.

A snapshot that nobody looked at in between loses no throw: each has the last acts with their numbers. What is taken back or
put right is no event; the board that is kept tells it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from knobeltisch.archive.game_summary import CHICAGOS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

THROWS: Final = ("throw", "roll_off", "reveal")
EVENT: Final = "event"
THROW, QUESTION, RESULT = "throw", "question", "result"
"""The topics of events, below the first."""
RESULTS: Final = ("round_ended", "game_ended", "chicago")
"""What an event on the last of them may be."""


class EventReader:
    """Tell events from snapshots, each newer than the one before. The first tells nothing: it was so before."""

    def __init__(self) -> None:
        self._before: Mapping[str, Any] | None = None
        self._last = 0

    def read(self, shown: Mapping[str, Any]) -> list[tuple[str, dict[str, object]]]:
        """Return what has happened since the last snapshot, each with its topic."""
        before, self._before = self._before, shown
        newest = max((act["id"] for act in shown["acts"]), default=0)
        last, self._last = self._last, max(self._last, newest)
        if before is None or before["boot"] != shown["boot"]:
            self._last = newest
            return []
        fresh = [act for act in shown["acts"] if act["id"] > last]
        told = [*_throws(fresh), *_question(before, shown)]
        return [*told, *_results(before, shown, fresh[-1]["at"])] if fresh else told


def _throws(fresh: list[Mapping[str, Any]]) -> Iterator[tuple[str, dict[str, object]]]:
    for one in fresh:
        if one["act"] is not None and one["act"]["act"] in THROWS:
            told = {"event_type": "throw", "player": one["player"], "dice": one["act"]["dice"]}
            yield THROW, {**told, "round": one["round"], "from": one["from"], "at": one["at"]}


def _question(before: Mapping[str, Any], shown: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, object]]]:
    asked, was = shown["question"], before["question"]
    if asked is not None and (was is None or was["id"] != asked["id"]):
        told = {"about": asked["about"], "player": asked["player"], "reasons": asked["reasons"]}
        yield QUESTION, {"event_type": "question", **told}


def _results(
    before: Mapping[str, Any], shown: Mapping[str, Any], at: float
) -> Iterator[tuple[str, dict[str, object]]]:
    """Tell what came to an end with the last acts."""
    state: Mapping[str, Any] = shown["state"] or {}
    was: Mapping[str, Any] = before["state"] or {}
    of = {"game": shown["game"], "variant": shown["variant"], "at": at}
    last: Mapping[str, Any] = state.get("last_round") or {}
    closed = bool(last) and (last != was.get("last_round") or shown["game"] != before["game"])
    for result in [*(last["results"] if closed else []), *state.get("results", [])]:
        if result["kind"] in CHICAGOS and result not in was.get("results", []):
            thrown = {key: result[key] for key in ("player", "dice", "throws", "kind")}
            yield RESULT, {"event_type": "chicago", **thrown, **of}
    if closed:
        ended = {key: last[key] for key in ("round", "best", "worst", "results")}
        yield RESULT, {"event_type": "round_ended", **ended, **of}
    over, was_over = shown["ended"], before["ended"]
    if over is not None and (was_over is None or shown["game"] != before["game"]):
        yield (
            RESULT,
            {"event_type": "game_ended", "loser": state.get("loser"), "ranking": over["ranking"], **of},
        )
