"""The evening as the fold of its journal: laws that hold for any course of play."""

import random
import tempfile
from dataclasses import replace
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorer
from knobeltisch.errors import CommandError, JournalError
from knobeltisch.game.evening import EVENING_GAP_S, Evening, fold, fold_last_evening, games_of
from knobeltisch.game.events import Correct, Did, Fact, Rename, Start, Undo, body_of
from knobeltisch.storage.journal import Entry, open_journal
from knobeltisch.table.commands import CorrectEntry, Redo, facts_ordered


def entry(number, fact):
    kind, body = body_of(fact)
    return Entry(id=number, at=float(number), source="camera", kind=kind, body=body)


def some_act(state, chance):
    name = chance.choice(scorer.legal_acts(state))
    if name == "leave":
        return scorer.Leave(player=chance.choice(state.active))
    if name == "join":
        return scorer.Join(player=f"Gast {len(state.players)}", after=chance.choice(state.active))
    if name in ("throw", "roll_off"):
        dice = tuple(
            sorted(chance.choice((1, 1, 2, 3, 4, 5, 6, 6)) for _ in range(scorer.dice_expected(state)))
        )
        return scorer.Throw(dice=dice) if name == "throw" else scorer.RollOff(dice=dice)
    if name == "hold":
        ones = tuple(die for die in state.free if die == 1)
        return scorer.Hold(dice=ones if len(ones) < len(state.free) else ones[:-1])
    return scorer.Turn() if name == "turn" else scorer.Pass()


def evening_of(seed, length, undos=0.1):
    chance, evening, entries = random.Random(seed), Evening(), list[Entry]()
    while len(entries) < length:
        state = evening.state
        if state is None or state.stage == "over":
            fact: Fact = Start(
                variant="bavarian", players=("Anna", "Ben", "Cem"), leader=chance.choice((None, "Ben"))
            )
        elif chance.random() < undos:
            fact = Undo(to=chance.choice(evening.live[-5:]).id)
        else:
            fact = Did(act=some_act(state, chance))
        entries.append(entry(len(entries) + 1, fact))
        evening = evening.with_entry(entries[-1])
    return entries


def states(evening):
    return [(entry.id, scorer.state_to_json(entry.state)) for entry in evening.live]


@given(seed=st.integers(0, 10**6), length=st.integers(1, 60), cut=st.integers(0, 60))
@settings(max_examples=60)
def test_the_fold_of_a_prefix_and_the_rest_is_the_fold_of_all(seed, length, cut):
    entries = evening_of(seed, length)
    evening = fold(entries[:cut])
    for entry in entries[cut:]:
        evening = evening.with_entry(entry)
    assert states(evening) == states(fold(entries))


@given(seed=st.integers(0, 10**6), length=st.integers(1, 60), back=st.integers(0, 30))
@settings(max_examples=60)
def test_undo_of_some_entries_equals_an_evening_without_them(seed, length, back):
    evening = fold(evening_of(seed, length))
    if not evening.live:
        return
    place = max(0, len(evening.live) - 1 - back)
    kept = states(evening)[:place]
    evening = evening.with_entry(entry(length + 1, Undo(to=evening.live[place].id)))
    assert states(evening) == kept


@given(
    seed=st.integers(0, 10**6),
    length=st.integers(2, 60),
    pick=st.integers(0, 60),
    dice=st.tuples(*[st.integers(0, 7)] * 3),
)
@settings(max_examples=80)
def test_a_correction_either_replays_all_that_came_after_or_changes_nothing(seed, length, pick, dice):
    evening = fold(evening_of(seed, length))
    if not evening.live:
        return
    before, target = states(evening), evening.live[pick % len(evening.live)]
    try:
        evening = evening.with_entry(
            entry(length + 1, Correct(entry=target.id, act=scorer.Throw(dice=tuple(sorted(dice)))))
        )
    except CommandError:
        assert states(evening) == before
        return
    assert [entry.id for entry in evening.live] == [number for number, _ in before]
    assert next(entry for entry in evening.live if entry.id == target.id).corrected


@given(gaps=st.lists(st.sampled_from((-EVENING_GAP_S, 1.0, 2 * EVENING_GAP_S)), min_size=1, max_size=20))
@settings(max_examples=30)
def test_the_last_evening_read_alone_is_what_the_fold_of_all_gives(gaps):
    begun = Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna")
    kept, at = [], 0.0
    for number, gap in enumerate(gaps):
        at += gap
        kept += [
            replace(entry(1, fact), at=at + number) for fact in (begun, Did(act=scorer.Throw(dice=(1, 2, 4))))
        ]
    with tempfile.TemporaryDirectory() as folder:
        journal = open_journal(Path(folder) / "journal.sqlite")
        journal.append_all(kept)
        whole, last = fold(journal.entries()), fold_last_evening(journal)
        each = reduce(Evening.with_entry, journal.entries(), Evening())
        journal.close()
    assert (last.live, last.last_at) == (whole.live, whole.last_at)
    assert each == whole


