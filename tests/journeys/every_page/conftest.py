import pytest

from tests.support.seeds import chosen_seed


@pytest.fixture
def seed():
    return chosen_seed()
