import tempfile
from pathlib import Path

import pytest

from tests.support.programs import load_psycopg

load_psycopg()
pytest.importorskip("waitress", reason="waitress is not installed: sudo apt-get install python3-waitress")

from tests.support.league.storm import storm

pytestmark = pytest.mark.long


def test_reports_arrive_exactly_once_over_kills_of_hubs_service_and_database(cluster):
    with tempfile.TemporaryDirectory(prefix="storm-", dir="/tmp") as folder:
        counted = storm(Path(folder), pubs=3, kills=9, seed=1)
    assert counted.faults == []
    assert counted.entries >= counted.results > 0  # how many there are is the machine's pace
