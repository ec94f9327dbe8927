import pytest

from tests.support.hub.running_hub import hubs_in


@pytest.fixture
def open_hub(tmp_path):
    with hubs_in(tmp_path / "hub") as opened:
        yield opened


@pytest.fixture
def hub(open_hub):
    return open_hub()
