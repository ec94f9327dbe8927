"""`knobeltisch demo --phone`: the real table, with your own phone as its camera.

The page is on the laptop; the phone opens the QR code that the terminal shows. Nothing is kept unless `--journal` names a file.
"""

import logging
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from knobeltisch.app import App
from knobeltisch.camera import table_camera
from knobeltisch.camera.remote.phone_door import ABSENT, phone_camera
from knobeltisch.commands.console import announce_page
from knobeltisch.commands.demo import demo_config
from knobeltisch.commands.demo_options import Options
from knobeltisch.config import PHONE
from knobeltisch.errors import CertificateError
from knobeltisch.lifecycle.stop_request import install_stop_request
from web.visitors import is_local_address

INVITED_S: Final = 24 * 3600.0
"""Long enough for any demo; the first phone uses the invitation up."""
HOW: Final = "Scan this with a phone in the same Wi-Fi, go on past its one warning, and allow the camera: what it sees is read on the page above.\n"
ALONE: Final = "This machine is in no network, so no phone can reach it; join the Wi-Fi and start again.\n"


def play(options: Options, journal: Path) -> int:
    """Run the demo with a phone as its camera until Ctrl-C; return 0. Raise CertificateError if openssl is missing."""
    if shutil.which("openssl") is None:
        raise CertificateError(
            "A phone gives its camera to secure pages only; openssl is not installed: sudo apt-get install openssl."
        )
    plain = demo_config(options, journal, camera=PHONE)
    config = replace(plain, page=replace(plain.page, https="on"))
    app = App(config, camera=phone_camera(), pins=None, clock=time.time)
    # That no phone is the camera yet goes without saying below its code.
    logging.getLogger(table_camera.__name__).addFilter(lambda record: ABSENT not in record.getMessage())
    ended = install_stop_request()
    app.start()
    assert app.door is not None
    sys.stdout.write(f"page: {app.address}\n")  # without a code: the one below is for the phone
    sys.stdout.write(ALONE if is_local_address(app.address) else HOW)
    announce_page(app.door.invite(INVITED_S), "phone")
    ended.wait()
    app.stop()
    return 0
