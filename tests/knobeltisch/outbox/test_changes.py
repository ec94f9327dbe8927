from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.known_people import People
from knobeltisch.config import PushConfig
from knobeltisch.outbox.outgoing_games import TargetGames
from knobeltisch.outbox.sender import Sender
from knobeltisch.table.scoreboard import Scoreboard
from tests.support.league.receiver import KEY
from tests.support.waiting import until


def test_what_moves_on_the_board_after_a_game_does_not_have_all_games_gone_through_again(
    receiver, tmp_path, no_pauses
):
    chronicle, board, looks, gone_through = Chronicle(), Scoreboard(), [], []

    def given(evenings):
        gone_through.append(evenings)
        return ()

    sender = Sender(
        "hub",
        PushConfig(url=receiver.url, key=KEY),
        table="t",
        source=TargetGames(
            chronicle, People(None, chronicle.evenings), given, names="consent", since=0.0
        ).games,
        path=tmp_path / "outbox.sqlite",
        board=board,
        change=lambda: looks.append(None),
    )

    def shown(**content):
        board.publish(content)
        before = len(looks)
        until(lambda: len(looks) > before + 2)

    sender.start()
    shown(ended=None, seen="dice")
    shown(ended=None, seen="nothing")
    assert len(gone_through) == 1
    shown(ended={"ranking": []}, seen="nothing")
    assert len(gone_through) == 2
    for place in range(5):
        shown(ended={"ranking": []}, seen=f"dice {place}")
    assert len(gone_through) == 2
    sender.stop()
