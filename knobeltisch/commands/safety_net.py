"""Error handling for every command: one sentence instead of a traceback, and the traceback in a file.

`KNOBELTISCH_DEBUG=1` shows the traceback at once. Closed streams and pipes, a full disk and Ctrl-C do not count as faults of
the program.
"""

import contextlib
import io
import math
import os
import signal
import stat
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TextIO

import click

from calibration.errors import CalibrationError
from hardware.errors import HardwareError
from knobeltisch.errors import STOPPED, STOPPED_SENTENCE, KnobeltischError, lacking_package
from knobeltisch.lifecycle.stop_request import Interrupt
from scorer import ScorerError

USAGE: Final = 2
FAULT: Final = 70
"""Exit code for unexpected errors, as in BSD's sysexits."""
MOST_PIXELS: Final = 64_000_000
"""The largest picture that is decoded: above every camera of a Pi, and of most phones."""
LONGEST: Final = 200
"""The most letters of what click says about the arguments."""
GONE: Final = 1
"""Exit code when the reader of the output has gone."""


class CommandGroup(click.Group):
    """A command group whose help never shortens a command's description."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        for command in self.commands.values():
            command.short_help = (command.help or "").partition("\n\n")[0]
        super().format_commands(ctx, formatter)


class Guarded(CommandGroup):
    """The top command group, which reports every error of its commands in one sentence."""

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> Any:  # noqa: ANN401 - as click has it
        """Run a command and exit with its code. The program is always called `knobeltisch`, however it was started."""
        extra |= {"standalone_mode": False, "prog_name": "knobeltisch"}
        sys.exit(run_guarded(lambda: click.Group.main(self, args, **extra)))

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Run the named command; its error messages begin with its name."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            sys.exit(_say_stopped())
        except (KnobeltischError, ScorerError, CalibrationError, HardwareError) as error:
            sys.exit(_say(" ".join(str(error).split()), USAGE, f"knobeltisch {ctx.invoked_subcommand}"))


def run_guarded(command: Callable[[], object]) -> int:
    """Run a command and return its exit code; print any exception as a sentence on standard error."""
    _open_streams()
    try:
        code = _code(command)
        sys.stdout.flush()
    except BrokenPipeError:
        code = GONE
    except KeyboardInterrupt:
        code = _say_stopped()
    except OSError as error:
        code = _say(f"The output cannot be written ({os_error_reason(error)}); send it elsewhere.", USAGE)
    except ImportError as error:
        code = _say(lacking_package(error) or _unforeseen(error), FAULT)
    except MemoryError:
        code = _say("There is not enough memory for this; close other programs.", FAULT)
    except Exception as error:  # noqa: BLE001 - last resort
        code = _say(_unforeseen(error), FAULT)
    # Close the standard streams silently, even if the reader has gone.
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            silence(stream)
    return code


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt after Ctrl-C, even if other code has turned it into another exception."""
    interrupt = Interrupt()
    if heard := signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    except Exception:
        if interrupt.came:
            raise KeyboardInterrupt from None
        raise
    finally:
        if heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _code(command: Callable[[], object]) -> int:
    try:
        with _interruptible():
            done = command()
    except SystemExit as end:
        done = end.code
    except (click.Abort, EOFError):
        return _say_stopped()
    except click.ClickException as error:
        return _say_usage(error)
    except (BrokenPipeError, MemoryError):
        raise
    except OSError as error:
        if error.filename is None:  # most probably of standard output
            raise
        return _say(f"{error.filename} cannot be used ({os_error_reason(error)}).", USAGE)
    if done is None or isinstance(done, int):
        return done or 0
    return _say(str(done), GONE)


def _say_stopped() -> int:
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(STOPPED_SENTENCE)
        sys.stderr.flush()
    return STOPPED


def os_error_reason(error: OSError) -> str:
    """Return the reason for an OSError, in words."""
    message = error.strerror or " ".join(str(error).split())
    return message or type(error).__name__


def _say(sentence: str, code: int, command: str = "knobeltisch") -> int:
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{command}: {sentence}\n")
        sys.stderr.flush()
    if os.environ.get("KNOBELTISCH_DEBUG") and sys.exc_info()[0] is not None:
        with contextlib.suppress(OSError, ValueError):
            traceback.print_exc()
    return code


