from knobeltisch.game.ended_turns import EndedTurns
from knobeltisch.game.evening import Evening
from knobeltisch.game.events import Did, Start
from scorer import Pass, Throw

ROUND = (Throw(dice=(1, 2, 6)), Pass(), Throw(dice=(1, 2, 3)))


def ended(*acts):
    live = Evening().after(Start(variant="bavarian", players=("Anna", "Ben"), leader="Anna"))
    for act in acts:
        live = Evening(live=live).after(Did(act=act))
    return [turn.start.round for turn in EndedTurns(lambda: live).recent_turns()]


def test_the_turns_of_the_present_round_and_the_one_before_are_given():
    assert set(ended(*ROUND * 3, Throw(dice=(1, 2, 6)))) == {2, 3}
