import pytest

from knobeltisch.commands.safety_net import FAULT
from knobeltisch.errors import STOPPED, STOPPED_SENTENCE
from tests.support.service import run_python

STOPPED_WHILE_LOADING = """
import importlib.abc, os, signal, sys
name, swallowed, words = sys.argv[1], sys.argv[2] == "swallowed", sys.argv[3:]
class Stop(importlib.abc.MetaPathFinder):
    def find_spec(self, asked, path, target=None):
        if asked == name:
            sys.meta_path.remove(self)
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                if swallowed:
                    raise SyntaxError("can't load unicodedata module") from None
                raise
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job has it ignored
sys.meta_path.insert(0, Stop())
sys.argv[:] = ["knobeltisch", *words]
from knobeltisch.entry import main
main()
"""


@pytest.mark.parametrize(
    ("name", "words", "how"),
    [
        ("click", ["demo"], "raised"),
        ("cv2", ["demo", "--port", "0"], "swallowed"),
        ("knobeltisch.app", ["run", "--config", "table.toml"], "swallowed"),
        ("knobeltisch.hub.hub", ["hub", "--config", "table.toml"], "raised"),
        ("vision.still.reader", ["read", "x.png"], "swallowed"),
    ],
    ids=str,
)
def test_ctrl_c_while_the_program_is_loaded_ends_it_with_130_and_one_sentence(tmp_path, name, words, how):
    """C code that loads a module may make anything of a KeyboardInterrupt: `\\N{...}` in a string makes it a SyntaxError."""
    (tmp_path / "table.toml").touch()
    (tmp_path / "x.png").touch()
    program = ("-c", STOPPED_WHILE_LOADING, name, how, *words)
    done = run_python(*program, folder=tmp_path, XDG_STATE_HOME=str(tmp_path))
    assert (done.returncode, done.stderr, done.stdout) == (STOPPED, STOPPED_SENTENCE, "")


LEFT_AT_WORK = """
import sys, threading
import cv2, numpy
from knobeltisch import __main__ as line

@line.main.command()
def leave():
    picture, begun = numpy.zeros((200, 200, 3), numpy.uint8), threading.Event()
    def work():
        while True:
            cv2.GaussianBlur(picture, (31, 31), 0)
            begun.set()
    threading.Thread(target=work, daemon=True).start()
    begun.wait()
    print("done")
    sys.exit(3)

sys.argv[:] = ["knobeltisch", "leave"]
from knobeltisch.entry import main
main()
"""


def test_a_command_ends_with_its_code_while_a_thread_is_still_inside_opencv():
    """Python's own end unwinds such a thread, and C++ aborts the process then."""
    done = run_python("-c", LEFT_AT_WORK)
    assert (done.returncode, done.stdout, done.stderr) == (3, "done\n", "")


WITHOUT = """
import sys
lost, sys.argv[:] = sys.argv[1], ["knobeltisch", *sys.argv[2:]]
class Lost:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == lost:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Lost())
from knobeltisch.entry import main
main()
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("package", "words"),
    [("click", ["--help"]), ("cv2", ["read", "x.png"]), ("h11", ["demo", "--port", "8080"])],
)
def test_a_package_that_is_not_there_is_named(package, words, tmp_path):
    (tmp_path / "x.png").write_bytes(b"")
    done = run_python("-c", WITHOUT, package, *words, folder=tmp_path)
    assert done.returncode == FAULT, done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"knobeltisch: The Python package {package} is not installed; what helps: ")
    assert "Traceback" not in done.stderr
