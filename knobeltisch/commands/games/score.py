"""`knobeltisch score`: acts in, states out, one JSON line each (ACTS.md). A refused line changes nothing."""

from __future__ import annotations

import contextlib
import json
import os
from typing import TYPE_CHECKING, BinaryIO, NoReturn, TextIO

import scorer
from knobeltisch.errors import HouseFileError
from knobeltisch.game.house_rules import house_rules
from knobeltisch.game.player_names import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

BAD_START = 2
LONGEST_LINE = 1024 * 1024
"""Bytes: far more than any act needs; input without line ends must not fill the memory."""
MOST_DIGITS = 3


def main(  # noqa: PLR0913 - one for each option
    *,
    variant: str | None,
    players: str,
    begins: Mapping[str, str | None],
    handicap: str = "",
    teams: str = "",
    rules: Path | None,
    stdin: BinaryIO,
    stdout: BinaryIO,
    stderr: TextIO,
) -> int:
    """Play one game from lines. `begins` maps each word for the first player to the name given.

    `handicap`: as in `Anna=2,Ben=1`. `teams`: as in `Red=Anna+Cem,Blue=Ben+Dora`.

    Return 0 at the end of the input, 2 after one sentence for an impossible start.
    """
    try:
        played = rules_for(variant, rules)
        first, named, sides = _who_begins(played, begins), _players(players), _teams(teams)
        _check_lengths([*named, *(name for side in sides.values() for name in side)])
        state = scorer.new_game(played, named, first, _handicap(handicap), sides)
    except (scorer.ScorerError, HouseFileError) as error:
        stderr.write(f"knobeltisch score: {_one_line(str(error))}\n")
        return BAD_START
    try:
        _play(state, stdin, stdout)
    except BrokenPipeError:
        _point_nowhere(stdout)
    return 0


def _who_begins(rules: scorer.GameRules, named: Mapping[str, str | None]) -> str | None:
    """Return the named first player. Raises BadPlayers if this game has no leader, or no dealer."""
    word = scorer.begun_by(rules)
    wrong = next((other for other in named if other != word and named[other] is not None), None)
    if wrong is not None:
        raise scorer.BadPlayers(f"{rules.name} has no {wrong}; name its first {word} with --{word}.")
    return named[word]


def _play(state: scorer.State | scorer.PokerState, stdin: BinaryIO, stdout: BinaryIO) -> None:
    while line := stdin.readline(LONGEST_LINE + 1):
        _skip_rest(line, stdin)
        try:
            state = _next(state, line)
            answer = scorer.state_to_json(state)
        except scorer.Refused as refused:
            answer = {"refused": refused.code, "rule": refused.rule, "message": refused.message}
        # A lone surrogate in a name is data too; print it escaped.
        stdout.write(json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
        stdout.flush()


def _skip_rest(line: bytes, stdin: BinaryIO) -> None:
    """Skip the rest of a line of which only the beginning was read."""
    while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
        line = stdin.readline(LONGEST_LINE + 1)


def _next(state: scorer.State | scorer.PokerState, line: bytes) -> scorer.State | scorer.PokerState:
    raw = _parse(line)
    if isinstance(raw, dict) and raw.get("act") == "state":
        if len(raw) > 1:
            raise scorer.Refused("bad_act", "The act 'state' has no fields.")
        return state
    if isinstance(raw, dict):
        _check_joins(raw)
    return scorer.apply(state, scorer.act_from_json(raw))


def _check_joins(act: Mapping[str, object]) -> None:
    """Raise Refused for a newcomer with an overlong name, as at the start."""
    try:
        _check_lengths([act.get("player")])
    except scorer.BadPlayers as error:
        raise scorer.Refused("name", str(error)) from error


def _parse(line: bytes) -> object:
    if len(line) > LONGEST_LINE:
        raise scorer.Refused(
            "bad_act", f"The line has more than {LONGEST_LINE // 1024} KB; an act is far shorter."
        )
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise scorer.Refused("bad_act", "The line is not one JSON object in UTF-8.") from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def rules_for(variant: str | None, file: Path | None) -> scorer.GameRules:
    """Load a preset, or a house variant's file in its place. Raise BadVariant or HouseFileError."""
    if file is not None:
        return house_rules(file)
    if not variant:
        raise scorer.BadVariant(
            f"No variant is named; choose one of {', '.join(scorer.VARIANTS)} with --variant."
        )
    return scorer.load_variant(variant)


def _players(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")] if text.strip() else []


def _check_lengths(names: Iterable[object]) -> None:
    """Raise BadPlayers for an overlong name: each line of the output repeats all names."""
    for name in names:
        if isinstance(name, str) and len(name) > LONGEST:
            raise scorer.BadPlayers(
                f"The name {name[:LONGEST]!r}... has {len(name)} letters; {LONGEST} are the most."
            )


def _handicap(text: str) -> dict[str, int]:
    """Parse the handicap list. Raises BadPlayers if it is malformed."""
    given: dict[str, int] = {}
    for part in text.split(",") if text.strip() else ():
        name, equals, count = part.rpartition("=")
        if not equals or not count.strip().isdecimal() or len(count) > MOST_DIGITS:
            raise scorer.BadPlayers(f"The handicap names {part[:40]!r}; write it as Anna=2,Ben=1.")
        given[name.strip()] = int(count)
    return given


def _teams(text: str) -> dict[str, list[str]]:
    """Parse the list of teams. Raises BadPlayers if it is malformed."""
    found: dict[str, list[str]] = {}
    for part in text.split(",") if text.strip() else ():
        team, equals, people = part.partition("=")
        if not equals:
            raise scorer.BadPlayers(
                f"The teams name {part[:40]!r}; write them as Red=Anna+Cem,Blue=Ben+Dora."
            )
        found[team.strip()] = [name.strip() for name in people.split("+")]
    return found


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _point_nowhere(stdout: BinaryIO) -> None:
    """Let the interpreter close standard output quietly after the reader has gone."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stdout.fileno())
        os.close(nowhere)
