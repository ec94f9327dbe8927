"""The JSON Schemas of what a table sends and accepts, generated from its type declarations."""

from knobeltisch.access.access_control import PairedDevices
from knobeltisch.app.landlord_shapes import Calibration, Eye
from knobeltisch.game.history import Alternatives, PastEntry, Undone
from knobeltisch.table.commands import Commands
from knobeltisch.table.guest_permissions import GuestSwitches
from knobeltisch.table.snapshot import Snapshot
from scorer.json_forms.act_forms import act_schema
from scorer.json_forms.codec import Json
from web.routes.schemas import schemas_of


def table_schemas() -> dict[str, Json]:
    """Return the schemas by name, for the table's API (GET /api) and for the types of its page."""
    return {
        **schemas_of(
            Snapshot, PastEntry, Undone, Alternatives, GuestSwitches, PairedDevices, Eye, Calibration
        ),
        "Act": act_schema(),
        "Command": Commands.schema(),
    }
