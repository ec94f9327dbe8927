import jsonschema_rs
import pytest

import scorer
from knobeltisch.app.schemas import table_schemas
from tests.support.interface.published import closed
from tests.support.pages.board_states import some_boards


@pytest.mark.parametrize("variant", scorer.VARIANTS)
def test_a_board_of_any_game_has_the_published_keys_and_no_others(variant):
    schemas = closed(table_schemas())
    named = {"$ref": "#/components/schemas/Snapshot", "components": {"schemas": schemas}}
    check = jsonschema_rs.validator_for(named)
    beside = {"match": None, "to_sign": None}  # what a hub adds
    for board in some_boards(7, variant, 4, 120):
        faults = [
            f"{error.instance_path}: {error.message}" for error in check.iter_errors({**beside, **board})
        ]
        assert faults == []
