import pytest

from knobeltisch.device import vitals
from knobeltisch.health.metrics import measure
from tests.support.sightings import lift_of


@pytest.fixture
def measured(pub):
    return lambda: measure(pub.table, pub.path, None)


def test_acts_lifts_and_questions_are_counted(pub, measured):
    pub.start("Anna", "Ben", leader="Anna")
    pub.throw(1, 3, 5)
    pub.cup_down()
    pub.see(lift_of(1, 2))
    pub.see(lift_of(1, 2))  # waits, while the question of the first is open
    now = measured()
    assert (now["acts_total"], now["lifts_total"], now["questions_total"]) == (2, 3, 1)


def test_no_measure_tells_a_name(pub, measured):
    pub.start("Anna", "Ben", leader="Anna")
    assert all(isinstance(value, float | int | None) for value in measured().values())


def test_without_a_camera_no_pictures_are_counted(measured):
    assert measured()["frames_per_second"] is None


def test_a_machine_that_tells_nothing_gives_none(tmp_path):
    assert vitals.read_temperature(tmp_path) is None
    assert vitals.read_throttled(tmp_path) is None
    assert vitals.disk_errors(tmp_path, tmp_path) is None
