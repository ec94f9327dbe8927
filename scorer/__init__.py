"""The rules of the games as pure functions: no clock, no randomness, no I/O."""

from scorer.acts import (
    Act,
    Call,
    Cover,
    Declare,
    Filled,
    Foul,
    Hold,
    Join,
    Leave,
    NameLoser,
    OffBoard,
    Pass,
    Reveal,
    RollOff,
    TakeBack,
    Throw,
    Turn,
)
from scorer.choices import (
    alternatives_to,
    choices_of,
    decisions,
    dice_expected,
    legal,
    legal_acts,
    next_step,
    throw_act,
)
from scorer.engine import (
    apply,
    begun_by,
    best_result,
    can,
    counter_of,
    counters_of,
    decided_by_phone,
    ends_by,
    is_fresh,
    joins_with,
    leaving_costs,
    most_players,
    new_game,
    own_counter,
    parts_lost,
    rank_last_round,
    ranking,
    replay,
    state_to_json,
    stop_game,
    summary,
    when_player_returns,
    worth,
)
from scorer.errors import BadLanguage, BadPlayers, BadVariant, NoSuchDecision, Refused, ScorerError
from scorer.games.family import DRINKS
from scorer.games.poker.poker_acts import Admit, Show
from scorer.games.poker.poker_rules import PokerRules
from scorer.games.poker.poker_state import PokerState
from scorer.games.turns import declarations, selections_of
from scorer.json_forms.act_forms import GameAct, act_from_json, act_to_json, dice_act_from_json, rename_in_act
from scorer.json_forms.states import result_to_json
from scorer.presets import (
    DICE_VARIANTS,
    VARIANTS,
    GameRules,
    GameState,
    dice_rules,
    dice_state,
    differences,
    house_options,
    idle_options,
    load_house,
    load_variant,
    options_of,
    preset_named,
    with_options,
)
from scorer.rules import Rules
from scorer.state import Declaration, LastRound, Result, State, throwing_member
