import os
import random

import pytest

import scorer
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import PHONE, Did, Start
from knobeltisch.table.phone_throws import PhonePlay, phone_acts

GAMES = int(os.environ.get("KNOBELTISCH_STORM", "20"))
STEPS = 80


class LoadedDice(random.Random):
    """Dice that show a six or a one more often than not: what is special comes up in each game."""

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        del weights, cum_weights
        return super().choices(population, (4, 1, 1, 1, 1, 6), k=k)


def offers(state):
    """Yield what the phone of the player in turn has a button for, as `phone/seat_turn.js` sends it."""
    legal = scorer.legal_acts(state)
    if state.stage == "naming":
        yield from ((scorer.NameLoser(player=player),) for player in state.active)
        return
    if scorer.dice_expected(state) or "cover" in legal:
        yield ()
        return
    if "place" in legal:
        yield from ((act,) for act in scorer.decisions(state))
    if "turn" in legal:
        yield (scorer.Turn(),)
    if "hold" in legal:
        yield (scorer.Hold(dice=()),)
    if "pass" in legal:
        declares = state.rules.declares and state.to_act == state.leader
        yield (scorer.Pass(declare=next(iter(scorer.declarations(state.rules))) if declares else None),)


def taken(evening, *facts):
    for fact in facts:
        evening = Evening(live=evening.after(fact, source=PHONE))
    return evening


@pytest.mark.parametrize("variant", scorer.DICE_VARIANTS)
def test_whatever_the_phone_offers_is_done(variant):
    turned = 0
    for seed in range(GAMES):
        dice = LoadedDice(f"{variant} {seed}")
        start = Start(variant=variant, players=("Anna", "Ben", "Cem"), leader="Anna")
        evening = taken(Evening(), start)
        for _ in range(STEPS):
            state = evening.state
            if state.stage == "over":
                break
            if "filled" in scorer.legal_acts(state):
                evening = taken(evening, Did(act=scorer.Filled()))
                continue
            plays = [PhonePlay(player=state.to_act, acts=acts) for acts in offers(state)]
            assert plays, (state.stage, scorer.legal_acts(state))
            for play in plays:
                phone_acts(play, evening, None, dice)
            choice = dice.choice(plays)
            turned += scorer.Turn() in choice.acts
            evening = taken(evening, *phone_acts(choice, evening, None, dice))
    assert turned or "conversion" not in scorer.options_of(variant)
