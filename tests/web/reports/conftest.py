import pytest

from tests.web.reports.pub import Pub


@pytest.fixture
def pub(small, tmp_path, store_in) -> Pub:
    return Pub(small, store_in(tmp_path))
