import contextlib
import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tournament as t
from scorer.json_forms.codec import to_json
from tests.tournament.running_tournament import (
    RunningTournament,
    people,
    ranked_result,
    read_again,
    some_result,
)
from tournament.report.report_lines import report_of
from tournament.report.sheets import sheets

NAMES = ("P01", "P02", "P03", "P04", "P05", "P06", "Sub", "Zoe")
MATCHES = ("1-1", "1-2", "2-1", "x")
FORMS = st.sampled_from(t.PRESETS)


def anything(chance, number):
    """An entry of any kind, with values that often mean something and are often wrong."""
    own, name, match = f"x{number}", chance.choice(NAMES), chance.choice(MATCHES)
    sitting = tuple(chance.sample(NAMES, chance.randint(2, 5)))
    result = chance.choice((some_result, lambda names, _: ranked_result(*names)))(sitting, chance)
    small = chance.randint(0, 3)
    players = tuple(chance.sample(NAMES, chance.randint(0, 4)))
    drawn = t.Match(
        id=match, table=small, players=players, games=chance.randint(0, 2), sitting=chance.randint(1, 2)
    )
    kinds: tuple[t.Entry, ...] = (
        t.Came(
            id=own,
            player=t.Player(name=name, team=chance.choice((None, "T"))),
            match=chance.choice((None, match)),
        ),
        t.WentHome(id=own, player=name),
        t.Substituted(id=own, player=name, by=chance.choice(NAMES)),
        t.Drawn(
            id=own, round=chance.randint(1, 3), stage=chance.randint(1, 2), matches=(drawn,), byes=players[:1]
        ),
        *(
            t.Reported(id=own, table=small, match=match, game=chance.randint(1, 3), result=result)
            for _ in range(4)
        ),
        t.TakenBack(id=own, table=small, match=match, game=small),
        t.Corrected(id=own, by="Ida", match=match, game=chance.randint(1, 3), result=result),
        t.Ruled(id=own, by="Ida", report=f"x{chance.randint(0, number)}", counts=chance.random() < 0.6),
        t.WalkedOver(id=own, match=match, absent=players),
        t.Moved(id=own, match=match, table=small, sitting=chance.randint(0, 2)),
        t.Replayed(id=own, match=match, anew=chance.choice(MATCHES)),
        t.TableFailed(id=own, table=small, back=chance.random() < 0.5),
        t.Paused(id=own, on=chance.random() < 0.5),
        t.Ended(id=own),
        t.Undone(id=own, entry=f"x{chance.randint(0, number)}"),
    )
    return chance.choice(kinds)


def ask_everything(state, seed):
    """Whatever anybody may ask of a tournament; a sentence is an answer too."""
    rows = t.standings(state)
    assert sorted(row.name for row in rows) == sorted(state.names)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    t.team_standings(state)
    t.is_over(state)
    t.find_misfits(state)
    for waits in t.waiting_reports(state):
        with contextlib.suppress(t.Refused):
            t.effect_of(state, t.Ruled(id="ruled", by="Ida", report=waits.report.id, counts=True))
    for number in range(1, len(state.rounds) + 1):
        with contextlib.suppress(t.Refused):
            lines = report_of(state, number)
            assert read_again(lines) == lines
            sheets(lines, "en")
    with contextlib.suppress(t.Refused):
        drawn = t.draw_next_round(state, seed=seed, id="next")
        t.apply(state, drawn)


@pytest.mark.parametrize("draws", [False, True])
@settings(max_examples=25)
@given(form=FORMS, seed=st.integers(0, 10**6))
def test_what_is_taken_can_be_asked_about(draws, form, seed):
    chance = Random(seed)
    players = [*people(4, team="T"), *people(8, team="U")[4:]]
    tournament = RunningTournament(form, players, tables=2, seed=seed)
    for number in range(30):
        before, rows = tournament.state, t.standings(tournament.state)
        try:
            if draws and chance.random() < 0.2:
                tournament.draw()
            else:
                tournament.take(anything(chance, number))
        except t.Refused as refused:
            assert refused.message.endswith(".")  # noqa: PT017 - a refusal is as right
            assert tournament.state is before
            assert t.standings(before) == rows
    ask_everything(tournament.state, seed)
    kept = [json.dumps(to_json(entry)) for entry in tournament.entries]
    assert t.replay(t.entry_from_json(json.loads(line)) for line in kept) == tournament.state
