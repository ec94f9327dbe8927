"""The code that starts, plays, undoes, corrects, stores and reports dice games does the same for a card game."""

import random

import scorer
from hardware.panel.panel import Button
from knobeltisch.archive.chronicle import Chronicle
from knobeltisch.archive.reports import Reports
from knobeltisch.simulated_players.card_players import CardPlayers

NAMES = ("Anna", "Ben", "Cem")


def play(pub, seed, *, most=5000, **options):
    """Let players with real cards play, each act as a tablet orders it."""
    rules = scorer.with_options("poker", options)
    assert isinstance(rules, scorer.PokerRules)

    def keep(_state, acts):
        for act in acts:
            pub.order({"do": "act", "act": scorer.act_to_json(act)})
        state = pub.table.state
        assert isinstance(state, scorer.PokerState)
        return state

    pub.start(*NAMES, variant="poker", options=options)
    players = CardPlayers(rules=rules, names=NAMES, chance=random.Random(seed), keep=keep)
    players.play(most)
    return players


def report(pub):
    return Reports(Chronicle(list(pub.journal.entries()))).evening(1)["games"][-1]


def test_what_could_have_been_instead_of_a_call_is_reported_by_the_points_that_it_changes(pub):
    pub.start("Anna", "Ben", variant="poker", leader="Anna")
    for act in (
        *({"act": "exchange", "count": 0},) * 2,
        {"act": "call", "category": "pair"},
        {"act": "pass"},
    ):
        pub.order({"do": "act", "act": act})
    entry = pub.shown["acts"][-2]["id"]
    alternatives = pub.table.past.alternatives(entry)
    flush = next(
        option for option in alternatives["options"] if (option["act"] or {}).get("category") == "flush"
    )
    assert flush["ok"]
    assert flush["changes"] == [{"what": "points", "player": "Ben", "before": 1, "after": 5}]
    pub.order({"do": "correct", "entry": entry, "act": {"act": "call", "category": "flush"}})
    assert pub.state["points"] == {"Anna": 0, "Ben": 5}
    assert pub.state["duty"] == {"Ben": "flush"}


def test_whoever_was_named_wrongly_is_put_right_in_the_evenings_list(pub):
    pub.start("Anna", "Ben", variant="poker", leader="Anna")
    acts = (
        *({"act": "exchange", "count": 0},) * 2,
        *({"act": "call", "category": "pair"},) * 2,
        {"act": "best", "players": ["Ben"]},
        *({"act": "exchange", "count": 0},) * 2,
        *({"act": "pass"},) * 2,
        *({"act": "exchange", "count": 0},) * 2,
        {"act": "last_trick", "winner": "Ben"},
        {"act": "best", "players": ["Ben"], "category": "flush"},
    )
    for act in acts:
        pub.order({"do": "act", "act": act})
    entries = [entry["id"] for entry in pub.shown["acts"] if entry["act"]["act"] in {"best", "last_trick"}]
    for entry, key, right in zip(
        entries, ("players", "winner", "players"), (["Anna"], "Anna", ["Anna"]), strict=True
    ):
        alternatives = pub.table.past.alternatives(entry)
        other = next(
            option["act"]
            for option in alternatives["options"]
            if option["ok"] and option["act"] and option["act"].get(key) == right
        )
        pub.order({"do": "correct", "entry": entry, "act": other})
    assert pub.state["points"] == {"Anna": 11, "Ben": 0}
    last = pub.table.past.alternatives(entries[-1])
    assert {option["act"]["category"] for option in last["options"] if option["ok"] and option["act"]} >= {
        "pair",
        "full_house",
    }


def test_the_report_tells_what_each_hand_brought_and_what_everybody_pays(pub):
    play(pub, 3, stake="10 Cent")
    lines = report(pub)
    state = pub.state
    assert lines["winner"] == state["winner"]
    assert [hand["hand"] for hand in lines["hands"]] == list(range(1, state["hand"] + 1))
    for seat in lines["players"]:
        player = seat["player"]
        brought = [
            gain["points"] for hand in lines["hands"] for gain in hand["scored"] if gain["player"] == player
        ]
        assert seat["points"] == sum(brought) == state["points"][player]
        assert seat["pays"] == state["settlement"].get(player, 0)
    assert lines["house"] == {"stake": "10 Cent"}


def test_of_the_buttons_pass_and_undo_do_what_they_say_and_the_others_say_that_they_rest(pub):
    pub.start("Anna", "Ben", variant="poker", leader="Anna")
    for _ in range(2):
        pub.order({"do": "act", "act": {"act": "exchange", "count": 0}})
    pub.press(Button.PASS)
    assert pub.state["calls"] == [{"player": "Ben", "category": None}]
    pub.press(Button.UNDO)
    assert pub.state["calls"] == []
    for button in (Button.AGAIN, Button.DIRECTION, Button.ONES, Button.SIXES):
        pub.press(button)
        assert pub.shown["notice"]["key"] == "cards"
        assert pub.state["calls"] == []


def test_what_the_camera_sees_is_none_of_a_game_of_cards(pub):
    pub.start("Anna", "Ben", variant="poker", leader="Anna")
    before = pub.state
    pub.throw(1, 2, 3)
    assert pub.state == before
    assert pub.shown["question"] is None
    assert pub.shown["due"] == 0


def test_who_wants_to_go_goes_with_the_next_hand_and_who_comes_waits_for_the_next_game(pub):
    play(pub, 5, most=3)
    pub.order({"do": "wish", "player": "Ben", "what": "leave"})
    pub.order({"do": "wish", "player": "Late", "what": "join"})
    assert {wish["player"]: wish["when"] for wish in pub.shown["attendance"]["wishes"]} == {
        "Ben": "hand",
        "Late": "next",
    }
    hand = pub.state["hand"]
    while pub.state["hand"] == hand and pub.state["stage"] != "over":
        state = pub.table.state
        acts = [decision for decision in scorer.decisions(state) if decision.NAME in {"pass", "exchange"}]
        if state.stage == "tricks":
            pub.order({"do": "act", "act": {"act": "last_trick", "winner": "Anna"}})
        elif state.stage == "compare":
            pub.order({"do": "act", "act": {"act": "best", "players": [], "category": None}})
        else:
            pub.order({"do": "act", "act": scorer.act_to_json(acts[0])})
    assert pub.state["out"] == {"Ben": "left"}
    assert [coming["player"] for coming in report(pub)["comings"]] == ["Ben"]
