"""A game is one value in a table: here a game of cards, which has neither dice nor mats, is played by the same functions."""

from dataclasses import dataclass, field, fields, replace
from typing import Annotated, ClassVar

import pytest

import scorer
from scorer import words
from scorer.games.families import FAMILIES
from scorer.games.family import Family
from scorer.json_forms.codec import PlayerName, Word, forms_of
from scorer.odds.advice import advise
from scorer.summary import Summary
from scorer.words.language_files import LANGUAGES

NOTHING, PAIR, FLUSH = "nothing", "pair", "flush"
CATEGORIES = (PAIR, FLUSH)
LADDER = (NOTHING, *CATEGORIES)


# --- a little game of cards: each in turn calls a higher category or passes; the highest call wins


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRules:
    name: str
    family: str
    players_min: int
    players_max: int
    flush_pays: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class CallCategory:
    NAME: ClassVar = "call"
    height: Annotated[str, Word(CATEGORIES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    NAME: ClassVar = "fold"
    player: Annotated[str, PlayerName()]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardState:
    rules: CardRules
    players: tuple[str, ...]
    stage: str
    to_act: str | None
    standing: str = NOTHING
    caller: str | None = None
    points: dict[str, int] = field(default_factory=dict)
    out: dict[str, str] = field(default_factory=dict)


def begin(rules: CardRules, players: tuple[str, ...], dealer: str | None) -> CardState:
    first = players[(players.index(dealer) + 1) % len(players)] if dealer else players[0]
    return CardState(rules=rules, players=players, stage="call", to_act=first)


def act(state: CardState, done: object) -> CardState:
    check_form(state, done)
    match done:
        case CallCategory(height=category):
            if LADDER.index(category) <= LADDER.index(state.standing):
                raise scorer.Refused("too_low", f"{state.standing} stands; call more, or fold.", "POK-4")
            return passed_on(replace(state, standing=category, caller=state.to_act))
        case Fold(player=player) if player != state.to_act:
            raise scorer.Refused("not_now", f"It is {state.to_act}'s call.", "POK-4")
        case _:
            return passed_on(state)


def passed_on(state: CardState) -> CardState:
    place = state.players.index(str(state.to_act)) + 1
    if place < len(state.players):
        return replace(state, to_act=state.players[place])
    points = {} if state.caller is None else {state.caller: state.rules.flush_pays}
    return replace(state, stage="over", to_act=None, points=points)


def check_form(state: CardState, done: object) -> None:
    if not isinstance(done, CallCategory | Fold):
        raise scorer.Refused("bad_act", f"{state.rules.name} has no such act.")


def examples(state: CardState) -> tuple[CallCategory | Fold, ...]:
    return (
        *(CallCategory(height=category) for category in reversed(CATEGORIES)),
        Fold(player=str(state.to_act)),
    )


CARDS: Family[CardRules, CardState, CallCategory | Fold] = Family(
    presets=("calls",),
    played_with="cards",
    begun_by="dealer",
    make_rules=CardRules,
    options={"flush_pays": (5, 10)},
    check_options=lambda _: None,
    idle_options=lambda _: (),
    forms=forms_of(CallCategory, Fold),
    begin=begin,
    check_form=check_form,
    act=act,
    stopped=lambda state: replace(state, stage="over", to_act=None),
    examples=examples,
    decisions=examples,
    instead=lambda _state, _act: None,
    ends_by=lambda _: "loss",
    most_players=lambda rules: rules.players_max,
    is_fresh=lambda _: False,
    joins_with=lambda _: "next",
    leaving_costs=lambda _: False,
    comes_back=lambda _state, _player: "next",
    counters=lambda _: (),
    parts="rounds",
    best_result=FLUSH,
    ranked=lambda _: (),
    summary=lambda state: Summary(number=1, phase=1, counts={"points": state.points}),
    worth=lambda _: None,
    to_json=lambda state: {"variant": state.rules.name, "stage": state.stage, "points": dict(state.points)},
)
RULES = CardRules(name="calls", family="cards", players_min=2, players_max=8)


@pytest.fixture
def cards(monkeypatch) -> CardState:
    """A game of cards that has begun, at a table that knows that game."""
    monkeypatch.setitem(FAMILIES, "cards", CARDS)
    return scorer.new_game(RULES, ("Anna", "Ben", "Cem"), "Cem")


# --- the four functions


def test_a_game_of_another_kind_is_played_by_the_same_functions(cards):
    acts = (CallCategory(height=PAIR), Fold(player="Ben"), CallCategory(height=FLUSH))
    over = scorer.replay(cards, acts)
    assert (over.stage, over.points) == ("over", {"Cem": 5})
    assert scorer.can(cards, acts[0])
    assert not scorer.can(cards, acts[1])
    with pytest.raises(scorer.Refused, match="It is Anna's call") as refused:
        scorer.apply(cards, acts[1])
    assert refused.value.rule == "POK-4"
    assert scorer.stopped(cards).stage == "over"


def test_its_players_are_checked_like_those_of_every_game(cards):
    with pytest.raises(scorer.BadPlayers, match="calls is played by 2 to 8"):
        scorer.new_game(cards.rules, ("Anna",))
    with pytest.raises(scorer.BadPlayers, match="not among the players"):
        scorer.new_game(cards.rules, cards.players, "Dora")


def test_what_is_allowed_is_said_of_it_as_of_every_game(cards):
    higher = scorer.apply(cards, CallCategory(height=FLUSH))
    assert scorer.legal_acts(cards) == ("call", "fold")
    assert scorer.legal_acts(higher) == ("fold",)
    assert scorer.decisions(higher) == (Fold(player="Ben"),)
    assert scorer.legal_acts(scorer.stopped(cards)) == ()


def test_it_says_that_it_has_no_dice_no_results_and_no_odds(cards):
    assert scorer.dice_expected(cards) == 0
    assert scorer.worth(cards) is None
    assert scorer.ranking(cards) == ()
    assert scorer.counter_of(cards.rules, None) is None
    with pytest.raises(scorer.NoSuchDecision, match="no odds of calls"):
        advise(cards)


def test_its_state_is_written_in_its_own_way(cards):
    assert scorer.state_to_json(cards) == {"variant": "calls", "stage": "call", "points": {}}


# --- its acts beside those of the others


@pytest.mark.parametrize("over", [False, True])
def test_the_acts_of_another_game_are_malformed_there_whatever_the_moment(cards, over):
    dice = scorer.new_game(scorer.load_variant("schocken"), ("Anna", "Ben", "Cem"))
    tables = [scorer.stopped(table) if over else table for table in (cards, dice)]
    for table, foreign in zip(tables, (scorer.Throw(dice=(1, 2, 3)), CallCategory(height=PAIR)), strict=True):
        with pytest.raises(scorer.Refused) as refused:
            scorer.apply(table, foreign)
        assert refused.value.code == "bad_act"


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ({"act": "call", "height": "flush"}, CallCategory(height=FLUSH)),
        ({"act": "call", "special": "jule", "on": True}, scorer.Call(special="jule", on=True)),
        ({"act": "fold", "player": "Ben"}, Fold(player="Ben")),
        ({"act": "turn"}, scorer.Turn()),
    ],
)
def test_acts_of_one_name_are_distinguished_by_their_fields(raw, meant):
    assert scorer.act_from_json(raw) == meant
    assert scorer.act_to_json(meant) == raw
    assert scorer.act_name(meant) == raw["act"]