def _say_usage(error: click.ClickException) -> int:
    context = getattr(error, "ctx", None)
    path = "knobeltisch" if context is None else context.command_path
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return error.exit_code
    message = " ".join(error.format_message().split()).rstrip(".")
    if len(message) > LONGEST:  # it repeats a value of any length
        message = f"{message[:LONGEST]}..."
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{path}: {message}; see {path} --help.\n")
        sys.stderr.flush()
    return error.exit_code


def _unforeseen(error: Exception) -> str:
    """Return a sentence for an unexpected error; the traceback goes to a service's log, or into a file."""
    what = f"Something went wrong that nobody foresaw ({type(error).__name__})"
    if "JOURNAL_STREAM" in os.environ:  # standard error is a log, so the traceback goes there
        traceback.print_exc()
        return f"{what}; the log has the details."
    try:
        number, name = tempfile.mkstemp(prefix="knobeltisch-", suffix=".log")
        with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{sys.argv}\n")
            traceback.print_exc(file=file)
    except OSError:
        return f"{what}; run it again with KNOBELTISCH_DEBUG=1 to see where."
    return f"{what}; {name} has the details, for a report."


# --- standard streams


def _open_streams() -> None:
    """Reopen closed standard streams: otherwise the next opened file, maybe the journal, would get one of their numbers."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is not None:
            continue
        file = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115, PTH123 - stays open as long as we run
        if file.fileno() != number and not _is_open(number):
            os.dup2(file.fileno(), number)
        setattr(sys, name, file)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def silence(stream: TextIO) -> None:
    """Discard the buffered output of a standard stream and everything written to it later."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


@contextlib.contextmanager
def quiet_libraries() -> Iterator[None]:
    """Discard what C libraries such as libpng write to standard error."""
    ours = sys.stderr
    try:
        kept = os.dup(2)
    except OSError:  # closed
        yield
        return
    try:
        if ours is sys.__stderr__:
            sys.stderr = open(os.dup(kept), "w", encoding=sys.stderr.encoding, errors="backslashreplace")  # noqa: SIM115, PTH123 - closed below
        ours.flush()
        with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - a device
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        if sys.stderr is not ours:
            sys.stderr.close()
            sys.stderr = ours
        os.dup2(kept, 2)
        os.close(kept)


def quiet_opencv() -> None:
    """Keep OpenCV and FFmpeg from printing, decoding huge pictures and using the network. Call it before they are loaded.

    A recording may be a playlist of network addresses, which FFmpeg must not follow.
    """
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MOST_PIXELS)
    os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = "protocol_whitelist;file"


# --- arguments


class NamedPath(click.Path):
    """A parameter for the path of a file or folder.

    It refuses a web address, an empty name, which would mean the current folder, and control characters, which would reach the
    terminal with every message. `regular`: it also refuses a device or pipe, which might block forever.
    """

    def __init__(self, *, regular: bool = False, **options: Any) -> None:  # noqa: ANN401 - as click has it
        super().__init__(dir_okay=not regular, **options)
        self._regular = regular

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - as click has it
        """Return the path. Raise BadParameter if it is refused."""
        if value in ("", b""):
            self.fail("its name is empty; name a file or folder", param, ctx)
        if "://" in os.fsdecode(value) and not os.path.lexists(value):
            self.fail(
                f"{os.fsdecode(value)} is an address; save what is there, and name the file", param, ctx
            )
        if any(ord(letter) < 32 or ord(letter) == 127 for letter in os.fsdecode(value)):
            self.fail(f"{os.fsdecode(value)!r} has control characters in its name; rename it", param, ctx)
        with contextlib.suppress(OSError):
            if self._regular and not stat.S_ISREG(mode := os.stat(value).st_mode) and not stat.S_ISDIR(mode):  # noqa: PTH116 - a name of any kind
                self.fail(f"{value} is a device or a pipe; name a file", param, ctx)
        return super().convert(value, param, ctx)


class Finite(click.FloatRange):
    """A parameter for a finite number in a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - as click has it
        """Return the number. Raise BadParameter if it is outside the range or not finite."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number from {self.min:g} to {self.max:g}", param, ctx)
        return number
