def lifts(pub):
    return [(lift["player"], [die["value"] for die in lift["dice"]]) for lift in pub.shown["lifts"]]


def entry_of_last_act(pub):
    return pub.shown["acts"][-1]["id"]


def test_a_lift_can_be_looked_at_after_it_was_read(pub):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 4)
    (lift,) = pub.shown["lifts"]
    assert lift["player"] == "Anna"
    assert lift["entry"] == entry_of_last_act(pub)
    assert pub.table.board.picture(str(lift["id"]), 2) == b"\xff\xd8 die 2"


def test_all_lifts_of_the_turn_are_there_also_when_it_has_just_ended(pub):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 4)
    pub.order({"do": "press", "button": "again"})
    pub.throw(2, 5, held=[1])
    pub.order({"do": "press", "button": "pass"})
    assert lifts(pub) == [("Anna", [1, 3, 4]), ("Anna", [1, 2, 5])]


def test_they_are_gone_when_the_next_player_lifts_the_cup(pub):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 4)
    gone = pub.shown["lifts"][0]["id"]
    pub.order({"do": "press", "button": "pass"})
    pub.throw(1, 5, 5)
    assert lifts(pub) == [("Ben", [1, 5, 5])]
    assert pub.table.board.picture(str(gone), 0) is None


def test_a_lift_in_question_belongs_to_the_answer_given(pub):
    pub.start("Anna", "Ben", leader="Anna")
    pub.cup_down()
    pub.lift(1, 3, 4, unsure={2: (4, 6)})
    assert pub.shown["lifts"][0]["entry"] is None
    pub.answer(dice=[1, 3, 6])
    assert pub.shown["lifts"][0]["entry"] == entry_of_last_act(pub)


def test_a_cup_that_is_lifted_over_and_over_does_not_fill_the_memory(pub):
    pub.start("Anna", "Ben", leader="Anna")
    for _ in range(30):
        pub.throw(1, 3, 4)
        pub.order({"do": "undo", "count": 1})
    assert len(pub.shown["lifts"]) == 8
