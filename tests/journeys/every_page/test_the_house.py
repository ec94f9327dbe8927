"""The house of the journeys is the real one."""


def test_a_throw_is_on_the_journal_and_on_the_board(house):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 3, 5)
    assert house.shown["state"]["free"] == [1, 3, 5]
    assert (house.path / "journal.sqlite").exists()


def test_a_second_opening_finds_what_the_first_left(house, open_house):
    house.start("Anna", "Ben", leader="Anna")
    house.throw(1, 3, 5)
    assert open_house().shown["state"]["free"] == [1, 3, 5]
