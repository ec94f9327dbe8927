import os

import pytest

from tests.support.hub.killed_hub import kill_hub
from tests.support.seeds import chosen_seed

pytestmark = pytest.mark.long


def test_a_hub_killed_at_random_moments_has_every_game_once(tmp_path):
    kills = int(os.environ.get("KNOBELTISCH_KILLS", "1"))
    storm = kill_hub(tmp_path, kills, chosen_seed())
    assert storm.faults == []
    assert storm.while_sending > 0
