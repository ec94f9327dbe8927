"""The entry point: no traceback while the command line is loading, and no abort while the process ends.

It imports almost nothing, because Ctrl-C during its own imports would show a traceback.
"""

import atexit
import contextlib
import importlib
import os
import signal
import sys


def main() -> None:
    """Load the command line and run it. `python -m knobeltisch` starts here as well."""
    code: object = 1
    atexit.register(lambda: _leave(code))  # the handler registered first is called last
    try:
        heard = signal.getsignal(signal.SIGINT)
        if heard is signal.default_int_handler:  # and not ignored, as for a shell's background job
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
        from knobeltisch.errors import lacking_package  # noqa: PLC0415 - not at the top

        if not (lacking := lacking_package(error)):
            raise
        code = 70
        sys.stderr.write(f"knobeltisch: {lacking}\n")
        sys.exit(code)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left to stop


def _leave_loading(*_: object) -> None:
    """End the process with a sentence. C code that loads a module may turn a KeyboardInterrupt into any error."""
    with contextlib.suppress(OSError):
        os.write(2, b"knobeltisch: Stopped before its end.\n")
    os._exit(130)


def _leave(code: object) -> None:
    """End the process at once if a thread is still running; everything it used is closed by then.

    On exit Python stops threads that need the interpreter; inside OpenCV that would abort the process. A
    camera's driver may hang, so no command can wait for every thread.
    """
    threading = sys.modules.get("threading")
    if threading is None or threading.active_count() < 2:
        return
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))
