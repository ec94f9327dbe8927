"""Joining and leaving in every dice game, only before a round's first throw (TBL-1 to TBL-4), and teams (TEAM-1).

Each game handles its own mats and chips: `chicago_attendance`, `schocken_attendance`. The drinking game has its own rule for
leaving (DRK-8, in `drinking`), but uses joining from here.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scorer.acts import Act, Join, Leave
from scorer.copying import copy_with
from scorer.errors import BadPlayers, Refused, shorten
from scorer.games.turns import check_form
from scorer.rules import Rules
from scorer.state import State, from_left

MOST_PLAYERS: Final = 12
MOST_DRINKERS: Final = 8
MOST_PEOPLE: Final = 24
"""The most people in teams, in total: as many as fit around a table."""


def is_fresh(state: State) -> bool:
    """Whether the round is fresh: nobody has thrown in it, so that players may come and go (TBL-1)."""
    if state.stage == "roll_off":
        return not (state.rolled_off or state.turn_begun)
    out_of_round = state.rules.chicago_reward == "out_of_round" and "chicago" in state.out.values()
    waits = state.stage == "play" and state.to_act == state.leader and state.made == 0
    return waits and not state.results and not out_of_round


def most_players(rules: Rules) -> int:
    """Return how many players a game may have at once (TBL-4); house rules may lower it."""
    return min(MOST_DRINKERS if rules.counts_glasses else MOST_PLAYERS, rules.players_max)


def remove_player(state: State, act: Leave) -> State:
    """Return the state without a player and the player's mats (TBL-2). Raise Refused if the player may not leave now."""
    check_form(state, act)
    if act.player not in state.players or act.player in state.out:
        raise Refused(
            "unknown_player", f"{shorten(act.player)} is not in the game; name one who is.", "TBL-2"
        )
    if not is_fresh(state):
        raise Refused("not_now", "A player leaves before a round's first throw only.", "TBL-1")
    return copy_with(state, out={**state.out, act.player: "left"}, mats={**state.mats, act.player: 0})


def attendance_acts(state: State, *, too_late: bool) -> Iterator[Act]:
    """Yield a `Leave` for each player and a `Join` under an unused name, if allowed now (TBL-1 to TBL-4).

    `too_late`: nobody may join this late in the game.
    """
    if is_fresh(state):
        yield from (Leave(player=player) for player in state.active)
    yield from join_acts(state, too_late=too_late)


def join_acts(state: State, *, too_late: bool) -> Iterator[Act]:
    """Yield a `Join` under an unused name if there is room and it is not `too_late` (TBL-4)."""
    if is_fresh(state) and not too_late and len(state.active) < most_players(state.rules):
        names = (*state.players, *(name for people in state.teams.values() for name in people))
        yield Join(player="?" * (max(map(len, names)) + 1), after=state.active[0])


def when_player_returns(state: State, player: str) -> str:
    """Return when a player plays again: "round" (this or the next), "half" (the next) or "next" (the next game)."""
    why = state.out.get(player)
    waits = state.rules.chicago_reward == "out_of_round" and why == "chicago"
    if why is None or waits:
        return "round"
    return "half" if why == "no_chips" and state.rules.halves != "one" else "next"


def leader_who_is_in(state: State) -> str:
    """Return the leader, or if the leader is out, the next player to the left who is in (CHI-11)."""
    assert state.leader is not None
    return state.leader if state.leader not in state.out else from_left(state, state.leader)[0]


def rolls_without(state: State, leaver: str) -> State:
    """Return the state with the leaver removed from the roll-off."""
    return _rolls(state, tuple(player for player in state.rolling if player != leaver))


def check_newcomer(state: State, act: Join, *, too_late: bool) -> None:
    """Raise Refused if it is `too_late`, or if nobody may join now, with this name or at this place (TBL-1, TBL-4)."""
    if act.after not in state.players or act.after in state.out:
        raise Refused("unknown_player", f"{shorten(act.after)} is not in the game; name one who is.", "TBL-4")
    if not act.player.strip() or "," in act.player:
        raise Refused("bad_act", f"{shorten(act.player)} is no name: it must not be empty or have a comma.")
    if act.player in state.players or any(act.player in people for people in state.teams.values()):
        raise Refused(
            "bad_act", f"{shorten(act.player)} has been in this game; a name is used once in a game."
        )
    if not is_fresh(state):
        raise Refused("not_now", "A player joins before a round's first throw only.", "TBL-1")
    if too_late:
        raise Refused("not_now", "It is too late to join this game: the next one is soon.", "TBL-4")
    if len(state.active) >= most_players(state.rules):
        raise Refused("not_now", f"The table is full: {len(state.active)} are in the game.", "TBL-4")


def seat_newcomer(state: State, act: Join, *, stack: int, taken: int) -> State:
    """Seat a newcomer with `taken` mats to the left of `act.after`, and leave `stack` on the stack. In a roll-off the newcomer rolls."""
    place = state.players.index(act.after) + 1
    counts = {**state.mats, act.player: taken}
    players = (*state.players[:place], act.player, *state.players[place:])
    done = copy_with(state, players=players, mats={player: counts[player] for player in players}, stack=stack)
    if state.stage != "roll_off":
        return done
    return _rolls(
        done, tuple(player for player in players if player in state.rolling or player == act.player)
    )


def _rolls(state: State, rolling: tuple[str, ...]) -> State:
    return copy_with(state, rolling=rolling, to_act=rolling[0])


def with_teams(state: State, teams: Mapping[str, Sequence[str]]) -> State:
    """Return the state with teams and their members (TEAM-1). Raise BadPlayers for invalid teams."""
    if not state.rules.teams:
        raise BadPlayers(
            f"These rules of {state.rules.name} know no teams; allow them, or leave the teams out."
        )
    strange = next((team for team in teams if team not in state.players), None)
    if strange is not None:
        raise BadPlayers(f"The team {shorten(strange)} does not play; name it among the players.")
    small = next((team for team, people in teams.items() if len(people) < 2), None)
    if small is not None:
        raise BadPlayers(
            f"The team {shorten(small)} has {len(teams[small])}; a team has at least two people."
        )
    names = [*state.players, *(name for people in teams.values() for name in people)]
    twice = next((name for name in names if not name.strip() or names.count(name) > 1), None)
    if twice is not None:
        raise BadPlayers(
            f"{shorten(twice)} is there twice, or is no name; give every team and everybody in it one."
        )
    if len(names) - len(state.players) > MOST_PEOPLE:
        raise BadPlayers(f"{len(names) - len(state.players)} play in teams; {MOST_PEOPLE} are the most.")
    return copy_with(state, teams={team: tuple(people) for team, people in teams.items()})
