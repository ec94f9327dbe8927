"""Where the command begins and ends: no traceback while the command line is being loaded, no abort while the process ends.

What this module imports at its top cannot be stopped without a traceback, so it is next to nothing.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import signal
import sys


def main() -> None:
    """Load the command line and run it. It is loaded by its name, for `python -m knobeltisch` begins here as well."""
    code: object = 1
    atexit.register(lambda: _leave(code))  # the first one registered is called last
    try:
        heard = signal.getsignal(signal.SIGINT)
        if heard is signal.default_int_handler:  # and not switched off, as it is for a shell's background job
            signal.signal(signal.SIGINT, _leave_loading)
        command = importlib.import_module("knobeltisch.__main__").main
        signal.signal(signal.SIGINT, heard)
        command()
    except SystemExit as end:
        code = end.code
        raise
    except KeyboardInterrupt:
        _leave_loading()
    except ImportError as error:
        if not (told := _lacking_package(error)):
            raise
        code = 70
        sys.stderr.write(f"knobeltisch: {told}\n")
        sys.exit(code)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left that it could stop


def _leave_loading(*_: object) -> None:
    """End the process with a sentence. While modules are loaded, C code may turn a KeyboardInterrupt into anything."""
    with contextlib.suppress(OSError):
        os.write(2, b"knobeltisch: Stopped before its end.\n")
    os._exit(130)


def _lacking_package(error: ImportError) -> str:
    from knobeltisch.errors import lacking_package  # noqa: PLC0415 - not at the top

    return lacking_package(error)


def _leave(code: object) -> None:
    """End the process at once where a thread is still at work; what it worked for is closed by now.

    At its own end Python unwinds such a thread as soon as that wants the interpreter again, and a thread inside OpenCV
    aborts the process then. No command can wait for every thread: a camera's driver may hang.
    """
    threading = sys.modules.get("threading")
    if threading is None or threading.active_count() < 2:
        return
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))
