"""Which tests take long, by the beginnings of their paths under tests/."""

from __future__ import annotations

from typing import Final

LONGEST: Final = (
    *(
        "journeys/landlord/test_calibrate",
        "knobeltisch/simulated_players/test_monkey",
        "knobeltisch/simulated_players/test_guests",
    ),
    *(
        "knobeltisch/commands/test_demo",
        "vision/stream/test_boardless_watcher",
        "vision/still/test_real_dice_on_a_board",
    ),
    *("journeys/every_page/test_places", "journeys/every_page/test_census", "journeys/board/test_taps"),
)
"""What has single tests of ten seconds and more: they begin first, so that no worker has one left when the others are done."""

SLOW: Final = (
    # Pictures are painted and read by the hundred,
    *("calibration/", "vision/", "training/", "hardware/", "systemd/", "knobeltisch/camera/"),
    *("knobeltisch/commands/pictures/", "knobeltisch/commands/test_board_pdf"),
    *("knobeltisch/table/test_recorder", "knobeltisch/archive/test_dice_fairness"),
    # files are damaged, copied and synced by the hundred,
    *("knobeltisch/storage/", "knobeltisch/recovery/", "knobeltisch/archive/test_chronicle"),
    *("knobeltisch/game/test_evening", "knobeltisch/game/test_history", "knobeltisch/test_interface"),
    # programs are started and stopped,
    *("knobeltisch/update/", "knobeltisch/lifecycle/", "knobeltisch/health/", "knobeltisch/test_app"),
    *("knobeltisch/commands/test_no_traceback", "test_scripts", "test_package", "web/server/"),
    *("knobeltisch/commands/test_beside_a_service", "knobeltisch/commands/test_demo"),
    *(
        "knobeltisch/commands/test_output_files",
        "knobeltisch/commands/test_pin",
        "knobeltisch/hub/test_service",
    ),
    *("knobeltisch/access/test_certificates", "knobeltisch/mqtt/test_mqtt", "knobeltisch/hub/test_finder"),
    *("league/", "test_some_forms", "test_cpu_table"),
    # or all that can come in a game is counted.
    *("scorer/odds/", "scorer/test_laws", "scorer/test_displayed_worth", "scorer/games/test_attendance_laws"),
    *("scorer/poker/test_poker_laws", "knobeltisch/archive/test_debts", "knobeltisch/simulated_players/"),
)
"""What `script/test --fast` leaves out beside the tests that are marked one by one."""
