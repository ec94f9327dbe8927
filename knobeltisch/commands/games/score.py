"""`knobeltisch score`: reads acts and writes states, one JSON line each (ACTS.md). A refused line changes nothing."""

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import click

import scorer
from knobeltisch.commands.games.show_rules import PresetName, house_rules, presets
from knobeltisch.commands.safety_net import NamedPath, silence
from knobeltisch.game.player_names import good_name, good_names, name_taken_error
from scorer.errors import BadName
from scorer.json_forms.text import DoubledKey, unique_keys
from scorer.naming import is_taken

LONGEST_LINE = 1024 * 1024
"""Bytes: far more than any act needs; input without line ends must not fill the memory."""
MOST_DIGITS = 3


@click.command()
@click.option("--variant", type=PresetName(), help=f"A preset: {presets()}.")
@click.option("--players", help="Names in seat order, separated by commas.")
@click.option("--leader", help="Who leads the first round; without it there is a roll-off.")
@click.option("--handicap", help="Mats at the start, as Anna=2,Ben=1, where the rules allow some.")
@click.option("--teams", help="Players who are teams, as Red=Anna+Cem, where the rules allow it.")
@click.option("--dealer", help="Who deals first, in poker; without it cards are drawn for it.")
@click.option(
    "--rules", type=NamedPath(path_type=Path), help="A house variant's TOML file, in place of --variant."
)
def score(
    *,
    variant: str | None,
    players: str | None,
    leader: str | None,
    dealer: str | None,
    handicap: str | None,
    teams: str | None,
    rules: Path | None,
) -> None:
    """Read acts as JSON lines, write states or refusals as JSON lines; exit 1 if a line was refused."""
    played = rules_for(variant, rules)
    found: dict[str, list[str]] = {}
    for part in _parts(teams):
        team, equals, people = part.partition("=")
        if not equals:
            raise scorer.BadPlayers(
                f"The teams name {part[:40]!r}; write them as Red=Anna+Cem,Blue=Ben+Dora."
            )
        found[good_name(team)] = [good_name(name) for name in people.split("+")]
    first = _who_begins(played, {"leader": leader, "dealer": dealer})
    named = [good_name(name) for name in _parts(players)]
    good_names([*named, *(name for side in found.values() for name in side)])
    given: dict[str, int] = {}
    for part in _parts(handicap):
        name, equals, count = part.rpartition("=")
        if not equals or not count.strip().isdecimal() or len(count) > MOST_DIGITS:
            raise scorer.BadPlayers(f"The handicap names {part[:40]!r}; write it as Anna=2,Ben=1.")
        given[good_name(name)] = int(count)
    state = scorer.new_game(played, named, first, given, found)
    if sys.stdin.isatty():
        click.echo('Type an act as JSON and Enter, first {"act": "state"}; Ctrl-D ends.', err=True)
    try:
        sys.exit(int(_play(state)))
    except BrokenPipeError:
        silence(sys.stdout)


def _who_begins(rules: scorer.GameRules, named: Mapping[str, str | None]) -> str | None:
    """Return the first player. Raise BadPlayers if a leader or dealer is named and this game has none."""
    word = scorer.begun_by(rules)
    wrong = next((other for other in named if other != word and named[other] is not None), None)
    if wrong is not None:
        raise scorer.BadPlayers(f"{rules.name} has no {wrong}; name its first {word} with --{word}.")
    first = named[word]
    return None if first is None else good_name(first)


def _play(state: scorer.State | scorer.PokerState) -> bool:
    stdin, stdout, was_refused = sys.stdin.buffer, sys.stdout.buffer, False
    while line := stdin.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stdin.readline(LONGEST_LINE + 1)
        try:
            state = _next(state, line)
            answer: Mapping[str, object] = scorer.state_to_json(state)
        except scorer.Refused as refused:
            answer = {"refused": refused.code, "rule": refused.rule, "message": refused.message}
            was_refused = True
        # A lone surrogate in a name is data too; print it escaped.
        stdout.write(json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
        stdout.flush()
    return was_refused


def _next(state: scorer.State | scorer.PokerState, line: bytes) -> scorer.State | scorer.PokerState:
    raw = _parse(line)
    if isinstance(raw, dict) and raw.get("act") == "state":
        if len(raw) > 1:
            raise scorer.Refused("bad_act", "The act 'state' has no fields.")
        return state
    act = scorer.act_from_json(raw)
    if isinstance(act, scorer.Join) and isinstance(state, scorer.State) and state.stage != "over":
        act = _with_good_name(state, act)
    return scorer.apply(state, act)


def _with_good_name(state: scorer.State, act: scorer.Join) -> scorer.Join:
    """Return the act with the newcomer's name normalized. Raise Refused if no game would accept the name."""
    if act.after not in state.active:
        return act  # the scorer refuses it, before it looks at the name
    there = [*state.players, *(name for people in state.teams.values() for name in people)]
    try:
        name = good_name(act.player)
        if is_taken(name, there):
            raise name_taken_error(name, there)
    except BadName as error:
        raise scorer.Refused("bad_act", " ".join(str(error).split()), "PUB-11") from error
    return replace(act, player=name)


def _parse(line: bytes) -> object:
    if len(line) > LONGEST_LINE:
        raise scorer.Refused(
            "bad_act", f"The line has more than {LONGEST_LINE // 1024} KB; an act is far shorter."
        )
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=unique_keys)
    except DoubledKey as error:
        raise scorer.Refused("bad_act", str(error)) from error
    except (ValueError, RecursionError) as error:
        if type(error) is ValueError and "digits" in str(error):
            message = "A number in the line has too many digits; no act has a number as long."
            raise scorer.Refused("bad_act", message) from error
        raise scorer.Refused("bad_act", "The line is not one JSON object in UTF-8.") from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def rules_for(variant: str | None, file: Path | None) -> scorer.GameRules:
    """Load a preset or a house variant's file.

    Raise BadVariant if the rules are invalid, if neither is named, or if the file is a house of another variant. Raise
    HouseFileError if the file is unusable.
    """
    if file is not None:
        house = house_rules(file)
        if variant and scorer.preset_named(variant) != house.name:
            raise scorer.BadVariant(
                f"The rules file is a house of {house.name}, and {variant} is asked for; leave --variant out."
            )
        return house
    if not variant:
        raise scorer.BadVariant(
            f"No variant is named; choose one of {', '.join(scorer.VARIANTS)} with --variant."
        )
    return scorer.load_variant(variant)


def _parts(text: str | None) -> list[str]:
    return text.split(",") if text and text.strip() else []