@pytest.mark.usefixtures("cards")
def test_an_act_that_fits_no_game_is_reported_what_it_lacks():
    with pytest.raises(scorer.Refused, match="lacks 'on', 'special'"):
        scorer.act_from_json({"act": "call"})
    with pytest.raises(scorer.Refused, match="'height' is one of pair, flush"):
        scorer.act_from_json({"act": "call", "height": "straight"})
    with pytest.raises(scorer.Refused, match=r"there are roll_off, .*, fold"):
        scorer.act_from_json({"act": "bluff"})


# --- the games that there are


def test_every_preset_belongs_to_one_game_and_says_so():
    presets = [preset for family in FAMILIES.values() for preset in family.presets]
    assert tuple(presets) == scorer.VARIANTS
    assert len(set(presets)) == len(presets)
    for name, family in FAMILIES.items():
        assert {scorer.load_variant(preset).family for preset in family.presets} == {name}


@pytest.mark.parametrize("name", FAMILIES)
def test_every_game_has_all_that_is_asked_of_it(name):
    family = FAMILIES[name]
    assert all(getattr(family, part.name) is not None for part in fields(Family))
    for preset in family.presets:
        rules = scorer.load_variant(preset)
        first = scorer.new_game(rules, tuple("ABCDEFGH"[: rules.players_min]))
        assert scorer.legal_acts(first)
        assert scorer.state_to_json(first)["variant"] == preset
        assert scorer.parts_lost(preset) in {"rounds", "halves", "hands"}
        assert [words.rules_text(rules, language) for language in LANGUAGES]
        if family.played_with == "dice":
            advise(scorer.new_game(rules, first.players, first.players[0]))
    assert not family.forms.keys() - {form.of.NAME for form in family.forms.values()}


def test_a_name_that_no_game_has_is_no_fault_of_the_one_who_asks():
    assert (scorer.parts_lost("whist"), scorer.best_result("whist"), scorer.own_counter("whist")) == (
        "rounds",
        None,
        None,
    )


@pytest.mark.parametrize(
    ("preset", "options", "end"),
    [
        ("bavarian", {}, "loss"),
        ("schocken", {}, "loss"),
        ("drinking", {}, "leave"),
        ("base", {}, None),
        ("base", {"chicago_reward": "out_of_game"}, "loss"),
    ],
)
def test_what_ends_a_game_is_asked_of_the_game(preset, options, end):
    assert scorer.ends_by(scorer.with_options(preset, options)) == end
