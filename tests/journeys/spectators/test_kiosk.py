import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.pages.browser import installed
from tests.support.paths import ROOT
from tests.support.programs import not_installed
from tests.support.waiting import LONGEST_S, until

SILENT_S = 15


def is_renderer_of(session, process):
    """Whether a process draws the pages of a browser that `session` began."""
    try:
        return (
            os.getsid(process) == session
            and b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes()
        )
    except OSError:
        return False


@pytest.mark.skipif(installed() is None, reason=not_installed("chromium-headless-shell"))
@pytest.mark.parametrize("harm", [signal.SIGKILL, signal.SIGSTOP], ids=["crashed", "hanging"])
def test_the_browser_of_a_dead_page_is_ended_and_that_of_a_living_one_is_not(house, tmp_path, harm):
    address = house.url.replace("127.0.0.1", "localhost")
    browser = [installed(), "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile"]
    kiosk = subprocess.Popen(
        [sys.executable, "-I", ROOT / "hardware" / "panel" / "kiosk.py", *browser, f"{address}/screen"],
        env={**os.environ, "KIOSK_SILENT_S": str(SILENT_S)},
        start_new_session=True,
    )
    try:
        until(lambda: json.load(urlopen(f"{house.url}/healthz"))["screen"])
        with pytest.raises(subprocess.TimeoutExpired):
            kiosk.wait(SILENT_S + 6)
        processes = [int(entry.name) for entry in Path("/proc").glob("[0-9]*")]
        found = [process for process in processes if is_renderer_of(kiosk.pid, process)]
        for process in found:
            os.kill(process, harm)
        assert found
        assert kiosk.wait(LONGEST_S) == 1
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(kiosk.pid, signal.SIGKILL)  # as systemd does: the browser's helpers too
        kiosk.wait(LONGEST_S)
