"""The form in which the broker receives the board: messages, and a short form of the snapshot."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from scorer.json_forms.text import to_text

SEES: Final = ("ok", "no_board", "moved", "blind", "blurred", "frozen", "restless", "ended")
"""The state of a camera that delivers pictures."""


def to_bytes(value: object) -> bytes:
    """Return a value as the payload of a message."""
    return to_text(value).encode()


def player_key(player: str) -> str:
    """Return the key of a player's sensor: letters and digits that are safe in a template."""
    return f"p_{hashlib.sha256(player.encode()).hexdigest()[:10]}"


def brief(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game, whose turn it is, and the open question.

    Raise LookupError or TypeError if `shown` is not a board.
    """
    state, question = shown["state"], shown["question"]
    playing = state is not None and state["stage"] != "over"
    return {
        "variant": shown["variant"],
        "playing": playing,
        "round": None if state is None else state.get("round", state.get("hand")),
        "to_act": state["to_act"] if playing else None,
        "counter": shown["counter"],
        "question": None if question is None else question["about"],
    }


def summarize_board(shown: Mapping[str, Any], title: str | None, warmth: float | None) -> dict[str, Any]:
    """Return a summary of the table's state; `title` is the game's name, `warmth` the processor's temperature in °C, if known."""
    state, camera = shown["state"], shown["camera"]["status"]
    counts = {} if state is None else scores_of(state)
    return {
        **brief(shown),
        "game": title,
        "players": {player_key(player): {"name": player, "count": count} for player, count in counts.items()},
        "camera": camera,
        "sees": camera in SEES,
        "temperature": warmth,
    }


def scores_of(state: Mapping[str, Any]) -> dict[str, int]:
    """Return each player's score: points or mats, or else debts or losses."""
    players = state["players"]
    if "points" in state:
        return {player: state["points"].get(player, 0) for player in players}
    if state["stack"] or any(state["mats"].values()) or state["phase"] != 1:
        return {player: state["mats"].get(player, 0) for player in players}
    counted = [*state["owes"].values(), state["lost"]]
    counts_now: Mapping[str, int] = next((counts for counts in counted if any(counts.values())), {})
    return {player: counts_now.get(player, 0) for player in players}
