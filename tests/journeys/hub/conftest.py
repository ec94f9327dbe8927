from collections.abc import Iterator
from pathlib import Path

import pytest

from knobeltisch.hub.hub import Hub
from tests.journeys.hub.desk import KEY
from tests.support.hub.running_hub import hubs_in


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    with hubs_in(tmp_path / "hub") as opened:
        yield opened(key=KEY, title="Zum goldenen Hirschen")
