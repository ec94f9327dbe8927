import signal
import threading

import pytest

from knobeltisch.lifecycle.stop_request import Interrupt, StopRequest, install_stop_request
from tests.support.service import run_python

# Waits once for each step of the interpreter below `wait`, and is stopped to stop at that step. Prints how many steps there were.
AT_EVERY_STEP = """
import signal, sys
from knobeltisch.lifecycle.stop_request import install_stop_request

def time_of_stop_notice(step, timeout):
    request, steps = install_stop_request(), 0

    def trace(frame, event, argument):
        nonlocal steps
        frame.f_trace_opcodes = True
        steps += 1
        if steps == step:
            signal.raise_signal(signal.SIGTERM)
        return trace

    sys.settrace(trace)
    try:
        stopped = request.wait(timeout)
    finally:
        sys.settrace(None)
    return stopped or request.is_set(), steps

step = 1
while True:
    stopped, steps = time_of_stop_notice(step, float(sys.argv[1]))
    if steps < step:
        break
    assert stopped, step
    step += 1
print(step)
"""


def test_a_signal_at_any_step_of_the_waiting_is_heard():
    done = run_python("-c", AT_EVERY_STEP, "0.001")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10


# The system gives the signal to a thread that is not the main one, which sleeps: nothing wakes it.
TO_ANOTHER_THREAD = """
import signal, threading, time
from knobeltisch.lifecycle.stop_request import install_stop_request
from tests.support.waiting import LONGEST_S

def hit():
    time.sleep(0.3)
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
    time.sleep(60)

request = install_stop_request()
threading.Thread(target=hit, daemon=True).start()
assert request.wait()
"""


def test_a_signal_that_wakes_nobody_is_heard_all_the_same():
    assert run_python("-c", TO_ANOTHER_THREAD).returncode == 0


def test_a_request_of_another_thread_ends_the_waiting():
    request = StopRequest()
    asks = threading.Timer(0.1, request.set)
    asks.start()
    assert request.wait(60)
    asks.join()
    assert request.wait()
    assert request.is_set()


@pytest.mark.parametrize("timeout", [0.0, -1.0, 0.01])
def test_waiting_ends_when_nobody_asks_in_time(timeout):
    request = StopRequest()
    assert not request.wait(timeout)
    assert not request.is_set()


@pytest.fixture
def handlers():
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_a_closed_terminal_and_the_service_manager_ask(handlers, number):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    request = install_stop_request()
    signal.raise_signal(number)
    assert request.is_set()


def test_a_hang_up_that_nohup_has_switched_off_stays_so(handlers):
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    install_stop_request()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_a_ctrl_c_that_was_swallowed_before_asks_at_once(handlers):
    signal.signal(signal.SIGINT, Interrupt())
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    assert install_stop_request().is_set()