@given(seed=st.integers(0, 10**6), length=st.integers(2, 150), pick=st.integers(0, 150))
@settings(max_examples=60)
def test_a_correction_folds_no_other_game(seed, length, pick):
    evening = fold(evening_of(seed, length))
    acts = [live for live in evening.live if isinstance(live.fact, Did)]
    if not acts:
        return
    target = acts[pick % len(acts)]
    assert isinstance(target.fact, Did)
    try:
        after = evening.with_entry(entry(length + 1, Correct(entry=target.id, act=target.fact.act)))
    except CommandError:
        return
    game = next(
        live for live in evening.live[evening.live.index(target) :: -1] if isinstance(live.fact, Start)
    )
    folded = [new for new, old in zip(after.live, evening.live, strict=True) if new.state is not old.state]
    assert set(map(evening_game(evening), folded)) <= {game.id}


def evening_game(evening):
    """Return a function that finds the start of an entry's game."""
    starts = [live.id for live in evening.live if isinstance(live.fact, Start)]
    return lambda live: max(start for start in starts if start <= live.id)


def test_no_act_of_an_evening_costs_what_the_games_before_it_had(monkeypatch):
    lengths, plain = list[int](), Evening.with_entry
    entries = evening_of(seed=7, length=1500, undos=0.0)

    def counted(self, *given):
        lengths.append(len(self.live))
        return plain(self, *given)

    monkeypatch.setattr(Evening, "with_entry", counted)
    games = games_of(fold(entries).live)
    assert len(games) > 5
    assert max(lengths) <= max(map(len, games))


def test_an_entry_that_the_rules_no_longer_accept_is_one_sentence():
    first = entry(1, Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna"))
    with pytest.raises(JournalError, match="Entry 2 of the journal does not fit"):
        fold([first, entry(2, Did(act=scorer.Pass()))])


@given(
    seed=st.integers(0, 10**6),
    length=st.integers(2, 60),
    pick=st.integers(0, 60),
    dice=st.none() | st.tuples(*[st.integers(1, 6)] * 3),
)
@settings(max_examples=100)
def test_whatever_a_correction_changed_or_dropped_is_put_back_by_one_redo(seed, length, pick, dice):
    before = fold(evening_of(seed, length))
    if not before.live or isinstance(before.last, Undo):
        return
    target = before.live[pick % len(before.live)]
    act = None if dice is None else scorer.Throw(dice=tuple(sorted(dice)))
    number = length + 1
    evening = before
    try:
        for fact in facts_ordered(CorrectEntry(entry=target.id, act=act, later="drop"), before):
            evening, number = evening.with_entry(entry(number, fact)), number + 1
    except CommandError:
        return
    for fact in facts_ordered(Redo(), evening):
        evening, number = evening.with_entry(entry(number, fact)), number + 1
    assert [live.state for live in evening.live] == [live.state for live in before.live]
    assert [live.fact for live in evening.live] == [live.fact for live in before.live]


def test_a_foul_that_an_older_version_took_without_its_cause_costs_its_glass_still():
    """RULES PUB-8 is asked of new acts; what a table has kept opens as before."""
    players = ("Anna", "Ben", "Cem")
    start = Start(variant="drinking", players=players, leader="Anna")
    foul = Did(act=scorer.Foul(player="Ben", kind="not_emptied"))
    evening = fold([entry(1, start), entry(2, foul)])
    assert evening.state.glasses == {"Ben": 1}
    with pytest.raises(CommandError, match="Cem has no glass yet"):
        evening.after(Did(act=scorer.Foul(player="Cem", kind="not_emptied")))


THROWN = scorer.Throw(dice=(2, 6, 6))
PAIRS = (("take_back_on_third", True), ("holdable", "ones_and_six_pairs"))


@pytest.mark.parametrize(
    ("variant", "options", "acts"),
    [
        ("drinking", (), (THROWN, scorer.Pass(), scorer.Foul(player="Ben", kind="unfilled"))),
        (
            "drinking",
            (("off_board_loses", True),),
            (scorer.OffBoard(floor=False), scorer.Foul(player="Anna", kind="unannounced")),
        ),
        (
            "tschigg",
            PAIRS,
            (THROWN, scorer.Hold(dice=(6, 6)), scorer.Throw(dice=(3,)), scorer.TakeBack(dice=(6,))),
        ),
    ],
    ids=["DRK-6", "PUB-9", "TSC-6"],
)
def test_what_the_last_version_took_still_opens_and_is_refused_when_new(variant, options, acts):
    """RULES DRK-6, PUB-9, TSC-6 of 3.10 are asked of new acts."""
    start = Start(variant=variant, players=("Anna", "Ben", "Cem"), leader="Anna", options=options)
    entries = [entry(number, fact) for number, fact in enumerate([start, *(Did(act=act) for act in acts)], 1)]
    state, last = fold(entries).state, acts[-1]
    assert state.held == (6,) if variant == "tschigg" else state.glasses == {last.player: 1}
    with pytest.raises(CommandError):
        fold(entries[:-1]).after(Did(act=last))


def test_who_played_stays_in_the_order_of_coming_over_games_and_names():
    first = Start(variant="chic", players=("Anna", "Ben"), leader="Anna")
    come = Did(act=scorer.Join(player="Cem", after="Anna"))
    second = Start(variant="chic", players=("Dora", "Ben"), leader="Ben")
    facts = (first, come, second, Rename(player="Cem", name="Carl"))
    evening = fold([entry(number, fact) for number, fact in enumerate(facts, 1)])
    assert (evening.games, evening.people) == (2, ("Anna", "Ben", "Carl", "Dora"))
    assert (undone := evening.with_entry(entry(5, Undo(to=3)))).games == 1
    assert undone.people == ("Anna", "Ben", "Carl")
